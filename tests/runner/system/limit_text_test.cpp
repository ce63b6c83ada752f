#include "runner/system/limit_text.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <utility>

namespace spl::runner {
namespace {

TEST(LimitText, NamesTheLimit) {
  const std::pair<int, const char*> rows[] = {
      {EAGAIN,
       "Resource temporarily unavailable; end other processes, or allow more "
       "(ulimit -u)"},
      {EMFILE, "Too many open files; allow more in a process (ulimit -n)"},
      {ENFILE,
       "Too many open files in system; allow more on this machine (sysctl "
       "fs.file-max)"},
      {ENOMEM,
       "Cannot allocate memory; free some memory, or allow more (ulimit -v)"},
      {ENOENT, "No such file or directory"}};
  for (const auto& [error, text] : rows) EXPECT_EQ(limit_text(error), text);
}

}  // namespace
}  // namespace spl::runner
