#include "runner/system/command_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CommandWords, AreSplitLikeInAShell) {
  EXPECT_THAT(command_words("srun  -n 1\t--exclusive\n"),
              ElementsAre("srun", "-n", "1", "--exclusive"));
  EXPECT_THAT(command_words(" \n"), IsEmpty());
}

TEST(CommandWords, KeepQuotedText) {
  EXPECT_THAT(command_words(R"(a' b'"c \" \d" '' e\ f)"),
              ElementsAre(R"(a bc " \d)", "", "e f"));
}

struct Faulty {
  const char* command;
  const char* problem;
};

TEST(CommandWords, RejectWhatDoesNotEnd) {
  for (const Faulty& one : {Faulty{"a 'b", "a ' without another"},
                            Faulty{"a \"b", "a \" without another"},
                            Faulty{"a \\", "nothing after its last \\"}}) {
    SCOPED_TRACE(one.command);
    try {
      (void)command_words(one.command);
      ADD_FAILURE();
    } catch (const WordError& error) {
      EXPECT_STREQ(error.what(), one.problem);
    }
  }
}

TEST(CommandWords, ArePrintedAsTheyAreRead) {
  const std::vector<std::string> words{"plain", "two words", "", "it's",
                                       R"(\"$`)"};
  EXPECT_EQ(command_words(to_text(words)), words);
  EXPECT_EQ(to_text({"srun", "-n", "1"}), "srun -n 1");
}

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
