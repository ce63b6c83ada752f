#include "spl/workload/limit_text.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <utility>

namespace spl::workload {
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
      {EFBIG, "File too large; let files be larger (ulimit -f)"},
      {ENOSPC, "No space left on device; free some space"},
      {EDQUOT, "Disk quota exceeded; free some space"},
      {ENOENT, "No such file or directory"}};
  for (const auto& [error, text] : rows) EXPECT_EQ(limit_text(error), text);
}

}  // namespace
}  // namespace spl::workload
