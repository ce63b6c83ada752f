#include "runner/formulas/project_file.hpp"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "runner/system/command_words.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(ProjectFile, GivesProgramsFormulasAndSettings) {
  const ProjectFile file = parse_project_file("p/spl.json", R"({
    // comments are allowed
    "program": "../build/x",
    "formulas": ["perf/*.spl", "/absolute.spl"],
    "alpha": 0.001, "runs": 20, "quiet": true, "timeout": "5s",
    "output": ["out.json", "github"], "shared-folder": "scratch"
  })");
  EXPECT_THAT(file.programs, ElementsAre("build/x"));
  std::vector<std::string> formulas;
  for (const FormulaPattern& one : file.formulas) {
    formulas.push_back(one.place + " " + one.path);
  }
  EXPECT_THAT(formulas, ElementsAre("p/spl.json:4:18 p/perf/*.spl",
                                    "p/spl.json:4:32 /absolute.spl"));
  std::vector<std::string> assignments;
  for (const Assignment& one : file.assignments) {
    assignments.push_back(one.option + "=" + one.value);
  }
  EXPECT_THAT(assignments,
              ElementsAre("alpha=0.001", "output=json:p/out.json",
                          "output=github:-", "quiet=true", "runs=20",
                          "shared-folder=p/scratch", "timeout=5s"));
}

TEST(ProjectFile, NamesBuilds) {
  const ProjectFile file = parse_project_file("p/spl.json", R"({
    "programs": { "fast": "o3/bench", "plain": ["o2/bench", "/bin/x"] }
  })");
  EXPECT_EQ(file.named_programs,
            (NamedPrograms{{"fast", {"p/o3/bench"}},
                           {"plain", {"p/o2/bench", "/bin/x"}}}));
}

TEST(ProjectFile, TellsHowRevisionsAreBuilt) {
  const ProjectFile file = parse_project_file("p/spl.json", R"({
    "revisions": {
      "repository": "../other", "overlay": ["perf"], "timeout": "2min",
      "configure": ["cmake", "-S", "{project}", "-DROOT={source}"],
      "build": ["ninja", "-C", "{build}", "-j{jobs}"],
      "program": ["{build}/a", "{build}/b"]
    }
  })");
  ASSERT_EQ(file.assignments.size(), 1U);
  EXPECT_EQ(file.assignments[0].option, "repository");
  EXPECT_EQ(file.assignments[0].value, "other");
  EXPECT_EQ(file.recipe.project, "p");
  EXPECT_THAT(file.recipe.overlay, ElementsAre("perf"));
  EXPECT_THAT(file.recipe.configure,
              ElementsAre("cmake", "-S", "{project}", "-DROOT={source}"));
  EXPECT_THAT(file.recipe.build,
              ElementsAre("ninja", "-C", "{build}", "-j{jobs}"));
  EXPECT_THAT(file.recipe.programs, ElementsAre("{build}/a", "{build}/b"));
  EXPECT_EQ(file.recipe.timeout, std::chrono::minutes(2));
}

TEST(ProjectFile, BuildsRevisionsWithCMakeUnlessToldOtherwise) {
  const ProjectFile file = parse_project_file(
      "spl.json", R"({ "revisions": { "program": "{build}/a" } })");
  EXPECT_THAT(file.recipe.configure,
              ElementsAre("cmake", "-S", "{source}", "-B", "{build}", "-G",
                          "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                          "-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON"));
  EXPECT_THAT(file.recipe.build, ElementsAre("cmake", "--build", "{build}",
                                             "--parallel", "{jobs}"));
  EXPECT_THAT(file.recipe.programs, ElementsAre("{build}/a"));
  EXPECT_EQ(file.recipe.project, ".");
}

TEST(ProjectFile, HasManyPathsInLinearTime) {
  std::string text = "{ \"formulas\": [\"a.spl\"";
  constexpr std::size_t kMany = 200'000;
  for (std::size_t i = 1; i < kMany; ++i) text += ",\n\"a.spl\"";
  const ProjectFile file = parse_project_file("spl.json", text + "] }");
  EXPECT_EQ(file.formulas.back().place, "spl.json:200000:1");
}

TEST(ProjectFile, HasShortTextsSinceEachFormulaHasThem) {
  try {
    (void)parse_project_file(
        "spl.json", "{ \"filter\": \"" + std::string(4097, 'x') + "\" }");
    ADD_FAILURE();
  } catch (const ProjectFileError& error) {
    EXPECT_STREQ(error.what(),
                 "spl.json:1:3: error: \"filter\" takes at most 4096 bytes");
  }
}

TEST(ProjectFile, NamesFrameworksOfPrograms) {
  const ProjectFile file = parse_project_file(
      "project/spl.json",
      R"({ "program": ["google-benchmark:build/x", "./catch2:y"] })");
  EXPECT_THAT(file.programs, ElementsAre("google-benchmark:project/build/x",
                                         "project/catch2:y"));
  const ProjectFile other = parse_project_file("project/spl.json", R"({
      "programs": { "fast": "nanobench:x", "slow": ["y"] },
      "revisions": { "program": ["catch2:{build}/x", "{build}/y"] } })");
  EXPECT_THAT(other.named_programs.at("fast"),
              ElementsAre("nanobench:project/x"));
  EXPECT_THAT(other.named_programs.at("slow"), ElementsAre("project/y"));
  EXPECT_THAT(other.recipe.programs,
              ElementsAre("catch2:{build}/x", "{build}/y"));
}

struct Mistake {
  std::string text;
  std::string message;
};

template <std::size_t size>
void expect_refused(const Mistake (&rows)[size]) {
  for (const Mistake& row : rows) {
    try {
      (void)parse_project_file("spl.json", row.text);
      ADD_FAILURE() << row.text;
    } catch (const ProjectFileError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

TEST(ProjectFile, RefusesMistakesWithTheirPlace) {
  const Mistake rows[] = {
      {"{\n  \"alhpa\": 1 }",
       "spl.json:2:3: error: unknown key \"alhpa\"; did you mean \"alpha\"?"},
      {"{ \"quiet\": true,\n  \"alpha\": 0.6 }",
       "spl.json:2:3: error: alpha takes a level above 0 and below 0.5, not "
       "\"0.6\""},
      {"{\n  \"alpha\": }", "spl.json:2:12: error: this is not valid JSON"},
      {"{ \"program\": 5 }",
       "spl.json:1:14: error: \"program\" takes a path or a list of paths; a "
       "program with arguments is a list of its own, [[\"PATH\", "
       "\"ARGUMENT\"]]"},
      {"{ \"program\": [[\"x\", \"{source}/y\"]] }",
       "spl.json:1:15: error: only revisions have {source} and {build}; write "
       "{project}"},
      {"{ \"alpha\": [1] }",
       "spl.json:1:3: error: \"alpha\" takes a string or a number"},
      {"[]",
       "spl.json:1:1: error: a project file is an object: { "
       "\"program\": ... }"},
      {"", "spl.json:1:1: error: the JSON text ends too early"},
      {"{ \"alpha\": 1e999 }",
       "spl.json:1:12: error: this number is too large to be one"},
      // The same characters where they are no number.
      {"{ \"json\": \"1e999\", /* 1e999 */ \"alpha\": 1e999 }",
       "spl.json:1:41: error: this number is too large to be one"},
      {std::string("{}\0{}", 5), "spl.json:1:3: error: this is not valid JSON"},
      {"{ \"formulas\": [\"budget\"],\n  \"budget\": \"xx\" }",
       "spl.json:2:3: error: budget takes a time like 500ms, 10s or 2min, "
       "not \"xx\""},
      {"{ \"alpha\": 0.01,\n  /* \"alpha\" */ \"al\\u0070ha\": 0.02 }",
       "spl.json:2:17: error: this key appears here twice"},
      {"{ \"revisions\": {\n  \"build\": [\"program\"],\n  \"program\": "
       "[\"{build}/a\",\n \"program\"] } }",
       "spl.json:4:2: error: the program of a revision is below its build "
       "folder: \"{build}/NAME\", not \"program\"; a program with arguments "
       "is a list of its own, [[\"PATH\", \"ARGUMENT\"]]"},
      {"{ \"formulas\": " + std::string(100, '[') + std::string(100, ']') +
           " }",
       "spl.json:1:78: error: lists and objects are nested at most 64 levels "
       "deep"},
  };
  expect_refused(rows);
}

TEST(ProjectFile, RefusesMistakesInRevisions) {
  const Mistake rows[] = {
      {"{ \"revisions\": 5 }",
       "spl.json:1:3: error: \"revisions\" takes an object: { \"program\": "
       "\"{build}/NAME\" }"},
      {"{ \"revisions\": {} }",
       "spl.json:1:3: error: \"revisions\" builds nothing: name the program "
       "that is built, \"program\": \"{build}/NAME\", or for commands what "
       "builds them, \"build\": [...]"},
      {"{ \"program\": \"x\",\n  \"revisions\": { \"program\": \"x\" } }",
       "spl.json:2:29: error: the program of a revision is below its build "
       "folder: \"{build}/NAME\", not \"x\""},
      {"{ \"revisions\": { \"program\": \"catch2:x\" } }",
       "spl.json:1:29: error: the program of a revision is below its build "
       "folder: \"{build}/NAME\", not \"catch2:x\""},
      {"{ \"revisions\": { \"overlya\": [] } }",
       "spl.json:1:18: error: unknown key \"overlya\" in \"revisions\"; did "
       "you "
       "mean \"overlay\"?"},
      {"{ \"revisions\": { \"build\": \"make\" } }",
       "spl.json:1:18: error: \"build\" takes a list of words: [\"cmake\", "
       "...]"},
      {"{ \"revisions\": { \"build\": [\"cc\", \"{sorce}\"] } }",
       "spl.json:1:34: error: there is no placeholder {sorce}; did you mean "
       "{source}?"},
      {"{ \"revisions\": { \"build\": [\"cc\", \"-I{root}\"] } }",
       "spl.json:1:34: error: there is no placeholder {root}; there are "
       "{source}, {build}, {project} and {jobs}"},
      {"{ \"revisions\": { \"timeout\": \"soon\" } }",
       "spl.json:1:18: error: timeout takes a time like 500ms, 10s or 2min, "
       "not "
       "\"soon\""},
      {"{ \"revisions\": { \"repository\": 1 } }",
       "spl.json:1:18: error: \"repository\" takes a path"},
  };
  expect_refused(rows);
}

TEST(ProjectFile, HasProgramsWithArguments) {
  const ProjectFile file = parse_project_file("a/spl.json", R"({
    "program": ["x", ["catch2:y", "all", "{project}/z"]],
    "programs": { "fast": [["x", "-n=3"]] },
    "revisions": { "program": [
        "{build}/x", ["{build}/y", "--in={source}/z", "{build}/made"]] }
  })");
  EXPECT_EQ(file.programs,
            (std::vector<std::string>{"a/x", R"(["catch2:a/y","all","a/z"])"}));
  EXPECT_EQ(file.named_programs.at("fast"),
            (std::vector<std::string>{R"(["a/x","-n=3"])"}));
  EXPECT_EQ(
      file.recipe.programs,
      (std::vector<std::string>{
          "{build}/x", R"(["{build}/y","--in={source}/z","{build}/made"])"}));
  EXPECT_TRUE(file.recipe.keeps_source);
  EXPECT_EQ(file.recipe.files_of_commands,
            std::vector<std::string>{"{build}/made"});
  EXPECT_TRUE(file.recipe.tools.empty());
}

TEST(ProjectFile, RefusesMistakesInNamesOfBuilds) {
  const Mistake rows[] = {
      {"{ \"programs\": \"x\" }",
       "spl.json:1:3: error: \"programs\" takes an object: { \"NAME\": "
       "\"PATH\" }"},
      {"{ \"programs\": { \"HEAD\": \"x\" } }",
       "spl.json:1:17: error: \"HEAD\" is the commit that Git has checked "
       "out; give the build another name"},
      {"{ \"programs\": { \"fast\": [] } }",
       "spl.json:1:17: error: \"fast\" takes a path or a list of paths"},
      {"{ \"programs\": { \"fast\": 1 } }",
       "spl.json:1:25: error: \"fast\" takes a path or a list of paths; a "
       "program with arguments is a list of its own, [[\"PATH\", "
       "\"ARGUMENT\"]]"},
  };
  expect_refused(rows);
}

/// A project file in a folder with others in it.
class ProjectSearchTest : public ::testing::Test {
 protected:
  ProjectSearchTest() {
    folder_.write("spl.json", "{}");
    fs::create_directories(inner());
    fs::permissions(path(), fs::perms(0644));
  }

  [[nodiscard]] fs::path path() const { return folder_.path() / "spl.json"; }
  [[nodiscard]] fs::path inner() const { return folder_.path() / "a/b"; }

  [[nodiscard]] bool finds(const fs::path& home = "/nowhere") const {
    const auto found = find_project_file(inner(), home);
    return found && fs::equivalent(found->path, path());
  }

  TemporaryFolder folder_;
};

TEST_F(ProjectSearchTest, FindsTheNearestFolderAbove) {
  EXPECT_TRUE(finds());
  folder_.write("a/spl.json", "{}");
  EXPECT_FALSE(finds());
}

TEST_F(ProjectSearchTest, EndsAtTheTopOfARepository) {
  folder_.write("a/.git", "gitdir: elsewhere");
  EXPECT_FALSE(find_project_file(inner(), "/nowhere"));
  EXPECT_FALSE(find_project_file(inner() / "", "/nowhere"));
  folder_.write("a/spl.json", "{}");
  EXPECT_TRUE(find_project_file(inner(), "/nowhere"));
}

TEST_F(ProjectSearchTest, EndsAtTheHomeFolderHoweverItIsNamed) {
  EXPECT_TRUE(finds(folder_.path()));
  EXPECT_TRUE(finds(""));
  EXPECT_FALSE(finds(folder_.path() / "a"));
  EXPECT_FALSE(finds(folder_.path() / "a/"));
  fs::create_directory_symlink(folder_.path() / "a", folder_.path() / "link");
  EXPECT_FALSE(finds(folder_.path() / "link"));
}

TEST_F(ProjectSearchTest, RefusesWhatOthersCouldHaveWritten) {
  fs::permissions(path(), fs::perms(0666));
  const std::string name = to_text(std::vector{path().string()});
  try {
    (void)read_project_file({path(), path()}, Rights{geteuid()});
    FAIL();
  } catch (const ProjectFileError& error) {
    EXPECT_EQ(
        error.what(),
        path().string() +
            ": error: this project file says what is executed, and another "
            "user could have written it: " +
            path().string() + " can be written by all users (chmod go-w " +
            name + "); if you trust it, name it with --config " + name +
            " or trust its folder by git config --global --add "
            "safe.directory " +
            to_text(std::vector{folder_.path().string()}) +
            "; if not, a project file of your own in the current folder, with "
            "{}, ends the search");
  }
  fs::permissions(path(), fs::perms(0644));
  EXPECT_EQ(read_project_file({path(), path()}, Rights{geteuid()}), "{}");
}

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
