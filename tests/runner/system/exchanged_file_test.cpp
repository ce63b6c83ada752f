#include "runner/system/exchanged_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

class ExchangedFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::string error() const {
    try {
      (void)read_exchanged_file(path_);
    } catch (const FileError& error) {
      return error.what();
    }
    return {};
  }

  [[nodiscard]] std::string refusal(const std::string& why) const {
    return "cannot read " + path_.string() + ": " + why;
  }

  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "answer";
};

TEST_F(ExchangedFile, IsRead) {
  folder_.write("answer", "all of it\n");
  EXPECT_EQ(read_exchanged_file(path_), "all of it\n");
}

TEST_F(ExchangedFile, MayBeMissing) {
  EXPECT_EQ(error(), refusal("No such file or directory"));
}

TEST_F(ExchangedFile, IsNoLink) {
  fs::create_symlink("/dev/zero", path_);
  EXPECT_EQ(error(), refusal("it is a link"));
}

// Nobody writes into it: reading would wait for ever.
TEST_F(ExchangedFile, IsNoPipe) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(error(), refusal("it is not a regular file"));
}

TEST_F(ExchangedFile, IsNoFolder) {
  fs::create_directory(path_);
  EXPECT_EQ(error(), refusal("it is a folder"));
}

TEST_F(ExchangedFile, HasAnEnd) {
  folder_.write("answer", "");
  fs::resize_file(path_, kMostExchanged + 1);  // All of it a hole.
  EXPECT_EQ(error(), refusal("it has more than 64 MiB"));
}

}  // namespace
}  // namespace spl::runner
