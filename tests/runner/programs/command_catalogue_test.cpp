#include "runner/programs/command_catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

CommandRecipe recipe(const std::string& name, const std::string& command) {
  CommandRecipe result = written_command(command);
  result.name = name;
  result.parameters = parameters_in(result.run.words);
  return result;
}

ProgramCatalogue with_workload(const std::string& name) {
  ProgramCatalogue result;
  logic::Entry entry;
  entry.name = name;
  entry.program = "bench";
  result.catalogue.entries.push_back(entry);
  result.programs.emplace_back().path = "bench";
  return result;
}

TEST(CommandCatalogue, MakesWorkloadsOfCommands) {
  ProgramCatalogue programs = with_workload("f");
  EXPECT_THAT(add_commands({{recipe("convert", "t {n}")}, "/p", {}, true}, "",
                           programs),
              ElementsAre());
  const logic::Performance call{"convert", {}, {}, {}, {10.0}};
  EXPECT_EQ(programs.program_of(call).path, "commands");
  EXPECT_THAT(command_run(programs.program_of(call), call)->words,
              ElementsAre("t", "10"));
  const logic::Performance written{
      "command", {}, {}, {}, {std::string("t 'a b'")}};
  EXPECT_THAT(command_run(programs.program_of(written), written)->words,
              ElementsAre("t", "a b"));
  const logic::Performance workload{"f", {}, {}, {}, {}};
  EXPECT_EQ(command_run(programs.program_of(workload), workload), std::nullopt);
}

TEST(CommandCatalogue, KeepsRevisionsApart) {
  ProgramCatalogue programs;
  const auto add = [&](const std::string& revision, const char* build) {
    (void)add_commands(
        {{recipe("convert", "{build}/t")}, "", {"", build}, false}, revision,
        programs);
  };
  add("", "/new");
  add("v1", "/old");
  const logic::Performance old{"convert", {}, {}, "v1", {}};
  EXPECT_EQ(programs.program_of(old).path, "commands of @v1");
  EXPECT_THAT(command_run(programs.program_of(old), old)->words,
              ElementsAre("/old/t"));
}

TEST(CommandCatalogue, GivesWayToWorkloads) {
  ProgramCatalogue programs = with_workload("command");
  EXPECT_THAT(
      add_commands({{}, "", {}, true}, "", programs),
      ElementsAre("command(...) is the workload of bench, which has precedence "
                  "over spl-run's command(\"TOOL ...\"); rename the workload "
                  "to measure commands"));
  ProgramCatalogue other = with_workload("convert");
  try {
    (void)add_commands({{recipe("convert", "t")}, "", {}, false}, "", other);
    FAIL();
  } catch (const ProgramError& error) {
    EXPECT_STREQ(error.what(),
                 "\"convert\" is a command of spl.json and is in bench, too; "
                 "rename one of them");
  }
}

TEST(CommandCatalogue, AddsNothingWithoutCommands) {
  ProgramCatalogue programs;
  EXPECT_THAT(add_commands({}, "", programs), ElementsAre());
  EXPECT_TRUE(programs.programs.empty());
  EXPECT_TRUE(programs.catalogue.entries.empty());
}

}  // namespace
}  // namespace spl::runner
