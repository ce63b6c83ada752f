#include "runner/system/search_path.hpp"

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

class SearchPathTest : public testing::Test {
 protected:
  void write(const std::string& file, bool is_executable) {
    const fs::path path = folder_.path() / file;
    fs::create_directories(path.parent_path());
    write_file(path, "#!/bin/sh\n");
    if (is_executable) fs::permissions(path, fs::perms::owner_all);
  }

  std::optional<fs::path> find(const std::string& program) {
    return in_search_path(
        program,
        {"HOME=/", "PATH=" + at("a") + "::" + at("b") + ':' + at("c")});
  }

  std::string at(const std::string& file) {
    return (folder_.path() / file).string();
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(SearchPathTest, FindsTheFirstThatCanBeExecuted) {
  write("a/tool", false);
  write("b/tool", true);
  write("c/tool", true);
  EXPECT_EQ(find("tool"), at("b/tool"));
}

TEST_F(SearchPathTest, FindsNothingElse) { EXPECT_FALSE(find("tool")); }

TEST_F(SearchPathTest, TakesAPathAsItIs) {
  EXPECT_EQ(find("./nowhere/tool"), "./nowhere/tool");
}

TEST_F(SearchPathTest, FindsNothingWithoutAPath) {
  EXPECT_FALSE(in_search_path("sh", {"HOME=/"}));
}

}  // namespace
}  // namespace spl::runner
