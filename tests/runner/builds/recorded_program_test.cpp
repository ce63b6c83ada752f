#include "runner/builds/recorded_program.hpp"
#include "runner/layouts/link_series.hpp"

#include <gmock/gmock.h>

#include <unistd.h>

#include <cstdlib>
#include <regex>
#include <thread>

#include "runner/settings/build_recipe.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

int status_of(const fs::path& program) {
  return WEXITSTATUS(std::system(("'" + program.string() + "'").c_str()));
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> result;
  for (const auto& one : fs::directory_iterator(folder)) {
    result.push_back(one.path().filename().string());
  }
  return result;
}

/// The workload of a program is the status that it exits with.
class StatusLauncher : public Launcher {
 public:
  workload::CatalogueAnswer catalogue(const std::string& program) override {
    const int status = status_of(program);
    std::this_thread::sleep_for(start);
    if (status > 100) throw UnusableProgram(program, "was killed");
    workload::CatalogueAnswer answer;
    answer.entries.push_back({workload::EntryFacts::Kind::kWorkload,
                              std::to_string(status),
                              {},
                              {},
                              {},
                              {}});
    asked.push_back(program);
    return answer;
  }
  BlockResult measure(const Block& /*block*/) override { return {}; }
  void prepare(const Placement& /*placement*/) override {}
  std::vector<HostRecord> hosts() override { return {}; }

  std::chrono::nanoseconds start{0};
  std::vector<std::string> asked;
};

/// A program of two objects, a static and a shared library, linked by GNU's
/// linker through a stand-in that leaves a record.
class RecordedProgramTest : public ::testing::Test {
 protected:
  RecordedProgramTest() {
    const fs::path tools = write("tools/ld", R"(#!/bin/sh
previous=
for word; do
  case $previous in -o) output=$word ;; esac
  previous=$word
done
/usr/bin/ld "$@" || exit
case $output in *.so) exit ;; esac
mkdir -p "$output.link"
printf '%s\0' /usr/bin/ld "$PWD" "$@" >"$output.link/record"
touch -r "$output" "$output.link/record"
)");
    fs::permissions(tools, fs::perms::owner_all);
    write("src/main.cpp",
          "int one(); int two(); int three(int);\n"
          "int main() { return one() + two() + three(4); }\n");
    write("src/static.cpp",
          "int one() { return 1; }\nint two() { return 2; }\n");
    write("src/shared.cpp", "int three(int n) { return n + 30; }\n");
    build();
  }

  fs::path write(const std::string& name, const std::string& content) const {
    return folder_.write(name, content);
  }

  void build(const std::string& flags = "-ffunction-sections",
             const std::string& link_flags = "") const {
    fs::create_directories(program_.parent_path() / "lib");
    const std::string script =
        "set -e\ncd '" + program_.parent_path().string() +
        "'\n"
        "for part in main static; do\n"
        "  g++ -g " +
        flags +
        " -c ../src/$part.cpp -o $part.o\n"
        "done\n"
        "rm -f libstatic.a parts thin\nar cr libstatic.a static.o\n"
        "cp libstatic.a parts\nar crT thin static.o\n"
        "g++ -fPIC -shared ../src/shared.cpp -o lib/libshared.so\n"
        "g++ -B../tools/ " +
        flags + ' ' + link_flags +
        " main.o -L. -lstatic -Llib -lshared '-Wl,-rpath,$ORIGIN/lib' "
        "-o program\n";
    write("make.sh", script);
    ASSERT_EQ(status_of("/bin/sh' '" + (folder_.path() / "make.sh").string()),
              0);
  }

  ProgramLinks links(
      std::chrono::nanoseconds longest = std::chrono::minutes(5)) {
    RecordedPrograms programs(launcher_, environment_, cache_, 1'000'000'000);
    return programs.links(program_.string(), longest);
  }

  /// Builds the program from the sources one, two and main.
  void build_of_two_archives() const {
    fs::create_directories(program_.parent_path());
    write("make.sh",
          "set -e\ncd '" + program_.parent_path().string() +
              "'\nfor part in main one two; do\n"
              "  g++ -O1 -ffunction-sections -c ../src/$part.cpp -o $part.o\n"
              "done\nar cr libone.a one.o\nar cr libtwo.a two.o\n"
              "g++ -B../tools/ main.o -Wl,--start-group libone.a libtwo.a "
              "-Wl,--end-group -o program\n");
    ASSERT_EQ(status_of("/bin/sh' '" + (folder_.path() / "make.sh").string()),
              0);
  }

  void make_record_recent() const {
    fs::last_write_time(link_record_file(program_),
                        fs::last_write_time(program_));
  }

  enum class Others { kKept, kNone };

  /// A script in the place of mold, beside other linkers or alone.
  fs::path set_mold(const std::string& script, Others others) {
    fs::path mold = write("script/ld.mold", "#!/bin/sh\n" + script);
    fs::permissions(mold, fs::perms::owner_all);
    environment_ = {"PATH=" + mold.parent_path().string()};
    if (others == Others::kKept) {
      environment_.front() += ':' + std::string(std::getenv("PATH"));
    }
    return mold;
  }

  void set_only_mold() {
    const fs::path mold = find_shuffling_linker(environment_)->path;
    fs::create_directories(folder_.path() / "only");
    fs::create_symlink(mold, folder_.path() / "only/ld.mold");
    environment_ = {"PATH=" + (folder_.path() / "only").string()};
  }

  /// The first link of the program.
  std::string linked(const ProgramLinks& found) {
    const WantedLayouts wanted{{{program_.string(), found}}, 42, 0};
    layouts_ = make_layouts(wanted, cache_, environment_);
    return layouts_->layout(program_.string(), {0}).program;
  }

  TemporaryFolder folder_;
  fs::path program_ = folder_.path() / "the build" / "program";
  fs::path cache_ = folder_.path() / "cache";
  std::vector<std::string> environment_ = own_environment();
  StatusLauncher launcher_;
  std::unique_ptr<Layouts> layouts_;
};

TEST_F(RecordedProgramTest, IsLinkedInOtherOrders) {
  ASSERT_EQ(status_of(program_), 37);
  const ProgramLinks found = links();
  EXPECT_EQ(found.problem, "");
  fs::remove(program_.parent_path() / "main.o");
  fs::remove(program_.parent_path() / "libstatic.a");
  const WantedLayouts wanted{{{program_.string(), found}}, 42, 0};
  const auto layouts = make_layouts(wanted, cache_, environment_);
  const std::string first = layouts->layout(program_.string(), {0}).program;
  const std::string first_content = read_file(first);
  EXPECT_EQ(fs::path(first).filename(), "program");
  EXPECT_EQ(status_of(first), 37);
  const std::string second = layouts->layout(program_.string(), {1}).program;
  EXPECT_NE(read_file(second), first_content);
  EXPECT_EQ(status_of(second), 37);
}

TEST_F(RecordedProgramTest, IsPackedOnce) {
  const ProgramLinks first = links();
  EXPECT_EQ(launcher_.asked.size(), 2U);  // The program, and another link.
  EXPECT_EQ(links().pack, first.pack);
  EXPECT_EQ(launcher_.asked.size(), 2U);
  EXPECT_THAT(names_in(cache_ / "recorded"), ElementsAre("lock"));
  write("src/main.cpp",
        "int one(); int two(); int three(int);\n"
        "int main() { return one() + two() + three(5); }\n");
  build();
  const ProgramLinks second = links();
  EXPECT_EQ(second.problem, "");
  EXPECT_NE(second.pack, first.pack);
}

TEST_F(RecordedProgramTest, IsAmongWhatTheCacheHolds) {
  (void)links();
  const auto entries = ProgramCache(cache_, 0).entries();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].what, "links of " + program_.string());
  ProgramCache(cache_, 0).trim();
  EXPECT_TRUE(ProgramCache(cache_, 0).entries().empty());
}

TEST_F(RecordedProgramTest, IsNotLinkedWithoutARecord) {
  fs::remove_all(program_.string() + ".link");
  const std::string reason =
      "its link was not recorded; link it to spl::workload, with "
      "SPL_FRESH_LINKS on, and build it again";
  EXPECT_EQ(links().problem, reason);
  write("the build/program.link/record", "torn");
  EXPECT_EQ(links().problem, reason);
}

TEST_F(RecordedProgramTest, HasAnotherRemedyInAnotherFramework) {
  fs::remove_all(program_.string() + ".link");
  write_file(program_, read_file(program_) + "benchmark_list_tests");
  EXPECT_EQ(links().problem,
            "its link was not recorded; spl_layouts(TARGET N) in its "
            "CMakeLists.txt links a program of Google Benchmark several times");
}

TEST_F(RecordedProgramTest, IsNotLinkedFromOtherObjects) {
  const std::string reason =
      "its objects have changed since it was linked, or it was changed "
      "afterwards; build it again";
  write("src/static.cpp", "int one() { return 2; }\nint two() { return 1; }\n");
  const std::string before = read_file(program_);
  build();
  write_file(program_, before);  // Whose objects and record are newer.
  fs::permissions(program_, fs::perms::owner_all);
  make_record_recent();
  EXPECT_EQ(links().problem, reason);
  EXPECT_TRUE(ProgramCache(cache_, 0).entries().empty());
  build();
  EXPECT_EQ(links().problem, "");
}

TEST_F(RecordedProgramTest, IsNotLinkedFromObjectsThatAreGone) {
  fs::remove(program_.parent_path() / "main.o");
  EXPECT_EQ(links().problem,
            "it cannot be linked again: /usr/bin/ld exited with status 1: "
            "/usr/bin/ld: cannot find main.o: No such file or directory; build "
            "it again");
}

TEST_F(RecordedProgramTest, IsNotLinkedByAnOldRecord) {
  ASSERT_EQ(status_of("strip' '" + program_.string()), 0);
  EXPECT_EQ(links().problem,
            "it was changed after linking (stripped, or linked with "
            "SPL_FRESH_LINKS=OFF); link it again");
}

TEST_F(RecordedProgramTest, MayBeLinkedStripped) {
  build("-ffunction-sections", "-s");
  EXPECT_EQ(links().problem, "");
}

TEST_F(RecordedProgramTest, IsLinkedByTheNextLinkerWhereOneRefuses) {
  set_mold("echo no >&2\nexit 1\n", Others::kKept);
  EXPECT_EQ(links().problem, "");
  EXPECT_EQ(read_link_pack(links().pack).linker.name, "lld");
}

TEST_F(RecordedProgramTest, IsLinkedByItsOwnLinkerWhereAnotherRefuses) {
  const fs::path lld = *in_search_path("ld.lld", environment_);
  const fs::path mold = set_mold("echo no >&2\nexit 1\n", Others::kNone);
  EXPECT_EQ(links().problem, "it cannot be linked again: " + mold.string() +
                                 " exited with status 1: no");
  const fs::path tool = folder_.path() / "tools/ld";
  write_file(tool, std::regex_replace(read_file(tool),
                                      std::regex("/usr/bin/ld"), lld.string()));
  fs::permissions(tool, fs::perms::owner_all);
  build();
  const ProgramLinks found = links();
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(read_link_pack(found.pack).linker.name, "lld");
}

TEST_F(RecordedProgramTest, IsNotLinkedWithWrappedNamesByAnother) {
  build("-ffunction-sections", "-Wl,--wrap=unused");
  set_only_mold();
  EXPECT_EQ(links().problem,
            "it is linked with --wrap, which " +
                find_shuffling_linker(environment_)->path.string() +
                " takes otherwise; link it with -fuse-ld=mold");
}

TEST_F(RecordedProgramTest, IsNotLinkedFromFilesAsTheyAre) {
  write("the build/data.bin", "data");
  build("-ffunction-sections", "-Wl,--format=binary,data.bin,--format=default");
  EXPECT_EQ(links().problem,
            "it holds files as they are (--format=binary), under names that "
            "come from where these are; make objects of them (.incbin)");
}

/// All of several weak functions of one name are in the program.
TEST_F(RecordedProgramTest, IsNotLinkedWithOtherMeaningsOfNames) {
  const std::string value = "__attribute__((weak, noinline)) int value() ";
  write("src/main.cpp", "int second();\nint main() { return second(); }\n");
  write("src/one.cpp",
        value + "{ return 1; }\nint first() { return value(); }");
  write("src/two.cpp", "int first();\n" + value + "{ return 2; }\n" +
                           "int second() { return 35 + first(); }\n");
  build_of_two_archives();
  ASSERT_EQ(status_of(program_), 37);
  set_only_mold();
  EXPECT_EQ(links().problem,
            "it would have other definitions, linked by " +
                find_shuffling_linker(environment_)->path.string() +
                ": _Z5valuev, which is in .text._Z5valuev of libtwo.a(two.o); "
                "link it with -fuse-ld=mold");
}

/// The order in which a linker looks into archives decides which of several
/// functions of one name it takes.
TEST_F(RecordedProgramTest, IsNotLinkedFromOtherPieces) {
  const std::string value = "inline __attribute__((noinline)) int value() ";
  write("src/main.cpp", "int second();\nint main() { return second(); }\n");
  write("src/one.cpp",
        value + "{ return 1; }\nint first() { return value(); }");
  write("src/two.cpp", value +
                           "{ return 2; }\nint first();\n"
                           "int second() { return 33 + value() + first(); }\n");
  build_of_two_archives();
  ASSERT_EQ(status_of(program_), 37);
  set_only_mold();
  const std::string mold = find_shuffling_linker(environment_)->path.string();
  EXPECT_EQ(links().problem, "it would have other definitions, linked by " +
                                 mold +
                                 ": .text._Z5valuev of libtwo.a(two.o); link "
                                 "it with -fuse-ld=mold");
}

TEST_F(RecordedProgramTest, MayBeLinkedFromEqualPieces) {
  const std::string value = "inline __attribute__((noinline)) int value() ";
  write("src/main.cpp", "int second();\nint main() { return second(); }\n");
  write("src/one.cpp",
        value + "{ return 3; }\nint first() { return value(); }");
  write("src/two.cpp", "int first();\n" + value + "{ return 3; }\n" +
                           "int second() { return 31 + value() + first(); }\n");
  build_of_two_archives();
  ASSERT_EQ(status_of(program_), 37);
  set_only_mold();
  EXPECT_EQ(links().problem, "");
}

/// A literal has another name, section and place in each object.
TEST_F(RecordedProgramTest, MayBeLinkedFromPiecesWithEqualLiterals) {
  const auto text = [](const char* literal) {
    return std::string(
               "inline __attribute__((noinline)) const char* text() { "
               "return \"") +
           literal + "\"; }\n";
  };
  write("src/main.cpp", "int second();\nint main() { return second(); }\n");
  write("src/two.cpp",
        "const char* more() { return \"more\"; }\n"
        "const char* percent() { return \"%\"; }\n" +
            text("%") +
            "int first();\n"
            "int second() { return first() + text()[0]; }\n");
  write("src/one.cpp", text("%") + "int first() { return text()[0] - '%'; }\n");
  build_of_two_archives();
  ASSERT_EQ(status_of(program_), 37);
  set_only_mold();
  EXPECT_EQ(links().problem, "");
  write("src/one.cpp", text("$") + "int first() { return text()[0] - '%'; }\n");
  build_of_two_archives();
  EXPECT_THAT(links().problem, ::testing::HasSubstr(".text._Z4textv of lib"));
}

TEST_F(RecordedProgramTest, KeepsTheOrderOfWhatIsReadInOrder) {
  write("src/main.cpp",
        "int one(); int two(); int three(int);\n"
        "extern const int* __start_numbers[];\n"
        "__attribute__((section(\"numbers\"), used)) int a = 30;\n"
        "int main() { return one() + two() + three(4); }\n");
  write("src/static.cpp",
        "__attribute__((section(\"numbers\"), used)) int b = 3;\n"
        "int one() { return 1; }\nint two() { return 2; }\n");
  build();
  const ProgramLinks found = links();
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(read_link_pack(found.pack).linker.name, "lld");
  set_only_mold();
  EXPECT_EQ(links().problem,
            "it may read its sections numbers in the order of the link, which "
            "mold changes and lld keeps");
}

TEST_F(RecordedProgramTest, IsLinkedFromCopiesOfWhatMadeIt) {
  write("src/other.cpp", "int main() { return 1; }\n");
  build();
  const fs::path objects = program_.parent_path();
  ASSERT_EQ(status_of("/usr/bin/g++' -c '" +
                      (folder_.path() / "src/other.cpp").string() + "' -o '" +
                      (objects / "other.o").string()),
            0);
  // A build goes on while the program is looked at.
  const fs::path linker =
      write("swapping/ld", "#!/bin/sh\n/usr/bin/ld \"$@\" || exit\ncp '" +
                               (objects / "other.o").string() + "' '" +
                               (objects / "main.o").string() + "'\n");
  fs::permissions(linker, fs::perms::owner_all);
  const fs::path record = link_record_file(program_);
  write_file(record,
             std::regex_replace(read_file(record), std::regex("^/usr/bin/ld"),
                                linker.string()));
  make_record_recent();
  const ProgramLinks found = links();
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(status_of(linked(found)), 37);
}

TEST_F(RecordedProgramTest, IsLinkedFromArchivesOfAnyName) {
  write("src/main.cpp",
        "int one(); int two(); int three(int);\n"
        "int main() { return one() + two() + three(4); }\n");
  build("-ffunction-sections", "-Wl,-u,_Z3onev parts");
  ASSERT_EQ(links().problem, "");
  const ProgramLinks found = links();
  fs::remove(program_.parent_path() / "parts");
  fs::remove(program_.parent_path() / "libstatic.a");
  EXPECT_EQ(status_of(linked(found)), 37);
}

TEST_F(RecordedProgramTest, IsNotLinkedFromThinArchives) {
  build("-ffunction-sections", "thin");
  EXPECT_EQ(links().problem,
            "it is linked from " + (program_.parent_path() / "thin").string() +
                ", a thin archive, whose members are elsewhere; make the "
                "archive without T");
}

TEST_F(RecordedProgramTest, IsNotWaitedForTooLong) {
  using std::chrono::nanoseconds;
  EXPECT_EQ(links(nanoseconds(1000)).problem,
            "its links take longer than 1 us; give a longer --budget");
  EXPECT_TRUE(ProgramCache(cache_, 0).entries().empty());
  EXPECT_EQ(links().problem, "");
}

TEST_F(RecordedProgramTest, MayStartSlowly) {
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(links().problem, "");
  const auto longest = 5 * (std::chrono::steady_clock::now() - begin);
  fs::remove_all(cache_);
  launcher_.start = longest / 2;  // It is started twice.
  EXPECT_EQ(links(longest).problem, "");
}

TEST_F(RecordedProgramTest, FindsWhatLiesBesideItAndAbove) {
  const fs::path above = folder_.path().parent_path();
  const std::string file = "spl-above-" + std::to_string(getpid());
  write_file(above / file, "");
  write("the build/numbers/one", "");
  write("share/two", "");
  write("src/main.cpp",
        "#include <unistd.h>\n#include <string>\n"
        "int one(); int two(); int three(int);\n"
        "int main() {\n  char path[4096] = {};\n"
        "  (void)!readlink(\"/proc/self/exe\", path, sizeof path - 1);\n"
        "  std::string home(path);\n  home.erase(home.rfind('/'));\n"
        "  if (access((home + \"/numbers/one\").c_str(), R_OK)) return 1;\n"
        "  if (access((home + \"/../share/two\").c_str(), R_OK)) return 2;\n"
        "  if (access((home + \"/../../" +
            file +
            "\").c_str(), R_OK)) return 3;\n"
            "  return one() + two() + three(4);\n}\n");
  build();
  const ProgramLinks found = links();
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(status_of(linked(found)), 37);
  fs::remove(above / file);
}

TEST_F(RecordedProgramTest, IsNotLinkedWithoutALinkerThatShuffles) {
  environment_ = {"PATH=" + (folder_.path() / "tools").string()};
  EXPECT_EQ(links().problem,
            "there is neither mold nor lld in PATH; install mold");
}

/// A program that returns one status where it was built and another elsewhere.
std::string homesick(int away) {
  return "#include <unistd.h>\n#include <cstring>\n"
         "int main() {\n  char path[4096] = {};\n"
         "  (void)!readlink(\"/proc/self/exe\", path, sizeof path - 1);\n"
         "  return std::strstr(path, \"/cache/\") ? " +
         std::to_string(away) + " : 37;\n}\n";
}

TEST_F(RecordedProgramTest, IsNotMeasuredInLinksThatDoNotStart) {
  write("src/main.cpp", homesick(103));
  build();
  EXPECT_EQ(links().problem,
            "it does not work when linked in another order: it was killed");
}

TEST_F(RecordedProgramTest, IsNotMeasuredInLinksWithOtherWorkloads) {
  write("src/main.cpp", homesick(36));
  build();
  EXPECT_EQ(links().problem,
            "it has other workloads when linked in another order");
}

TEST_F(RecordedProgramTest, SaysThatNothingMoves) {
  // A linker that puts sections where it likes.
  set_mold(
      "for word; do\n  shift\n"
      "  case $word in --shuffle-sections*) ;;\n"
      "  *) set -- \"$@\" \"$word\" ;;\n  esac\ndone\nexec " +
          find_shuffling_linker(environment_)->path.string() + " \"$@\"\n",
      Others::kNone);
  EXPECT_EQ(links().problem,
            "all its links come out identical; compile it with "
            "-ffunction-sections");
}

TEST_F(RecordedProgramTest, SaysThatOnlyGccLinksItsObjects) {
  build("-O2 -flto");
  EXPECT_EQ(links().problem,
            "its objects are of -flto by GCC, which links them only by "
            "itself; add -fno-lto, or compile it by Clang");
}

TEST_F(RecordedProgramTest, LeavesAloneWhatItsBuildWrites) {
  const fs::path map = program_.parent_path() / "program.map";
  build("-ffunction-sections", "-Wl,-Map,program.map");
  const std::string before = read_file(map);
  EXPECT_EQ(links().problem, "");
  EXPECT_EQ(read_file(map), before);
}

}  // namespace
}  // namespace spl::runner
