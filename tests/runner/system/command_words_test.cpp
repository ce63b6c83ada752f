#include "runner/system/command_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace spl::runner
