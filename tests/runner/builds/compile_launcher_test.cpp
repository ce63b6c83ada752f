#include "runner/builds/compile_launcher.hpp"

#include <gmock/gmock.h>

#include "runner/git/repository.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// spl-run launches cc, of which every real compilation leaves a line.
class CompileLauncherTest : public ::testing::Test {
 protected:
  CompileLauncherTest() {
    fs::create_directory(folder_.path() / "reads");
    write("cc",
          "#!/bin/sh\nfor word; do\n"
          "  case $word in -c) echo >> compiled ;; -\\#\\#\\#|-E) "
          "exec cc \"$@\" ;; esac\ndone\nexec cc \"$@\"\n");
    fs::permissions(folder_.path() / "cc", fs::perms::owner_all);
    write("a.c", "#include \"a.h\"\nint f(void) { return A; }\n");
    write("a.h", "#define A 1\n");
  }

  void write(const std::string& name, const std::string& content) const {
    folder_.write(name, content);
  }

  /// The status; what is printed is in `log`.
  [[nodiscard]] int run(const std::vector<std::string>& more = {}) const {
    return run(more, folder_.path());
  }

  [[nodiscard]] int run(const std::vector<std::string>& more,
                        const fs::path& folder) const {
    std::vector<std::string> words{SPL_RUN, kCompile, "./cc", "-I.",
                                   "-c",    "a.c",    "-o",   "a.o",
                                   "-MD",   "-MF",    "a.d"};
    words.insert(words.begin() + 3, more.begin(), more.end());
    return execute(words, folder);
  }

  [[nodiscard]] int execute(const std::vector<std::string>& words,
                            const fs::path& folder) const {
    fs::remove(path("log"));
    std::vector<std::string> environment{
        std::string("PATH=") + std::getenv("PATH"), "LC_ALL=C",
        std::string(kObjects) + '=' + path("objects").string(),
        std::string(kReads) + '=' + path("reads").string()};
    environment.insert(environment.begin(), variables_.begin(),
                       variables_.end());
    return run_tool({words, folder, environment, path("log"),
                     std::chrono::minutes(1), -1})
        .status;
  }

  /// Makes the object without the cache and with it.
  void expect_equal_objects(const std::vector<std::string>& more = {}) const {
    ASSERT_EQ(run(more), 0) << read_file(path("log"));
    const std::string object = read_file(path("a.o"));
    const std::string printed = read_file(path("log"));
    fs::remove(path("a.o"));
    fs::remove(path("a.d"));
    const std::size_t before = compilations();
    ASSERT_EQ(run(more), 0);
    EXPECT_EQ(compilations(), before);
    EXPECT_EQ(read_file(path("a.o")), object);
    EXPECT_EQ(read_file(path("log")), printed);
    EXPECT_THAT(read_file(path("a.d")), HasSubstr("a.h"));
  }

  [[nodiscard]] std::size_t compilations() const {
    return read_file(path("compiled")).size();
  }
  [[nodiscard]] fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }

  TemporaryFolder folder_;
  std::vector<std::string> variables_;  ///< Besides those of every test.
};

TEST_F(CompileLauncherTest, ReusesAnObject) {
  expect_equal_objects();
  EXPECT_EQ(compilations(), 1U);
  const std::string reads = read_file(path("reads/files"));
  EXPECT_THAT(reads, HasSubstr("stdc-predef.h"));
  EXPECT_THAT(reads, HasSubstr(path("a.h").string()));
}

// As the Makefile of lz4 has them.
TEST_F(CompileLauncherTest, ReusesObjectsOfSourcesThatACommandHasTogether) {
  write("b.c", "int g(void) { return 2; }\n");
  const auto make = [&] {
    ASSERT_EQ(execute({SPL_RUN, kCompile, "./cc", "-O2", "-c", "a.c", "b.c"},
                      folder_.path()),
              0)
        << read_file(path("log"));
  };
  make();
  EXPECT_EQ(compilations(), 2U);
  const std::string objects = read_file(path("a.o")) + read_file(path("b.o"));
  fs::remove(path("a.o"));
  fs::remove(path("b.o"));
  make();
  EXPECT_EQ(compilations(), 2U);
  EXPECT_EQ(read_file(path("a.o")) + read_file(path("b.o")), objects);
  write("b.c", "int g(void) { return }\n");
  EXPECT_NE(execute({SPL_RUN, kCompile, "./cc", "-O2", "-c", "b.c", "a.c"},
                    folder_.path()),
            0);
}

/// Two build slots, which compile the same source.
class BuildSlotsTest : public CompileLauncherTest {
 protected:
  /// Returns whether the compiler did it.
  [[nodiscard]] bool compiles(const std::string& slot,
                              const std::string& more = "-Wall") const {
    const fs::path folder = path(slot);
    for (const char* one : {"source", "reads"}) {
      fs::create_directories(folder / one);
    }
    for (const char* one : {"a.c", "a.h"}) {
      fs::copy_file(path(one), folder / "source" / one,
                    fs::copy_options::overwrite_existing);
    }
    write_file(folder / "reads" / kCompilerFlags,
               "'-ffile-prefix-map=" + folder.string() + "=.'");
    const std::vector<std::string> words{SPL_RUN,
                                         kCompile,
                                         path("cc"),
                                         more,
                                         "-g",
                                         "-c",
                                         folder / "source/a.c",
                                         "-o",
                                         folder / "a.o"};
    const fs::path made = folder / "compiled";
    fs::remove(made);
    const std::vector<std::string> environment{
        std::string("PATH=") + std::getenv("PATH"), "LC_ALL=C",
        std::string(kObjects) + '=' + path("objects").string(),
        std::string(kReads) + '=' + (folder / "reads").string()};
    const Ending done = run_tool(
        {words, folder, environment, path("log"), std::chrono::minutes(1), -1});
    EXPECT_EQ(done.status, 0) << read_file(path("log"));
    return fs::exists(made);
  }
};

TEST_F(BuildSlotsTest, ShareObjects) {
  write("a.c", "#warning \"Look\"\nconst char *f(void) { return __FILE__; }\n");
  EXPECT_TRUE(compiles("0"));
  EXPECT_FALSE(compiles("1"));
  EXPECT_EQ(read_file(path("0/a.o")), read_file(path("1/a.o")));
  EXPECT_THAT(read_file(path("log")), HasSubstr("source/a.c"));
}

TEST_F(BuildSlotsTest, ShareNoObjectThatShowsWhereItWasMade) {
  write("a.c",
        "#define TEXT(x) #x\n#define SHOW(x) TEXT(x)\n"
        "const char *f(void) { return SHOW(WHERE); }\n");
  const auto where = [&](const std::string& slot) {
    return "-DWHERE=" + path(slot).string();
  };
  EXPECT_TRUE(compiles("0", where("0")));
  EXPECT_TRUE(compiles("1", where("1")));
  EXPECT_FALSE(compiles("1", where("1")));
}

TEST_F(CompileLauncherTest, PrintsWarningsAgain) {
  write("a.c", "#warning \"Look\"\n#include \"a.h\"\n");
  expect_equal_objects();
  EXPECT_THAT(read_file(path("log")), HasSubstr("Look"));
}

TEST_F(CompileLauncherTest, CompilesWhatMayHaveChanged) {
  const auto compiles = [&](const std::vector<std::string>& more = {}) {
    const std::size_t before = compilations();
    EXPECT_EQ(run(more), 0) << read_file(path("log"));
    return compilations() > before;
  };
  ASSERT_EQ(run({"-g"}), 0);
  EXPECT_FALSE(compiles({"-g"}));
  EXPECT_TRUE(compiles({"-g", "-O1"}));
  write("a.h", "#define A 2\n");
  EXPECT_TRUE(compiles({"-g"}));
  // A header that is found earlier.
  write("first/a.h", "#define A 3\n");
  write("a.c", "#include <a.h>\n#if __has_include(<b.h>)\nint b;\n#endif\n");
  EXPECT_TRUE(compiles({"-Ifirst"}));
  EXPECT_FALSE(compiles({"-Ifirst"}));
  fs::remove(path("first/a.h"));
  EXPECT_TRUE(compiles({"-Ifirst"}));
  write("first/b.h", "");
  EXPECT_TRUE(compiles({"-Ifirst"}));
  fs::remove(path("first/b.h"));
  EXPECT_FALSE(compiles({"-Ifirst"}));
}

TEST_F(CompileLauncherTest, ReusesAnObjectWhereOnlyColumnsDiffer) {
  for (const std::string more : {"-O1", "-g"}) {
    ASSERT_EQ(run({more}), 0);
    const std::string object = read_file(path("a.o"));
    const std::size_t before = compilations();
    write("a.h", "#define /* A comment for " + more + " */ A 1\n");
    ASSERT_EQ(run({more}), 0);
    EXPECT_EQ(compilations(), before);
    EXPECT_EQ(read_file(path("a.o")), object);
  }
  // Sanitizers show columns.
  const std::size_t before = compilations();
  ASSERT_EQ(run({"-fsanitize=undefined"}), 0);
  ASSERT_EQ(run({"-fsanitize=undefined"}), 0);
  EXPECT_EQ(compilations(), before + 2);
}

TEST_F(CompileLauncherTest, CompilesWithAnotherCompiler) {
  ASSERT_EQ(run(), 0);
  const std::string script = read_file(path("cc"));
  fs::remove(path("cc"));
  write("cc", script + "# Another version.\n");
  fs::permissions(path("cc"), fs::perms::owner_all);
  fs::remove_all(path("reads"));  // As in another build.
  fs::create_directory(path("reads"));
  const std::size_t before = compilations();
  ASSERT_EQ(run(), 0);
  EXPECT_GT(compilations(), before);
}

TEST_F(CompileLauncherTest, CompilesWithOtherVariablesThatCompilersHeed) {
  ASSERT_EQ(run(), 0);
  for (const std::string one :
       {"CCC_OVERRIDE_OPTIONS=#", "GNUTARGET=default", "CCACHE_COMPILER=gcc"}) {
    const std::size_t before = compilations();
    variables_ = {one};
    ASSERT_EQ(run(), 0);
    EXPECT_GT(compilations(), before) << one;
  }
  const std::size_t before = compilations();
  variables_ = {"GCC_COLORS=error=01;31"};
  ASSERT_EQ(run(), 0);
  EXPECT_EQ(compilations(), before);
}

TEST_F(CompileLauncherTest, KeepsNothingThatDependsOnMore) {
  write("more", "12");
  write("a.c", "#include \"a.h\"\n__asm__(\".incbin \\\"more\\\"\");\n");
  ASSERT_EQ(run(), 0);
  ASSERT_EQ(run(), 0);
  EXPECT_EQ(compilations(), 2U);
}

TEST_F(CompileLauncherTest, CompilesAllWithoutCcache) {
  fs::create_directory(path("tools"));
  for (const char* tool : {"as", "ld"}) {
    fs::create_symlink(fs::path("/usr/bin") / tool, path("tools") / tool);
  }
  write("cc",
        "#!/bin/sh\nfor word; do\n  [ \"$word\" != -c ] || echo >> "
        "compiled\ndone\nexec /usr/bin/cc \"$@\"\n");
  fs::permissions(path("cc"), fs::perms::owner_all);
  variables_ = {"PATH=" + path("tools").string()};
  ASSERT_EQ(run(), 0) << read_file(path("log"));
  ASSERT_EQ(run(), 0);
  EXPECT_EQ(compilations(), 2U);
  EXPECT_THAT(read_file(path("reads/files")), HasSubstr("a.h"));
}

TEST_F(CompileLauncherTest, TellsTheHeadersOfCommandsWithoutRules) {
  std::vector<std::string> words{SPL_RUN, kCompile, "./cc", "-c", "a.c"};
  const std::vector<std::string> environment{
      std::string("PATH=") + std::getenv("PATH"),
      std::string(kObjects) + '=' + path("objects").string(),
      std::string(kReads) + '=' + path("reads").string()};
  for (const char* more : {"-O1", "-O1", "-MMD", "-MMD"}) {
    words.back() = "a.c";
    std::vector<std::string> all = words;
    all.insert(all.begin() + 3, more);
    fs::remove(path("reads/files"));
    ASSERT_EQ(run_tool({all, folder_.path(), environment, path("log"),
                        std::chrono::minutes(1), -1})
                  .status,
              0);
    const std::string rules = std::string(more) == "-MMD"
                                  ? read_file(path("a.d"))
                                  : read_file(path("reads/files"));
    EXPECT_THAT(rules, HasSubstr("a.h")) << more;
    EXPECT_THAT(rules, HasSubstr("stdc-predef.h")) << more;
  }
}

TEST_F(CompileLauncherTest, KeepsNothingOfConfiguring) {
  const fs::path check = path("CMakeFiles/CMakeScratch/TryCompile-a1b2c3");
  fs::create_directories(check);
  for (const char* one : {"cc", "a.c", "a.h"}) {
    fs::copy(path(one), check / one);
  }
  ASSERT_EQ(run({}, check), 0) << read_file(path("log"));
  EXPECT_TRUE(fs::exists(check / "a.o"));
  EXPECT_FALSE(fs::exists(path("objects")));
  // The files that were read count all the same.
  EXPECT_THAT(read_file(path("reads/files")), HasSubstr("a.h"));
}

TEST_F(CompileLauncherTest, LeavesFailuresToTheCompiler) {
  write("a.c", "#include \"a.h\"\nint f(void) { return B; }\n");
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(read_file(path("log")), HasSubstr("'B' undeclared"));
  write("a.c", "#include \"absent.h\"\n");
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(read_file(path("log")), HasSubstr("absent.h: No such file"));
}

TEST_F(CompileLauncherTest, CompilesAnewWhatIsDamaged) {
  ASSERT_EQ(run(), 0);
  for (const auto& file : fs::recursive_directory_iterator(path("objects"))) {
    if (!file.path().filename().string().ends_with('R')) continue;
    std::string text = read_file(file.path());
    text.back() = static_cast<char>(text.back() + 1);
    write_file(file.path(), text);
  }
  const std::size_t before = compilations();
  ASSERT_EQ(run(), 0);
  EXPECT_GT(compilations(), before);
}

}  // namespace
}  // namespace spl::runner
