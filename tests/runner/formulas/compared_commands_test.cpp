#include "runner/formulas/compared_commands.hpp"

#include <gtest/gtest.h>

#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

TEST(ComparedCommands, AreWrittenAsTheyAreIfThatCanBe) {
  EXPECT_EQ(written_call("./a x"), R"(command("./a x"))");
  EXPECT_EQ(written_call("sh -c 'a b'"), R"(command("sh -c 'a b'"))");
  EXPECT_EQ(written_call("sh -c \"a b\""), R"(command('sh -c "a b"'))");
}

TEST(ComparedCommands, AreQuotedAnewIfTheyHaveBothQuotes) {
  const std::string command = R"(sh -c 'a "b c"' '')";
  const std::string text = R"x(sh -c a\ \"b\ c\" "")x";
  EXPECT_EQ(written_call(command), "command('" + text + "')");
  EXPECT_EQ(command_words(text), command_words(command));
}

TEST(ComparedCommands, AreJoinedAndNeverEqual) {
  EXPECT_EQ(joined_calls({"a", "b", "a"}, ", "),
            R"(command("a"), command("b"), command("a "))");
}

std::string refusal(const std::string& command) {
  try {
    (void)joined_calls({command}, ", ");
  } catch (const WordError& error) {
    return error.what();
  }
  return "none";
}

TEST(ComparedCommands, RefusesWhatNoFormulaCanWrite) {
  EXPECT_EQ(refusal(" "), "the command   has no words");
  EXPECT_EQ(refusal("a 'b"), "the command a 'b has a ' without another");
  EXPECT_EQ(refusal(R"(a "it's" '"')"),
            "the command a \"it's\" '\"' has both kinds of quotes in its "
            "words, or a line break; write it into a script, or as a list of "
            "words into \"commands\" of spl.json");
}

}  // namespace
}  // namespace spl::runner
