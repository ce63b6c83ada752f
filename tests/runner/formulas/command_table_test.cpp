#include "runner/formulas/command_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runner/formulas/project_file.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

std::vector<CommandRecipe> commands(const std::string& text) {
  return parse_project_file("p/spl.json", R"({"commands": )" + text + "}")
      .commands;
}

/// The message for a text, after the path.
std::string message(const std::string& text) {
  try {
    (void)commands(text);
  } catch (const ProjectFileError& error) {
    return std::string(error.what()).substr(std::string("p/spl.json:").size());
  }
  return "none";
}

TEST(CommandTable, ReadsAllKeys) {
  const auto all = commands(R"({"convert": {
    "command": "tool --size {n} 'a b' {file}", "setup": ["make", "data"],
    "prepare": "rm -f out", "cleanup": "rm {n}.txt", "stdin": "{file}",
    "exit-status": 3, "timeout": "2s",
    "values": {"n": [10, 100], "file": "x.xml"}}})");
  ASSERT_EQ(all.size(), 1U);
  const CommandRecipe& one = all.front();
  EXPECT_EQ(one.name, "convert");
  EXPECT_THAT(one.run.words,
              ElementsAre("tool", "--size", "{n}", "a b", "{file}"));
  EXPECT_THAT(one.run.setup, ElementsAre("make", "data"));
  EXPECT_THAT(one.run.prepare, ElementsAre("rm", "-f", "out"));
  EXPECT_THAT(one.run.cleanup, ElementsAre("rm", "{n}.txt"));
  EXPECT_EQ(one.run.input, "{file}");
  EXPECT_EQ(one.run.exit_status, 3);
  EXPECT_EQ(one.run.timeout, std::chrono::seconds(2));
  EXPECT_EQ(one.run.folder, "p");
  EXPECT_TRUE(one.run.has_name);
  EXPECT_THAT(
      one.parameters,
      ElementsAre(CommandRecipe::Parameter{"n", {10.0, 100.0}},
                  CommandRecipe::Parameter{"file", {std::string("x.xml")}}));
}

TEST(CommandTable, ReadsACommandAlone) {
  EXPECT_THAT(commands(R"({"a": "t {n}"})").front().run.words,
              ElementsAre("t", "{n}"));
  EXPECT_THAT(commands(R"({"a": ["t", "{n}"]})").front().run.words,
              ElementsAre("t", "{n}"));
}

TEST(CommandTable, NamesTheProgramsAndFilesOfABuild) {
  const ProjectFile file = parse_project_file("p/spl.json", R"({
    "revisions": {"configure": [], "build": ["make"]},
    "commands": {"a": "{build}/t {build}/data {source}/in"}})");
  EXPECT_THAT(file.recipe.tools, ElementsAre("{build}/t"));
  EXPECT_THAT(file.recipe.files_of_commands, ElementsAre("{build}/data"));
  EXPECT_TRUE(file.recipe.keeps_source);
}

TEST(CommandTable, ReportsMistakesAtTheirPlaces) {
  const std::pair<const char*, const char*> kCases[] = {
      {"[]",
       "1:2: error: \"commands\" takes an object: { \"NAME\": \"TOOL "
       "{n}\" }"},
      {R"({"a b": "t"})",
       "1:15: error: a command has a name that formulas can write: "
       "\"convert\""},
      {R"({"a": {}})",
       "1:15: error: \"a\" lacks what is executed: \"command\": \"TOOL ...\""},
      {R"({"a": ""})",
       "1:15: error: \"command\" takes a command: \"TOOL --option\""},
      {R"({"a": "t 'x"})", "1:15: error: \"command\" has a ' without another"},
      {R"({"a": [1]})",
       "1:15: error: \"command\" takes a command or a list of words"},
      {R"({"a": ["{buld}/t"]})",
       "1:21: error: there is no placeholder {buld}; did you mean {build}?"},
      {R"({"a": {"command": "t", "prepar": "x"}})",
       "1:37: error: unknown key \"prepar\" in \"a\"; did you mean "
       "\"prepare\"?"},
      {R"({"a": {"command": "t {size}", "cleanup": "rm {sise}"}})",
       "1:44: error: the command has no {sise}; did you mean {size}?"},
      {R"({"a": {"command": "t", "stdin": 1}})",
       "1:37: error: \"stdin\" takes the path of a file"},
      {R"({"a": {"command": "t", "exit-status": 256}})",
       "1:37: error: \"exit-status\" takes a number from 0 to 255"},
      {R"({"a": {"command": "t", "values": 1}})",
       "1:37: error: \"values\" takes an object: { \"n\": [10, 100] }"},
      {R"({"a": {"command": "t {n}", "values": {"m": 1}}})",
       "1:52: error: the command has no {m}"},
      {R"({"a": {"command": "t {n}", "values": {"n": [true]}}})",
       "1:52: error: \"values\" takes numbers and texts"}};
  for (const auto& [text, expected] : kCases) {
    EXPECT_EQ(message(text), expected) << text;
  }
}

}  // namespace
}  // namespace spl::runner
