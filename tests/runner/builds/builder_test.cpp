#include "runner/builds/builder.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstring>
#include <fstream>
#include <mutex>
#include <regex>
#include <thread>

#include "runner/builds/build_hash.hpp"
#include "runner/builds/build_inputs.hpp"
#include "runner/builds/compiled_files.hpp"
#include "runner/git/git_repository.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/revisions/revisions.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/git_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A repository whose build is a shell script, make.sh, which makes a file of
/// another; each execution leaves a line in the file "built".
class BuilderTest : public ::testing::Test {
 protected:
  BuilderTest() {
    site_.recipe.project = git_.path();
    site_.recipe.configure = {};
    site_.recipe.build = {"sh", "{source}/make.sh", "{source}", "{build}"};
    site_.recipe.programs = {"{build}/bin/program"};
    site_.recipe.timeout = std::chrono::minutes(1);
    site_.environment = {std::string("PATH=") + std::getenv("PATH"),
                         "HOME=/home/somebody"};
    site_.cache = git_.around().path() / "cache";
    git_.write("make.sh", make("cp \"$1/text\" bin/program"));
    git_.write("text", "one\n");
    git_.commit("One");
  }

  [[nodiscard]] std::string make(const std::string& step) const {
    return "set -e\necho built >> '" + log().string() + "'\nmkdir -p bin\n" +
           step + "\n";
  }
  [[nodiscard]] fs::path log() const { return git_.around().path() / "built"; }

  [[nodiscard]] std::size_t builds() const {
    std::ifstream lines(log());
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) ++count;
    return count;
  }

  std::vector<Built> build(const std::vector<std::string>& names) {
    CachedBuilder builder(site_, limit_, 2);
    return build(builder, names);
  }

  std::vector<Built> build(Builder& builder,
                           const std::vector<std::string>& names) {
    const auto repository = open_repository(git_.path());
    std::vector<BuildOrder> orders;
    for (const std::string& name : names) {
      const Revision revision = name.empty()
                                    ? repository->working_tree_revision()
                                    : repository->resolve(name);
      orders.push_back({revision, repository->tree(revision)});
    }
    return builder.build(
        orders, [&](const TreeFile& file) { return repository->content(file); },
        [this](const BuildNews& news) {
          if (news.what == BuildNews::What::kStarts) return;
          // Two builders may build at once.
          const std::lock_guard lock(mutex_);
          progress_.push_back(std::to_string(news.done) + '/' +
                              std::to_string(news.all));
          news_.push_back(news);
        });
  }

  /// The failure of a build of HEAD, with the temporary folder and the hash of
  /// the log left out.
  std::string failure() {
    std::string text = build({"HEAD"}).front().failure;
    const std::string folder = git_.around().path().string();
    for (std::size_t at = text.find(folder); at != std::string::npos;
         at = text.find(folder)) {
      text.replace(at, folder.size(), "TMP");
    }
    for (const auto& [before, length, with] :
         {std::tuple{"/logs/", 12, "LOG"}, {"/lanes/", 12, "LANE"}}) {
      for (std::size_t at = text.find(before); at != std::string::npos;
           at = text.find(before, at + 1)) {
        text.replace(at + std::strlen(before), length, with);
      }
    }
    return text;
  }

  [[nodiscard]] fs::path only_slot() const {
    const fs::path folders = build_slots(site_);
    return folders / "0";
  }

  GitFolder git_;
  BuildSite site_;
  std::uintmax_t limit_ = 1'000'000'000;
  std::mutex mutex_;  ///< Guards these two.
  std::vector<std::string> progress_;
  std::vector<BuildNews> news_;
};

TEST_F(BuilderTest, TellsOfBuildsWhereTheirLogsAreAndHowLongTheyTook) {
  using What = BuildNews::What;
  const auto told = [&] {
    news_.clear();
    (void)build({"HEAD"});
    return news_.size() == 2 ? std::pair(news_[0], news_[1])
                             : std::pair(BuildNews(), BuildNews());
  };
  const auto [begun, built] = told();
  EXPECT_EQ(begun.what, What::kBegins);
  EXPECT_EQ(built.what, What::kBuilt);
  EXPECT_EQ(begun.revision, built.revision);
  EXPECT_THAT(read_file(begun.log), StartsWith("$ sh "));
  // The first such build; the next is upon what it left.
  EXPECT_EQ(begun.expected, std::nullopt);
  git_.write("text", "two\n");
  git_.commit("Two");
  EXPECT_EQ(told().first.expected, std::nullopt);
  git_.write("make.sh", "exit 1\n");
  git_.commit("Three");
  const auto [third, failed] = told();
  ASSERT_NE(third.expected, std::nullopt);
  EXPECT_GT(*third.expected, 0);
  EXPECT_EQ(failed.what, What::kFailed);
  EXPECT_EQ(failed.done, 1U);
}

TEST_F(BuilderTest, RemembersHowLongABuildTook) {
  const double seconds = build({"HEAD"})[0].seconds;
  EXPECT_GT(seconds, 0);
  EXPECT_EQ(build({"HEAD"})[0].seconds, seconds);
}

TEST_F(BuilderTest, BuildsEachRevisionOnce) {
  git_.write("text", "two\n");
  git_.commit("Two");
  git_.write("text", "three\n");
  const auto built = build({"HEAD~1", "HEAD", ""});
  ASSERT_EQ(built.size(), 3U);
  const char* texts[] = {"one\n", "two\n", "three\n"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(built[i].failure, "");
    ASSERT_EQ(built[i].programs.size(), 1U);
    EXPECT_EQ(read_file(built[i].programs[0].path), texts[i]);
    EXPECT_THAT(built[i].programs[0].path, StartsWith(site_.cache.string()));
  }
  EXPECT_EQ(progress_.size(), 6U);
  EXPECT_EQ(progress_.back(), "3/3");
  EXPECT_EQ(builds(), 3U);
  EXPECT_EQ(build({"HEAD", "HEAD~1", ""})[0].programs, built[1].programs);
  EXPECT_EQ(builds(), 3U);
}

TEST_F(BuilderTest, KeepsProgramsInACacheThatIsNamedInARoundaboutWay) {
  site_.cache = git_.path() / "../cache/";
  const auto built = build({"HEAD"});
  ASSERT_EQ(built[0].failure, "");
  EXPECT_EQ(read_file(built[0].programs[0].path), "one\n");
}

TEST_F(BuilderTest, KnowsProgramsThatAreTheSame) {
  git_.write("notes", "of no matter\n");
  git_.commit("Note");
  git_.write("text", "two\n");
  git_.commit("Two");
  const auto built = build({"HEAD~2", "HEAD~1", "HEAD"});
  ASSERT_EQ(built[0].programs.size(), 1U);
  EXPECT_NE(built[0].programs, built[1].programs);
  EXPECT_EQ(built[0].programs[0].content, built[1].programs[0].content);
  EXPECT_NE(built[1].programs[0].content, built[2].programs[0].content);
  // Its catalogue is stored beside it and is no library.
  write_file(built[1].programs[0].catalogue, "anything");
  EXPECT_EQ(build({"HEAD~1"})[0].programs[0].content,
            built[1].programs[0].content);
}

TEST_F(BuilderTest, BuildsEqualTreesOnce) {
  git_.git({"commit", "--quiet", "--allow-empty", "-m", "Nothing"});
  const auto built = build({"HEAD", "HEAD~1", ""});
  EXPECT_EQ(built[0].programs, built[1].programs);
  EXPECT_EQ(built[0].programs, built[2].programs);
  EXPECT_EQ(builds(), 1U);
}

TEST_F(BuilderTest, BuildsAnewWhatGoesInDifferently) {
  const auto path = [&] { return build({"HEAD"})[0].programs[0].path; };
  const std::string first = path();
  site_.environment.emplace_back("CXXFLAGS=-O3");
  const std::string flags = path();
  EXPECT_NE(first, flags);
  site_.recipe.linker_flags = "-Wl,@FILE";
  EXPECT_NE(flags, path());
  site_.recipe.linker_flags.clear();
  site_.environment.emplace_back("COLOR=red");
  EXPECT_EQ(flags, path());
  site_.processor = "model : Tin 4000\n";
  EXPECT_NE(flags, path());
  EXPECT_EQ(builds(), 4U);
}

/// The build is make.sh of the project's folder, which reads `text` there and
/// puts it into the program, and leaves what compilers would.
class ProjectFolderTest : public BuilderTest {
 protected:
  ProjectFolderTest() {
    site_.recipe.project = project_.path();
    site_.recipe.build = {"sh", "{project}/make.sh", "{project}", "{build}"};
    write_script("cat \"$1/text\" > bin/program");
    project_.write("text", "mine\n");
    EXPECT_EQ(program(), "mine\n");
  }

  void write_script(const std::string& step) const {
    project_.write("make.sh", make(step));
  }

  std::string program() {
    const auto built = build({"HEAD"});
    EXPECT_EQ(built[0].failure, "");
    return read_file(built[0].programs[0].path);
  }

  TemporaryFolder project_;
};

TEST_F(ProjectFolderTest, BuildsAnewWhenSomethingChangesThatWasRead) {
  project_.write("text", "changed\n");
  EXPECT_EQ(program(), "changed\n");
  EXPECT_EQ(builds(), 2U);
}

TEST_F(ProjectFolderTest, BuildsNothingForWhatLiesAroundBuilds) {
  project_.write("formulas.spl", "f(1) <= f@HEAD~1(1)\n");
  EXPECT_EQ(program(), "mine\n");
  project_.write("formulas.spl", "# A comment.\nf(1) <= f@HEAD~1(1)\n");
  EXPECT_EQ(program(), "mine\n");
  project_.write("spl.json", R"({ "budget": "2s" })");
  EXPECT_EQ(program(), "mine\n");
  project_.write("report.json",
                 R"({ "schema": 1, "settings": {}, "formulas": [] })");
  EXPECT_EQ(program(), "mine\n");
  project_.write("NOTES", "To be done.\n");
  EXPECT_EQ(program(), "mine\n");
  project_.write("NOTES", "Done.\n");
  EXPECT_EQ(program(), "mine\n");
  project_.write("plot.py", "import csv\n");
  EXPECT_EQ(program(), "mine\n");
  EXPECT_EQ(builds(), 1U);
}

// make lists the folder of each file that it is given.
TEST_F(ProjectFolderTest, BuildsNothingForAStoreInAFolderThatWasListed) {
  write_script("ls \"$1\" > ls; cat \"$1/text\" > bin/program");
  EXPECT_EQ(program(), "mine\n");
  project_.write(".spl/history.db", "");
  EXPECT_EQ(program(), "mine\n");
  EXPECT_EQ(builds(), 2U);
}

/// The build is make.sh of the revision, which reads `text`.
class UnreadFilesTest : public BuilderTest {
 protected:
  /// Returns the program of the working tree.
  std::string program() {
    const auto built = build({""});
    EXPECT_EQ(built[0].failure, "");
    return read_file(built[0].programs[0].path);
  }

  void write_script(const std::string& step) const {
    git_.write("make.sh", make(step));
  }
};

TEST_F(UnreadFilesTest, AreNoneOfTheProgramsInputs) {
  EXPECT_EQ(program(), "one\n");
  git_.write("perf/plot.py", "import csv\n");
  EXPECT_EQ(program(), "one\n");
  git_.write("perf/plot.py", "import json\n");
  git_.write("NOTES.md", "Done.\n");
  EXPECT_EQ(program(), "one\n");
  git_.commit("Notes");
  git_.write("perf/plot.py", "import os\n");
  EXPECT_EQ(build({"HEAD", ""})[1].hash, build({"HEAD~1"})[0].hash);
  EXPECT_EQ(builds(), 1U);
  git_.write("text", "two\n");
  EXPECT_EQ(program(), "two\n");
  EXPECT_EQ(builds(), 2U);
}

TEST_F(UnreadFilesTest, AreNotThoseThatABuildOpened) {
  write_script("cat \"$1\"/*.dat > bin/program");
  git_.write("a.dat", "1\n");
  EXPECT_EQ(program(), "1\n");
  git_.write("a.dat", "2\n");
  EXPECT_EQ(program(), "2\n");
  git_.write("b.dat", "3\n");
  EXPECT_EQ(program(), "2\n3\n");
  git_.write("perf/plot.py", "import csv\n");
  EXPECT_EQ(program(), "2\n3\n");
  EXPECT_EQ(builds(), 4U) << "the folder was listed, and has perf now";
  git_.write("perf/plot.py", "import json\n");
  EXPECT_EQ(program(), "2\n3\n");
  EXPECT_EQ(builds(), 4U);
}

TEST_F(UnreadFilesTest, AreInputsWhereTheProjectSaysSo) {
  site_.recipe.files = {"**"};
  EXPECT_EQ(program(), "one\n");
  git_.write("plot.py", "import csv\n");
  EXPECT_EQ(program(), "one\n");
  EXPECT_EQ(builds(), 2U);
}

// Services keep folders between jobs only if they are in the project.
TEST_F(BuilderTest, BuildsNothingForACacheInTheRepository) {
  site_.cache = git_.path() / "cache" / "spl";
  EXPECT_EQ(build({""})[0].failure, "");
  EXPECT_EQ(build({""})[0].failure, "");
  EXPECT_EQ(builds(), 1U);
  EXPECT_EQ(git_.git({"status", "--porcelain"}), "");
}

TEST_F(ProjectFolderTest, KnowsWhatWasReadWhereItsPathIsShort) {
  site_.recipe.project = fs::proximate(project_.path());
  write_script("cat \"" + project_.path().string() + "/text\" > bin/program");
  EXPECT_EQ(program(), "mine\n");
  project_.write("text", "changed\n");
  EXPECT_EQ(program(), "changed\n");
}

TEST_F(ProjectFolderTest, BuildsAnewForADocumentThatWasRead) {
  project_.write("NOTES", "one\n");
  write_script("cat \"$1/NOTES\" > bin/program");
  EXPECT_EQ(program(), "one\n");
  project_.write("NOTES", "two\n");
  EXPECT_EQ(program(), "two\n");
}

TEST_F(ProjectFolderTest, BuildsAnewForANameInAFolderThatWasListed) {
  write_script("ls \"$1/notes\" > bin/program");
  project_.write("notes/ONE", "");
  EXPECT_EQ(program(), "ONE\n");
  project_.write("notes/TWO", "");
  EXPECT_EQ(program(), "ONE\nTWO\n");
}

TEST_F(ProjectFolderTest, BuildsAnewForANameThatCouldBeLookedFor) {
  write_script("if test -e \"$1/hot.hpp\"; then echo hot; fi > bin/program");
  EXPECT_EQ(program(), "");
  project_.write("hot.hpp", "");
  EXPECT_EQ(program(), "hot\n");
}

TEST_F(ProjectFolderTest, LeavesOutWhatGitIgnores) {
  GitFolder of_its_own("benchmarks");
  of_its_own.write("make.sh", make("cat \"$1/text\" > bin/program"));
  of_its_own.write("text", "tracked\n");
  of_its_own.write(".gitignore", "*.hpp\n");
  of_its_own.commit("Benchmarks");
  site_.recipe.project = of_its_own.path();
  EXPECT_EQ(program(), "tracked\n");
  of_its_own.write("generated.hpp", "");
  EXPECT_EQ(program(), "tracked\n");
  EXPECT_EQ(builds(), 2U);
  of_its_own.write("untracked.cpp", "");
  EXPECT_EQ(program(), "tracked\n");
  EXPECT_EQ(builds(), 3U);
}

TEST_F(ProjectFolderTest, HeedsTheListOfFiles) {
  site_.recipe.files = {"make.sh", "src/**"};
  EXPECT_EQ(program(), "mine\n");
  EXPECT_EQ(builds(), 2U);
  project_.write("text", "changed\n");
  project_.write("hot.hpp", "");
  EXPECT_EQ(program(), "mine\n");
  EXPECT_EQ(builds(), 2U);
  project_.write("src/deep/README", "");
  EXPECT_EQ(program(), "changed\n");
  EXPECT_EQ(builds(), 3U);
}

TEST_F(BuilderTest, BuildsNothingForFormulasInARevision) {
  const std::string first = build({"HEAD"})[0].programs[0].path;
  git_.write("formulas.spl", "f(1) <= f@HEAD~1(1)\n");
  git_.write("spl.json", R"({ "budget": "2s" })");
  git_.commit("Formulas");
  EXPECT_EQ(build({"HEAD"})[0].programs[0].path, first);
  git_.write("text", "two\n");
  git_.commit("Two");
  EXPECT_NE(build({"HEAD"})[0].programs[0].path, first);
}

TEST_F(BuilderTest, GivesBuildsTheFilesThatCount) {
  git_.write("perf/work.cpp", "");
  git_.write("README", "");
  git_.write("report.json",
             R"({ "schema": 1, "settings": {}, "formulas": [] })");
  const auto repository = open_repository(git_.path());
  const Tree tree = repository->tree(repository->working_tree_revision());
  const auto names = [&](const BuildRecipe& recipe) {
    std::vector<std::string> result;
    for (const TreeFile& file :
         given_to_builds(tree, recipe, repository->folder())) {
      result.push_back(file.path);
    }
    return result;
  };
  EXPECT_THAT(names(site_.recipe),
              ElementsAre("README", "make.sh", "perf/work.cpp", "text"));
  site_.recipe.files = {"perf/**", "text"};
  EXPECT_THAT(names(site_.recipe), ElementsAre("perf/work.cpp", "text"));
  site_.recipe.project = git_.path() / "perf";
  site_.recipe.files = {"*.cpp", "../make.sh"};
  EXPECT_THAT(names(site_.recipe), ElementsAre("make.sh", "perf/work.cpp"));
}

TEST_F(BuilderTest, BuildsAnewWhatItUsesItself) {
  const fs::path header = git_.around().write("header.h", "one");
  git_.write("make.sh", make("cat '" + header.string() +
                             "' > bin/program; echo \"x.o: ../source/text\" > "
                             "x.d; echo '\"" +
                             header.string() + "\"' > build.ninja"));
  git_.commit("Reads a header");
  CachedBuilder builder(site_, limit_, 2);
  EXPECT_EQ(read_file(build(builder, {"HEAD"})[0].programs[0].path), "one");
  git_.around().write("header.h", "two");
  EXPECT_EQ(read_file(build(builder, {"HEAD"})[0].programs[0].path), "two");
}

TEST_F(BuilderTest, BuildsAnewWhatWasBuiltWithAnotherFileOutside) {
  const fs::path header = git_.around().write("usr/include/header.h", "one");
  const std::string escaped =
      std::regex_replace(header.string(), std::regex(" "), "\\ ");
  git_.write("make.sh",
             make("cat '" + header.string() +
                  "' > bin/program; echo 'x.o: " + escaped + "' > x.d"));
  git_.commit("Reads a header");
  const auto first = build({"HEAD"});
  EXPECT_EQ(read_file(first[0].programs[0].path), "one");
  git_.around().write("usr/include/header.h", "one");  // Touched.
  EXPECT_THAT(build({"HEAD"})[0].warnings, IsEmpty());
  EXPECT_EQ(builds(), 1U);
  git_.around().write("usr/include/header.h", "two");  // Upgraded.
  const auto second = build({"HEAD"});
  EXPECT_EQ(read_file(second[0].programs[0].path), "two");
  EXPECT_THAT(
      second[0].warnings,
      ElementsAre("the program of " +
                  to_text(open_repository(git_.path())->resolve("HEAD")) +
                  " was built again, because " + header.string() +
                  " has changed since"));
}

// As by `touch -r`.
TEST_F(BuilderTest, BuildsAnewWhatACompilerOfOneSizeAndTimeMade) {
  const auto replace_compiler = [&](const std::string& letter) {
    fs::path path = git_.around().write(
        "tools/cc", "#!/bin/sh\nprintf " + letter + " > \"$1\"\n");
    fs::permissions(path, fs::perms::owner_all);
    fs::last_write_time(path, fs::file_time_type{});
    return path;
  };
  site_.environment = {"PATH=" + replace_compiler("a").parent_path().string() +
                       ':' + std::getenv("PATH")};
  git_.write("make.sh", make("cc bin/program"));
  git_.commit("Compiles");
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path), "a");
  const fs::path compiler = replace_compiler("b");
  const auto built = build({"HEAD"});
  EXPECT_EQ(read_file(built[0].programs[0].path), "b");
  EXPECT_THAT(built[0].warnings,
              ElementsAre(testing::EndsWith("because " + compiler.string() +
                                            " has changed since")));
}

TEST_F(BuilderTest, BuildsAnewWhatReadsThroughLinksThatLeaveTheTree) {
  const fs::path text = git_.around().write("far/text", "one");
  const fs::path header = git_.around().write("far/folder/header", "one");
  fs::remove(git_.path() / "text");
  fs::create_symlink(text, git_.path() / "text");
  fs::create_symlink(header.parent_path(), git_.path() / "folder");
  git_.write("make.sh",
             make("cat \"$1/text\" \"$1/folder/header\" > bin/program; "
                  "echo \"\\\"$1/folder/header\\\"\" > build.ninja"));
  git_.commit("Links");
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path), "oneone");
  git_.around().write("far/text", "two");
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path), "twoone");
  git_.around().write("far/folder/header", "two");
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path), "twotwo");
  EXPECT_THAT(build({"HEAD"})[0].warnings, IsEmpty());
  EXPECT_EQ(builds(), 3U);
}

TEST_F(BuilderTest, BuildsAnewWhenAFileThatItsCommandsNameHasChanged) {
  const fs::path cache = git_.around().write("init.cmake", "one");
  const fs::path tools = git_.around().write("tools.cmake", "one");
  git_.write("make.sh", make("cat \"$1\" \"${2#*=}\" > bin/program"));
  git_.commit("Reads what its command names");
  site_.recipe.build = {"sh", "{source}/make.sh", cache.string(),
                        "-DTOOLS:PATH=" + tools.string()};
  const auto program = [&] {
    const auto built = build({"HEAD"});
    EXPECT_EQ(built[0].failure, "");
    return read_file(built[0].programs.at(0).path);
  };
  EXPECT_EQ(program(), "oneone");
  git_.around().write("init.cmake", "two");
  EXPECT_EQ(program(), "twoone");
  git_.around().write("tools.cmake", "two");
  EXPECT_EQ(program(), "twotwo");
  EXPECT_EQ(program(), "twotwo");
  EXPECT_EQ(builds(), 3U);
}

TEST_F(BuilderTest, LaysTheOverlayOverARevision) {
  git_.write("bench/a", "old\n");
  git_.write("bench/b", "old\n");
  git_.write("make.sh", make("cat \"$1\"/bench/* > bin/program"));
  git_.commit("Bench");
  fs::remove(git_.path() / "bench/a");
  git_.write("bench/c", "new\n");
  const auto repository = open_repository(git_.path());
  const Revision head = repository->resolve("HEAD");
  const Tree tree = overlaid(repository->tree(head), {"bench"}, git_.path(),
                             repository->folder());
  CachedBuilder builder(site_, limit_, 2);
  const auto built = builder.build(
      {{head, tree}},
      [&](const TreeFile& file) { return repository->content(file); }, {});
  EXPECT_EQ(read_file(built[0].programs[0].path), "old\nnew\n");
}

TEST_F(BuilderTest, LaysLinksAndPipesOverARevisionAsTheyAre) {
  fs::create_directory(git_.path() / "bench");
  fs::create_symlink("circular", git_.path() / "bench/circular");
  ASSERT_EQ(mkfifo((git_.path() / "bench/pipe").c_str(), 0600), 0);
  git_.write("make.sh", make("readlink \"$1/bench/circular\" > bin/program\n"
                             "ls \"$1/bench\" >> bin/program"));
  git_.commit("Bench");
  const auto repository = open_repository(git_.path());
  const Revision head = repository->resolve("HEAD");
  const Tree tree = overlaid(repository->tree(head), {"bench"}, git_.path(),
                             repository->folder());
  CachedBuilder builder(site_, limit_, 2);
  const auto built = builder.build(
      {{head, tree}},
      [&](const TreeFile& file) { return repository->content(file); }, {});
  ASSERT_EQ(built[0].failure, "");
  EXPECT_EQ(read_file(built[0].programs[0].path), "circular\ncircular\n");
}

TEST_F(BuilderTest, FailsOnlyARevisionWhoseTreeWouldWriteElsewhere) {
  const fs::path outside = git_.around().path() / "outside";
  fs::create_directory(outside);
  const std::string below =
      git_.store_tree({{"100644", "planted", git_.store("bad")}});
  const std::string bad = git_.commit_tree(
      git_.store_tree({{"120000", "sub", git_.store(outside.string())},
                       {"40000", "sub", below}}));
  const auto built = build({bad, "HEAD"});
  EXPECT_EQ(built[0].failure,
            "cannot be checked out: the tree has sub/planted below sub, which "
            "is not a folder in it; such a tree cannot be checked out");
  EXPECT_EQ(built[1].failure, "");
  EXPECT_TRUE(fs::is_empty(outside));
}

TEST_F(BuilderTest, BuildsEachRevisionFromNothing) {
  const std::string step =
      "test ! -e left && touch left\n"
      "test ! -e \"$1/left\" && mkdir \"$1/left\"\n"
      "echo changed >> \"$1/other\"\n"
      "stat -c %Y \"$1/text\" > bin/program\ncat \"$1/other\" >> bin/program";
  git_.write("make.sh", make(step));
  git_.write("other", "as committed\n");
  git_.commit("Two");
  git_.write("text", "three\n");
  git_.commit("Three");
  for (const char* name : {"HEAD~1", "HEAD"}) {
    const auto built = build({name});
    ASSERT_EQ(built[0].failure, "");
    // Files have one time, whenever they were written.
    EXPECT_EQ(read_file(built[0].programs[0].path),
              "946684800\nas committed\nchanged\n");
  }
}

TEST_F(BuilderTest, ChecksOutLinksAndExecutables) {
  git_.write("run", "#!/bin/sh\nprintf linked > bin/program\n");
  fs::permissions(git_.path() / "run", fs::perms::owner_all);
  fs::create_symlink("run", git_.path() / "link");
  git_.write("make.sh", make("\"$1/link\""));
  git_.commit("Link");
  const auto built = build({"HEAD"});
  ASSERT_EQ(built[0].failure, "");
  EXPECT_EQ(read_file(built[0].programs[0].path), "linked");
}

TEST_F(BuilderTest, SeesEveryCompilerThatIsNamedInAnyWay) {
  const TemporaryFolder cache("spl_test_");  // $CC is taken as words.
  site_.cache = cache.path();
  site_.guard = SPL_RUN;
  const fs::path gcc = *in_search_path("gcc", site_.environment);
  site_.environment.push_back("CC=" + gcc.string());
  // What nobody can see is not known: a compiler by its path.
  git_.write("make.sh",
             make("for number in 1 2 3; do\n"
                  "  echo \"int f$number(void) { return 0; }\" > f$number.c\n"
                  "done\necho 'int main(void) { return 0; }' > main.c\n"
                  "gcc -O2 -c f1.c\n$CC -O3 -c f2.c\n" +
                  gcc.string() + " -c f3.c\n" +
                  "ar cr libf.a f1.o f2.o\nmv libf.a bin\n"
                  "cc main.c f3.o -Lbin -lf -o bin/program"));
  git_.commit("Compilers");
  const auto built = build({"HEAD"});
  ASSERT_EQ(built[0].failure, "");
  const std::string name = fs::canonical(gcc).filename().string();
  EXPECT_THAT(compiled_code(built[0].programs[0].path).sources,
              ElementsAre(CompiledSource{"build/f1.c", name + " -O2"},
                          CompiledSource{"build/f2.c", name + " -O3"},
                          CompiledSource{"build/f3.o", ""},
                          CompiledSource{"build/main.c", name}));
}

TEST_F(BuilderTest, LinksPlainlyWhereTheFlagsAreOfNoUse) {
  site_.guard = SPL_RUN;
  site_.recipe.linker_flags = "-Wl,--no-such-option";
  git_.write("main.c", "int main(void) { return 0; }\n");
  git_.write("make.sh", make("cc -O2 \"$1/main.c\" -o bin/program"));
  git_.commit("Links");
  EXPECT_EQ(build({"HEAD"})[0].failure, "");
}

TEST_F(BuilderTest, GivesCompilersTheirInput) {
  site_.guard = SPL_RUN;
  git_.write("make.sh", make("echo 'int main(void) { return 0; }' |\n"
                             "  cc -O2 -xc - -o bin/program"));
  git_.commit("Pipes");
  EXPECT_EQ(build({"HEAD"})[0].failure, "");
}

TEST_F(BuilderTest, CleansTheEnvironment) {
  git_.write("make.sh", make("env | sort > bin/program"));
  git_.commit("Environment");
  site_.environment = {std::string("PATH=") + std::getenv("PATH"),
                       "GIT_DIR=/x",
                       "LANG=de_DE.UTF-8",
                       "CXXFLAGS=-O1",
                       "COMPILER_PATH=/tools",
                       "MAKEFLAGS=-j",
                       "CCACHE_DIR=/c",
                       "CCACHE_NODISABLE=1",
                       "HOME=/h",
                       "CMAKE_C_COMPILER_LAUNCHER=/usr/bin/ccache;x=1",
                       "CMAKE_CXX_COMPILER_LAUNCHER=distcc"};
  site_.recipe.compiler_flags = "-g";
  site_.recipe.linker_flags = "-s";
  const std::string text = read_file(build({"HEAD"})[0].programs[0].path);
  // What is not set is left to the build.
  EXPECT_THAT(text, HasSubstr("\nCXXFLAGS=-O1\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("\nCFLAGS")));
  EXPECT_THAT(text, testing::Not(HasSubstr("\nLDFLAGS")));
  EXPECT_THAT(text, HasSubstr("LC_ALL=C\n"));
  EXPECT_THAT(text, HasSubstr("SOURCE_DATE_EPOCH=0\n"));
  EXPECT_THAT(text, HasSubstr("CCACHE_DIR=/c\n"));
  EXPECT_THAT(text, HasSubstr("COMPILER_PATH=/tools\n"));
  EXPECT_THAT(text, HasSubstr("CCACHE_DISABLE=1\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("CCACHE_NODISABLE")));
  EXPECT_THAT(text, testing::Not(HasSubstr("CMAKE_C_COMPILER_LAUNCHER")));
  EXPECT_THAT(text, HasSubstr("CMAKE_CXX_COMPILER_LAUNCHER=distcc\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("GIT_DIR")));
  EXPECT_THAT(text, testing::Not(HasSubstr("LANG=")));
  EXPECT_THAT(text, testing::Not(HasSubstr("MAKEFLAGS")));
}

/// Variables from which compilers and linkers make other programs.
constexpr const char* kHeeded[] = {"CCACHE_COMPILER",
                                   "CCACHE_PATH",
                                   "CCACHE_PREFIX",
                                   "CCC_OVERRIDE_OPTIONS",
                                   "CLANG_NO_DEFAULT_CONFIG",
                                   "COMPILER_PATH",
                                   "GCC_COMPARE_DEBUG",
                                   "GCC_EXEC_PREFIX",
                                   "GNUTARGET",
                                   "LDEMULATION",
                                   "LD_RUN_PATH",
                                   "LLD_VERSION",
                                   "OBJCPLUS_INCLUDE_PATH",
                                   "OBJC_INCLUDE_PATH",
                                   "SDKROOT"};

TEST_F(BuilderTest, GivesBuildsTheVariablesThatCompilersHeed) {
  // The shell of the build adds its own.
  git_.write("make.sh", make("env | grep '=heeded$' | sort > bin/program"));
  git_.commit("Environment");
  std::string expected;
  for (const char* name : kHeeded) {
    site_.environment.push_back(std::string(name) + "=heeded");
    expected += std::string(name) + "=heeded\n";
  }
  // These only make compilers print or write more.
  for (const char* name : {"CC_LOG_DIAGNOSTICS", "COLLECT_NO_DEMANGLE",
                           "DEPENDENCIES_OUTPUT", "GCC_COLORS", "MOLD_REPRO"}) {
    site_.environment.push_back(std::string(name) + "=heeded");
  }
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path), expected);
}

TEST_F(BuilderTest, BuildsAnewWithOtherVariablesThatCompilersHeed) {
  std::set<std::string> programs{build({"HEAD"})[0].programs[0].path};
  const std::vector<std::string> without = site_.environment;
  for (const std::string name : kHeeded) {
    for (const char* value : {"=one", "=two"}) {
      site_.environment = without;
      site_.environment.push_back(name + value);
      EXPECT_TRUE(programs.insert(build({"HEAD"})[0].programs[0].path).second)
          << name << value;
    }
  }
}

TEST_F(BuilderTest, BuildsWithTheToolsOfCompilerPath) {
  const fs::path assembler = git_.around().write("tools/as", "");
  fs::permissions(assembler, fs::perms::owner_all);
  git_.write("make.sh", make("cc -print-prog-name=as > bin/program"));
  git_.commit("Assembler");
  site_.environment.push_back("COMPILER_PATH=" +
                              assembler.parent_path().string());
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path),
            assembler.string() + '\n');
}

// ccache 4.7.5 compiles nothing, and succeeds, where it meets a variable that
// it does not support, unless it is disabled. The variable takes a path without
// spaces.
TEST_F(BuilderTest, CompilesWithCcacheInPlaceOfTheCompiler) {
  const TemporaryFolder cache("spl_test_");
  site_.cache = cache.path();
  const fs::path compiler = git_.around().write(
      "ccache/cc",
      "#!/bin/sh\n[ -n \"$CCACHE_DISABLE\" ] ||\n"
      "  [ -z \"$SUNPRO_DEPENDENCIES\" ] || exit 0\nexec cp \"$2\" \"$4\"\n");
  fs::permissions(compiler, fs::perms::owner_all);
  site_.environment = {"PATH=" + compiler.parent_path().string() + ':' +
                       std::getenv("PATH")};
  git_.write("make.sh", make("cc -c \"$1/text\" -o bin/program"));
  git_.commit("Compiles");
  const auto built = build({"HEAD"});
  ASSERT_EQ(built[0].failure, "");
  EXPECT_EQ(read_file(built[0].programs[0].path), "one\n");
}

/// Several builds of HEAD, and what each wrote.
class SeveralBuildsTest : public BuilderTest {
 protected:
  SeveralBuildsTest() {
    site_.guard = SPL_RUN;
    // The last compiler of its name in PATH shows what it gets.
    const fs::path tool = git_.around().write(
        "tools/c++", "#!/bin/sh\nprintf '%s\\n' \"$@\" > bin/program\n");
    fs::permissions(tool, fs::perms::owner_all);
    site_.environment[0] =
        "PATH=" + tool.parent_path().string() + ':' + std::getenv("PATH");
    git_.write("make.sh", make("c++ main.cpp -o bin/program"));
    git_.commit("Flags");
  }

  std::vector<Built> build_several(std::size_t builds) {
    CachedBuilder builder(site_, limit_, 2);
    const auto repository = open_repository(git_.path());
    const Revision head = repository->resolve("HEAD");
    return builder.build(
        several_of_each({{head, repository->tree(head)}}, builds),
        [&](const TreeFile& file) { return repository->content(file); },
        [this](const BuildNews& news) {
          if (news.what == BuildNews::What::kStarts) return;
          progress_.push_back(news.revision.substr(news.revision.find(')')));
        });
  }
};

TEST_F(SeveralBuildsTest, AreCompiledWithOtherSeeds) {
  const auto built = build_several(2);
  ASSERT_EQ(built.size(), 2U);
  for (const char* number : {"1", "2"}) {
    const std::string text = read_file(
        built[static_cast<std::size_t>(*number - '1')].programs[0].path);
    EXPECT_THAT(text, StartsWith(std::string("-frandom-seed=") + number +
                                 "\n-ffile-prefix-map=" +
                                 (site_.cache / "lanes").string()));
    EXPECT_THAT(text, EndsWith("/0=.\nmain.cpp\n-o\nbin/program\n"));
  }
  EXPECT_THAT(progress_,
              testing::UnorderedElementsAre("), build 1", "), build 1",
                                            "), build 2", "), build 2"));
  EXPECT_EQ(builds(), 2U);
  EXPECT_EQ(build_several(3)[1].programs, built[1].programs);
  EXPECT_EQ(builds(), 3U);
  EXPECT_NE(build({"HEAD"})[0].programs, built[0].programs);
  EXPECT_EQ(builds(), 4U);
}

TEST_F(SeveralBuildsTest, EndWithTheFirstThatFails) {
  git_.write("make.sh", make("exit 1"));
  git_.commit("Broken");
  const auto built = build_several(3);
  EXPECT_LT(builds(), 3U);  // Two may begin at once.
  for (const Built& one : built) EXPECT_NE(one.failure, "");
}

TEST_F(SeveralBuildsTest, AreLinkedInOrdersOfTheirOwn) {
  site_.recipe.shuffles_builds = true;
  const auto linker = find_shuffling_linker(site_.environment);
  ASSERT_TRUE(linker);
  const auto built = build_several(2);
  for (const std::uint32_t number : {1U, 2U}) {
    const std::string text = read_file(built[number - 1].programs[0].path);
    EXPECT_THAT(text, StartsWith("-fuse-ld=" + linker->name + "\n-Wl," +
                                 shuffle_option(*linker, number) +
                                 "\n-frandom-seed=" + std::to_string(number) +
                                 "\n-ffunction-sections\n"));
  }
  EXPECT_NE(built[0].content, built[1].content);
}

TEST_F(SeveralBuildsTest, AreEqualWhereProgramsAndLibrariesAre) {
  git_.write("make.sh", make("cp \"$1/text\" bin/program"));
  git_.commit("As it was");
  const auto built = build_several(2);
  EXPECT_NE(built[0].programs, built[1].programs);
  EXPECT_EQ(built[0].content, built[1].content);
  std::ofstream(built[0].programs[0].catalogue) << "what it told";
  EXPECT_EQ(build_several(1)[0].content, built[1].content);
}

TEST_F(BuilderTest, TellsHowABuildFailed) {
  git_.write("make.sh", make("echo 'no such thing' >&2; exit 7"));
  git_.commit("Broken");
  EXPECT_EQ(failure(),
            "cannot be built: sh 'TMP/cache/lanes/LANE/0/source/make.sh' "
            "'TMP/cache/lanes/LANE/0/source' 'TMP/cache/lanes/LANE/0/build' "
            "exited with status 7; the end of TMP/cache/logs/LOG.log:\n"
            "    $ sh 'TMP/cache/lanes/LANE/0/source/make.sh' "
            "'TMP/cache/lanes/LANE/0/source' 'TMP/cache/lanes/LANE/0/build'\n"
            "    no such thing");
}

TEST_F(BuilderTest, ShowsALogFromTheCauseOn) {
  git_.write("make.sh", make("echo 'a.c:1: error: no' >&2\n"
                             "seq 40\necho stopped; exit 1"));
  git_.commit("Broken");
  const std::string text = failure();
  EXPECT_THAT(text, HasSubstr(".log:\n    a.c:1: error: no\n    1\n"));
  EXPECT_THAT(text, EndsWith("\n    19"));
}

TEST_F(BuilderTest, ShowsWhatACompilerSaidBeforeWhatNinjaSaysOfIt) {
  git_.write("make.sh",
             make("echo 'FAILED: a.o'; echo 'c++ -c a.c'; "
                  "echo 'a.c:1: error: no'; echo 'ninja: stopped'; exit 1"));
  git_.commit("Broken");
  EXPECT_THAT(failure(),
              EndsWith(".log:\n    a.c:1: error: no\n    ninja: stopped"));
  git_.write("make.sh", make("echo one; echo 'FAILED: a.o'; exit 1"));
  git_.commit("Silent");
  EXPECT_THAT(failure(), EndsWith(".log:\n    FAILED: a.o"));
  git_.write("make.sh",
             make("echo 'make: clang-3.8: No such file or directory'; "
                  "echo 'make: *** [a.o] Error 127'; exit 2"));
  git_.commit("Missing");
  EXPECT_THAT(failure(),
              EndsWith(".log:\n"
                       "    make: clang-3.8: No such file or directory\n"
                       "    make: *** [a.o] Error 127"));
}

TEST_F(BuilderTest, BuildsNoMoreIfTheFirstAndTheLastFailForOneReason) {
  const auto breaks = [&](const std::string& error, const char* subject) {
    git_.write("make.sh", make("echo \"$1/" + error + "\"; exit 1"));
    git_.commit(subject);
  };
  CachedBuilder builder(site_, limit_, 1);
  breaks("a.c:1: error: no", "One");
  for (const char* text : {"Two", "Three", "Four"}) {
    git_.write("text", text);
    git_.commit(text);
  }
  const auto built = build(builder, {"HEAD~3", "HEAD~2", "HEAD~1", "HEAD"});
  EXPECT_EQ(builds(), 2U);
  EXPECT_THAT(built[0].failure, StartsWith("cannot be built: "));
  EXPECT_THAT(built[3].failure, StartsWith("cannot be built: "));
  const auto hash = [&](const std::string& revision) {
    return git_.git({"rev-parse", revision}).substr(0, 10);
  };
  EXPECT_EQ(built[1].failure,
            "has not been built, since " + hash("HEAD~3") + " (One) and " +
                hash("HEAD") +
                " (Four) cannot be built for one reason: source/a.c:1: error: "
                "no");
  EXPECT_EQ(built[2].failure, built[1].failure);
  breaks("b.c:2: error: another", "Five");
  const auto others = build(builder, {"HEAD~3", "HEAD~2", "HEAD"});
  EXPECT_THAT(others[1].failure, StartsWith("cannot be built: "));
}

// The user's own file names it.
TEST_F(BuilderTest, BuildsNoMoreIfTheFirstAndTheLastMakeNoProgram) {
  for (const char* text : {"One", "Two", "Three"}) {
    git_.write("text", text);
    git_.commit(text);
  }
  site_.recipe.programs = {"{build}/bunch"};
  CachedBuilder builder(site_, limit_, 1);
  const auto built = build(builder, {"HEAD~2", "HEAD~1", "HEAD"});
  EXPECT_EQ(builds(), 2U);
  EXPECT_THAT(built[1].failure,
              EndsWith(" (Three) cannot be built for one reason: there is no "
                       "program {build}/bunch"));
}

TEST_F(BuilderTest, TriesABuildThatFailsOnce) {
  git_.write("make.sh", make("exit 1"));
  git_.commit("Broken");
  CachedBuilder builder(site_, limit_, 2);
  const std::string failure = build(builder, {"HEAD"})[0].failure;
  EXPECT_EQ(build(builder, {"HEAD", "HEAD~1"})[0].failure, failure);
  EXPECT_EQ(builds(), 2U);
  ASSERT_FALSE(news_.empty());
  EXPECT_EQ(news_[1].failure, failure);
}

TEST_F(BuilderTest, TriesABuildThatFailsOnceInAnUndertaking) {
  git_.write("make.sh", make("echo 'a.c:1: error: no'; exit 1"));
  git_.commit("Broken");
  const auto failure_in = [&](const std::string& undertaking) {
    CachedBuilder builder(site_, limit_, 2);
    builder.go_on(undertaking);
    return build(builder, {"HEAD"})[0].failure;
  };
  const std::string failure = failure_in("audit 1");
  EXPECT_THAT(failure, HasSubstr("a.c:1: error: no"));
  EXPECT_EQ(failure_in("audit 1"), failure);
  EXPECT_EQ(builds(), 1U);
  // What the build lacked may be there by now.
  EXPECT_EQ(failure_in("audit 2"), failure);
  EXPECT_EQ(failure_in(""), failure);
  EXPECT_EQ(builds(), 3U);
}

TEST_F(BuilderTest, TellsThatTheDiskIsFull) {
  git_.write("make.sh",
             make("echo 'cc: a.o: No space left on device' >&2; exit 1"));
  git_.commit("Large");
  EXPECT_EQ(failure(),
            "is not built, since the disk is full: cannot write below "
            "TMP/cache/lanes/LANE/0/build: No space left on device; free some "
            "space, or keep fewer built programs with -s cache-limit=SIZE");
}

TEST_F(BuilderTest, ReadsALogFromItsEnd) {
  // As large as a log may be, without blocks on the disk but for its end.
  git_.write("make.sh",
             make("truncate -s 60M /dev/stdout; echo; echo last; exit 1"));
  git_.commit("Talkative");
  EXPECT_THAT(failure(), EndsWith("\n    last"));
}

TEST_F(BuilderTest, GoesOnWithTheOthersWhenABuildFails) {
  git_.write("make.sh", make("exit 1"));
  git_.commit("Broken");
  git_.write("make.sh", make("echo well > bin/program"));
  git_.commit("Mended");
  const auto built = build({"HEAD~2", "HEAD~1", "HEAD"});
  EXPECT_EQ(built[0].failure, "");
  EXPECT_NE(built[1].failure, "");
  EXPECT_EQ(built[2].failure, "");
}

TEST_F(BuilderTest, EndsABuildThatHangs) {
  git_.write("make.sh", make("sleep 1000 & sleep 1000"));
  git_.commit("Hang");
  site_.recipe.timeout = std::chrono::milliseconds(300);
  EXPECT_THAT(
      failure(),
      HasSubstr("' did not end within 300 ms and was killed; the end of "
                "TMP/cache/logs/LOG.log:\n"));
}

TEST_F(BuilderTest, TellsOfAToolThatIsNotThere) {
  site_.recipe.configure = {"no-such-tool", "{source}"};
  EXPECT_EQ(failure(),
            "cannot be configured: no-such-tool "
            "'TMP/cache/lanes/LANE/0/source' could not be started: No such "
            "file or directory; the end of TMP/cache/logs/LOG.log:\n"
            "    $ no-such-tool 'TMP/cache/lanes/LANE/0/source'");
}

TEST_F(BuilderTest, TellsOfABuildWithoutTheProgram) {
  site_.recipe.programs = {"{build}/bin/other"};
  EXPECT_THAT(
      failure(),
      StartsWith("is built, but there is no program {build}/bin/other "
                 "(TMP/cache/lanes/LANE/0/build/bin/other); name what the "
                 "build makes as \"program\" in \"revisions\" of spl.json, or "
                 "in \"commands\"; the end of TMP/cache/logs/LOG.log:\n"));
}

TEST_F(BuilderTest, StartsFromNothingAfterItWasKilled) {
  git_.write("make.sh", make("echo half >> half; cp half bin/program"));
  git_.commit("Half");
  ASSERT_EQ(build({"HEAD"})[0].failure, "");
  // As a process that was killed in mid-build leaves a build slot.
  std::ofstream(only_slot() / "busy") << "";
  git_.write("text", "two\n");
  git_.commit("Two");
  EXPECT_EQ(read_file(build({"HEAD"})[0].programs[0].path), "half\n");
}

TEST_F(BuilderTest, BuildsADamagedProgramAnew) {
  const auto first = build({"HEAD"});
  std::ofstream(first[0].programs[0].path, std::ios::app) << "damage";
  const auto second = build({"HEAD"});
  EXPECT_EQ(read_file(second[0].programs[0].path), "one\n");
  EXPECT_THAT(
      second[0].warnings,
      ElementsAre(
          "the program of " + git_.git({"rev-parse", "HEAD"}).substr(0, 10) +
          " (One) was built again, because the stored one was damaged"));
  EXPECT_EQ(builds(), 2U);
  EXPECT_THAT(build({"HEAD"})[0].warnings, IsEmpty());
}

TEST_F(BuilderTest, WaitsForAnotherThatBuildsTheSame) {
  // It goes on when the other one waits for a lock of the cache.
  git_.write("make.sh",
             make("waits() {\n"
                  "  find '" +
                  site_.cache.string() +
                  "' -type f -printf '.> FLOCK .*:%i \\n' |"
                  " grep -q -f - /proc/locks\n"
                  "}\n"
                  "for i in $(seq 6000); do waits && break; sleep 0.01; done\n"
                  "waits\n"
                  "cp \"$1/text\" bin/program"));
  git_.commit("Slow");
  std::vector<Built> one;
  std::vector<Built> two;
  {
    const std::jthread other([&] { one = build({"HEAD"}); });
    CachedBuilder builder(site_, limit_, 2);
    two = build(builder, {"HEAD"});
  }
  EXPECT_EQ(one[0].programs, two[0].programs);
  EXPECT_EQ(builds(), 1U);
}

TEST_F(BuilderTest, RemovesWhatWasNotUsedLongest) {
  const std::string kept = build({"HEAD"})[0].programs[0].path;
  git_.write("text", "two\n");
  git_.commit("Two");
  limit_ = 0;
  CachedBuilder builder(site_, limit_, 2);
  const std::string used = build(builder, {"HEAD"})[0].programs[0].path;
  EXPECT_FALSE(fs::exists(kept));
  EXPECT_TRUE(fs::exists(used));
}

TEST_F(BuilderTest, RemovesLogsThatWereNotUsedLongest) {
  const auto logs = [&] {
    std::size_t count = 0;
    for (const auto& one : fs::directory_iterator(site_.cache / "logs")) {
      count += one.is_regular_file() ? 1 : 0;
    }
    return count;
  };
  ASSERT_EQ(build({"HEAD"})[0].failure, "");
  git_.write("make.sh", make("yes | head -c 3000000; exit 1"));
  git_.commit("Talkative");
  ASSERT_NE(build({"HEAD"})[0].failure, "");
  EXPECT_EQ(logs(), 2U);
  const ProgramCache full(site_.cache, 1'000'000);
  std::uintmax_t sum = 0;
  for (const CacheEntry& entry : full.entries()) sum += entry.size;
  EXPECT_GT(sum, 3'000'000U);
  ProgramCache(site_.cache, 1'000'000).trim();
  EXPECT_LT(logs(), 2U);
  sum = 0;
  for (const CacheEntry& entry : full.entries()) sum += entry.size;
  EXPECT_LE(sum, 1'000'000U);
}

TEST_F(BuilderTest, KeepsTheLogOfAProgramInUse) {
  CachedBuilder builder(site_, limit_, 2);
  ASSERT_EQ(build(builder, {"HEAD"})[0].failure, "");
  ProgramCache(site_.cache, 0).trim();
  EXPECT_FALSE(fs::is_empty(site_.cache / "logs"));
}

TEST_F(BuilderTest, ListsWhatIsKept) {
  ASSERT_EQ(build({"HEAD"})[0].failure, "");
  const ProgramCache cache(site_.cache, limit_);
  const auto entries = cache.entries();
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_THAT(listing(cache), StartsWith(site_.cache.string() + ": "));
  EXPECT_THAT(listing(cache), HasSubstr("  the log of a build  "));
  EXPECT_THAT(listing(cache),
              HasSubstr(" (One)  " + (site_.cache / "programs").string()));
  EXPECT_THAT(listing(cache), HasSubstr("  a folder to build in  "));
}

TEST_F(BuilderTest, TellsOfACacheThatCannotBeWritten) {
  std::ofstream(git_.around().path() / "file") << "";
  site_.cache = git_.around().path() / "file/cache";
  try {
    (void)build({"HEAD"});
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), "cannot make the folder " +
                                (build_slots(site_) / "0").string() +
                                ": Not a directory; set XDG_CACHE_HOME to a "
                                "folder that can be written");
  }
}

TEST_F(BuilderTest, BuildsAgainInALaneWithOtherFlags) {
  git_.write("make.sh", make("cat \"$1/text\" flags > bin/program || true"));
  git_.commit("Flags");
  const auto repository = open_repository(git_.path());
  const Revision head = repository->resolve("HEAD");
  BuildSlot build_slot(build_slots(site_));
  const SlotBuild built =
      build_in(build_slot, {head, repository->tree(head)},
               [&](const TreeFile& file) { return repository->content(file); },
               site_, {git_.around().path() / "log", 1});
  std::ofstream(built.build / "flags") << "flags\n";
  EXPECT_EQ(
      run_tool({built.build_command, built.build, built.environment, built.log,
                std::chrono::seconds(60), build_slot.descriptor()})
          .status,
      0);
  EXPECT_EQ(read_file(built.programs[0]), "one\nflags\n");
}

}  // namespace
}  // namespace spl::runner
