#include "runner/system/text_file.hpp"

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

TEST(TextFile, IsReadUpToALimit) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.spl", "text");
  EXPECT_EQ(read_text_file(path), "text");
  // Without blocks on the disk.
  fs::resize_file(path, std::uintmax_t{1} << 42);
  try {
    (void)read_text_file(path);
    FAIL() << "a file of 4 TiB was read";
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(),
              "cannot read " + path.string() +
                  ": it has more than 64 MiB; give a smaller file");
  }
}

}  // namespace
}  // namespace spl::runner
