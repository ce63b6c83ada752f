#include "runner/settings/command_recipe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/settings/build_recipe.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

CommandRecipe recipe(const std::string& command) {
  CommandRecipe result = written_command(command);
  result.parameters = parameters_in(result.run.words);
  return result;
}

std::vector<std::string> names(const CommandRecipe& recipe) {
  std::vector<std::string> result;
  for (const auto& one : recipe.parameters) result.push_back(one.name);
  return result;
}

TEST(CommandRecipe, FindsParametersOnceInTheirOrder) {
  EXPECT_THAT(names(recipe("t {n} --file={file}.xml {n} {build}/x {source}")),
              ElementsAre("n", "file"));
}

TEST(CommandRecipe, LeavesOtherBracesAlone) {
  const CommandRecipe one = recipe("awk '{print $1}' ${HOME} {} {a b} {");
  EXPECT_THAT(names(one), ElementsAre());
  EXPECT_EQ(filled(one, {}).words, one.run.words);
}

TEST(CommandRecipe, HasManyBracesInLinearTime) {
  const std::string word = std::string(2'000'000, '{') + "build}";
  EXPECT_EQ(filled(recipe(word), {}, {"/s", "/b"}, "/p").words,
            std::vector<std::string>{std::string(1'999'999, '{') + "/b"});
  EXPECT_EQ(wrong_placeholder(word + std::string(2'000'000, '{')),
            std::nullopt);
}

TEST(CommandRecipe, HasValuesOfALimitedSize) {
  CommandRecipe one = recipe("{n}{n}{n}");
  const std::string value(std::size_t{8} << 20, 'x');
  one.run.words = {"{n}", "{n}"};
  EXPECT_EQ(filled(one, {value}).words.size(), 2U);
  one.run.setup = {"a{n}"};
  EXPECT_THROW((void)filled(one, {value}), WordError);
}

TEST(CommandRecipe, HasAtMostAHundredParameters) {
  std::string word;
  for (int i = 0; i < 100; ++i) word += "{a" + std::to_string(i) + '}';
  EXPECT_EQ(parameters_in({word, word}).size(), 100U);
  EXPECT_THROW((void)parameters_in({word, "{a100}"}), PlaceholderError);
}

TEST(CommandRecipe, PutsValuesInPlaceOfParameters) {
  CommandRecipe one =
      recipe("{build}/t {n} --text={text} {source}/a {project}");
  one.run.setup = {"make", "{n}"};
  one.run.input = "in{n}.txt";
  const CommandRun run =
      filled(one, {10.0, std::string("two words")}, {"/s", "/b"}, "/p");
  EXPECT_THAT(run.words,
              ElementsAre("/b/t", "10", "--text=two words", "/s/a", "/p"));
  EXPECT_THAT(run.setup, ElementsAre("make", "10"));
  EXPECT_EQ(run.input, "in10.txt");
}

TEST(CommandRecipe, RefusesSlipsInPlaceholders) {
  try {
    (void)parameters_in({"{buid}/t"});
    FAIL();
  } catch (const PlaceholderError& error) {
    EXPECT_STREQ(error.what(),
                 "there is no placeholder {buid}; did you mean {build}?");
  }
  try {
    require_parameters({"rm", "{sise}"}, {{"size"}});
    FAIL();
  } catch (const PlaceholderError& error) {
    EXPECT_STREQ(error.what(),
                 "the command has no {sise}; did you mean {size}?");
  }
  EXPECT_NO_THROW(require_parameters({"{size}", "{build}"}, {{"size"}}));
}

TEST(CommandRecipe, KnowsWhatItNamesOfARevision) {
  CommandRecipe one = recipe("{build}/t --data={build}/data x");
  EXPECT_TRUE(names_revision(one));
  EXPECT_FALSE(names_source(one));
  EXPECT_EQ(built_tool(one), "{build}/t");
  EXPECT_THAT(built_files(one), ElementsAre("{build}/data"));
  EXPECT_FALSE(names_revision(recipe("t x")));
  one.run.input = "{source}/in";
  EXPECT_TRUE(names_source(one));
}

TEST(CommandRecipe, IsSplitAsAShellWould) {
  EXPECT_THAT(written_command("sh -c 'echo \"a b\"' c\\ d").run.words,
              ElementsAre("sh", "-c", "echo \"a b\"", "c d"));
  EXPECT_THROW((void)written_command("echo 'a"), WordError);
}

}  // namespace
}  // namespace spl::runner
