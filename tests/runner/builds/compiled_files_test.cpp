#include "runner/builds/compiled_files.hpp"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Files of a build in the folder of this process, which are not compiled: only
/// their contents count.
class CompiledFilesTest : public ::testing::Test {
 protected:
  CompiledFilesTest() : before_(fs::current_path()) {
    fs::current_path(folder_.path());
  }
  ~CompiledFilesTest() override { fs::current_path(before_); }
  CompiledFilesTest(const CompiledFilesTest&) = delete;
  CompiledFilesTest& operator=(const CompiledFilesTest&) = delete;

  /// Notes the words of a compiler that has made a file of such content.
  void compile(const std::vector<std::string>& words, const std::string& file) {
    folder_.write(file, "from " + words.back() + words[1]);
    note_compiled(compiler_call(words), fs::current_path(), fs::current_path(),
                  "notes");
  }

  static std::vector<CompiledSource> sources(const fs::path& file) {
    return compiled_sources(fs::absolute(file), fs::current_path(), "notes");
  }

  TemporaryFolder folder_;
  fs::path before_;
};

const CompiledSource kA{"a.c", "gcc -O2"};
const CompiledSource kB{"b.c", "gcc"};

TEST_F(CompiledFilesTest, AreKnownByTheirContents) {
  compile({"gcc", "-O2", "-c", "a.c"}, "a.o");
  fs::rename("a.o", "moved");
  EXPECT_THAT(sources("moved"), ElementsAre(kA));
  folder_.write("moved", "stripped");
  EXPECT_THAT(sources("moved"), IsEmpty());
}

TEST_F(CompiledFilesTest, ArePutIntoArchivesAndPrograms) {
  compile({"gcc", "-O2", "-c", "a.c"}, "a.o");
  compile({"gcc", "-c", "b.c"}, "b.o");
  for (const char* kind : {"cr", "crT"}) {
    fs::remove("lib/liball.a");
    fs::create_directories("lib");
    ASSERT_EQ(std::system((std::string("ar ") + kind +
                           " lib/liball.a a.o b.o 2> /dev/null")
                              .c_str()),
              0);
    EXPECT_THAT(sources("lib/liball.a"), ElementsAre(kA, kB)) << kind;
    compile({"gcc", "-O3", "-o", "program", "-Llib", "-lall", "main.c"},
            "program");
    EXPECT_THAT(sources("program"),
                ElementsAre(kA, kB, CompiledSource{"main.c", "gcc -O3"}))
        << kind;
  }
}

// Each is read only once, however often an archive names it.
TEST_F(CompiledFilesTest, AreOfMembersThatAreNamedForEver) {
  compile({"gcc", "-O2", "-c", "a.c"}, "a.o");
  constexpr std::uintmax_t kLarge = 64'000'000;
  folder_.write("b.o", "");
  fs::resize_file("b.o", kLarge);
  ASSERT_EQ(std::system("ar crT all.a a.o b.o"), 0);
  std::string archive = read_file("all.a");
  constexpr std::size_t kHeader = 60;
  const std::string last = archive.substr(archive.size() - kHeader);
  for (int i = 0; i < 100'000; ++i) archive += last;
  folder_.write("all.a", archive);
  EXPECT_THAT(sources("all.a"), ElementsAre(kA));
}

/// Of such a content: what is left of a compiler that nobody saw.
const std::string kObject("\177ELF 64 bits    \1\0 .comment ", 28);
const std::string kProgram("\177ELF 64 bits    \3\0 .comment ", 28);

// In hours, if each name were read to the end of the file.
TEST_F(CompiledFilesTest, NameTheirCompilersInLinearTime) {
  std::string names = kObject;
  for (int i = 0; i < 200'000; ++i) names += "GNU ";
  folder_.write("names.o", names);
  EXPECT_THAT(sources("names.o"), ElementsAre(CompiledSource{"names.o", ""}));
  std::string commands = kObject;
  for (int i = 0; i < 40'000; ++i) commands += "GNU C17 1 -ma ";
  folder_.write("commands.o", commands);
  EXPECT_THAT(sources("commands.o"), SizeIs(1));
}

TEST_F(CompiledFilesTest, AreUnknownIfNobodySawTheirCompiler) {
  folder_.write("unseen.o", kObject);
  folder_.write("assembled.o", "\177ELF .text");
  folder_.write("nasm.o", kObject + "The Netwide Assembler 2.16");
  folder_.write("symbols.map", "{ local: *; };");
  EXPECT_THAT(sources("assembled.o"), IsEmpty());
  EXPECT_THAT(sources("nasm.o"), IsEmpty());
  EXPECT_THAT(sources("symbols.map"), IsEmpty());
  const CompiledSource unseen{"unseen.o", ""};
  EXPECT_THAT(sources("unseen.o"), ElementsAre(unseen));
  compile({"gcc", "-O2", "-c", "a.c"}, "a.o");
  ASSERT_EQ(std::system("ar cr liball.a a.o unseen.o assembled.o"), 0);
  EXPECT_THAT(sources("liball.a"),
              ElementsAre(kA, CompiledSource{"liball.a", ""}));
  compile({"gcc", "-O3", "-o", "program", "unseen.o", "assembled.o",
           "symbols.map", "main.c"},
          "program");
  EXPECT_THAT(sources("program"),
              ElementsAre(CompiledSource{"main.c", "gcc -O3"}, unseen));
}

// DW_AT_producer, and what -frecord-gcc-switches leaves.
TEST_F(CompiledFilesTest, SayThemselvesHowTheyWereCompiled) {
  const std::string version = "GNU C Library (GLIBC 2.36) stable -march";
  const std::string c = "GNU C17 12.2.0 -mtune=generic -g -O2 -fPIC -DX=1";
  const std::string cxx = "GNU C++17 12.2.0 -march=x86-64 -g";
  folder_.write("unseen.o", kObject + version + '\0' + c + '\0');
  const CompiledSource of_c{"unseen.o",
                            "GNU C17 12.2.0 -mtune=generic -O2 -fPIC"};
  EXPECT_THAT(sources("unseen.o"), ElementsAre(of_c));
  // Others of its objects may say nothing.
  folder_.write("program", kProgram + cxx + '\0' + c + '\0' + c + '\0');
  EXPECT_THAT(
      sources("program"),
      ElementsAre(CompiledSource{"program", ""},
                  CompiledSource{"program", "GNU C++17 12.2.0 -march=x86-64"},
                  CompiledSource{"program", of_c.flags}));
}

TEST(OptimisationRemedy, IsOfTheBuildSystem) {
  BuildRecipe recipe;
  const auto remedy = [&](const std::string& configure,
                          const std::string& build) {
    recipe.configure = command_words(configure);
    recipe.build = command_words(build);
    return optimisation_remedy(recipe);
  };
  EXPECT_EQ(remedy("cmake -S {source}", "make"),
            "add \"-DCMAKE_BUILD_TYPE=Release\" to \"configure\" in spl.json");
  EXPECT_EQ(remedy("meson setup", "ninja"),
            "add \"--buildtype=release\" to \"configure\" in spl.json");
  EXPECT_EQ(remedy("cmake -DCMAKE_BUILD_TYPE:STRING=Debug", "make"),
            "replace \"-DCMAKE_BUILD_TYPE:STRING=Debug\" by "
            "\"-DCMAKE_BUILD_TYPE=Release\" in \"configure\" in spl.json");
  EXPECT_EQ(remedy("meson setup --buildtype=debug", "ninja"),
            "replace \"--buildtype=debug\" by \"--buildtype=release\" in "
            "\"configure\" in spl.json");
  EXPECT_EQ(remedy("cmake -DCMAKE_BUILD_TYPE=Release", "make"),
            "let its CMakeLists.txt leave optimisation to "
            "\"-DCMAKE_BUILD_TYPE=Release\", which is given");
  EXPECT_EQ(remedy("meson setup -Dbuildtype=release", "ninja"),
            "let its meson.build leave optimisation to "
            "\"-Dbuildtype=release\", which is given");
  EXPECT_EQ(remedy("sh {source}/configure", "make"),
            "let \"configure\" in spl.json set CFLAGS=\"-O2\" and "
            "CXXFLAGS=\"-O2\"");
  EXPECT_EQ(remedy("cp -r {source}/. {build}", "make -C {build}"),
            "add \"CFLAGS=-O2\" and \"CXXFLAGS=-O2\" to the words of make in "
            "\"build\" of spl.json, or fix its Makefile");
  EXPECT_EQ(remedy("", "sh -c './configure && make'"),
            remedy("{source}/configure", "make"));
  EXPECT_EQ(remedy("", "sh {source}/make.sh"), remedy("", ""));
  EXPECT_EQ(remedy("", "g++ {source}/a.cpp -o {build}/a"),
            "add \"-O2\" to the commands in \"revisions\" of spl.json");
}

TEST(CompiledCode, LacksOptimisation) {
  EXPECT_EQ(lack_of_optimisation({}), "");
  EXPECT_EQ(lack_of_optimisation({{{"a.c", "gcc -O0 -O"}, {"b.c", "cc -Og"}}}),
            "");
  EXPECT_EQ(lack_of_optimisation({{{"a.c", "gcc -O2 -O0"}, {"b.c", "cc -O2"}}}),
            "a.c is compiled without optimisation");
  EXPECT_EQ(lack_of_optimisation(
                {{{"a.c", "gcc"}, {"b.c", "gcc -O3"}, {"c.c", "gcc -fPIC"}}}),
            "a.c and 1 more of its 3 sources are compiled without "
            "optimisation");
  // Nothing is known of this one.
  EXPECT_EQ(lack_of_optimisation({{{"b.o", ""}}}), "");
}

TEST(CompiledCode, NamesWhatIsUnknown) {
  const CompiledCode seen{{{"a.c", "gcc"}}};
  EXPECT_EQ(unknown_part({}, seen), "");
  EXPECT_EQ(unknown_part(seen, {}), "");
  const CompiledCode hidden{{{"a.c", "gcc"}, {"b.o", ""}, {"c.o", ""}}};
  EXPECT_EQ(unknown_part(hidden, hidden), "b.o");
  // Of a file that tells its flags itself, and one that had none to tell.
  const CompiledCode told{{{"a.o", "GNU C17 12.2.0 -O2"}}};
  EXPECT_EQ(unknown_part(told, told), "");
  EXPECT_EQ(unknown_part(told, seen), "a.o");
}

TEST(CompiledCode, IsReadAsItWasWritten) {
  const TemporaryFolder folder("spl_test_");
  const std::string program = folder.path() / "program";
  EXPECT_EQ(compiled_code(program).remedy, "");
  folder.write("program.compiled",
               encode({{{"a.c", "gcc -O2"}, {"b.c", ""}}, "remedy"}));
  const CompiledCode code = compiled_code(program);
  ASSERT_EQ(code.sources.size(), 2U);
  EXPECT_EQ(code.sources[0], (CompiledSource{"a.c", "gcc -O2"}));
  EXPECT_EQ(code.sources[1], (CompiledSource{"b.c", ""}));
  EXPECT_EQ(code.remedy, "remedy");
  folder.write("program.compiled", std::string("a\0b\0", 4));
  EXPECT_EQ(compiled_code(program).remedy, "");
}

TEST(CompiledCode, HasUnlikeFlags) {
  const CompiledCode one{{{"a.c", "gcc -O2"}, {"b.c", "gcc -O2"}}};
  EXPECT_EQ(unlike_flags(one, "ONE", one, "OTHER"), "");
  // What only one has is part of what it is.
  EXPECT_EQ(unlike_flags(one, "ONE", {{{"c.c", "gcc -O3"}}}, "OTHER"), "");
  EXPECT_EQ(unlike_flags(one, "ONE", {{{"b.c", "gcc -O2"}, {"b.c", "gcc -O3"}}},
                         "OTHER"),
            "b.c is compiled with \"gcc -O2\" for ONE and with \"gcc -O2\" and "
            "\"gcc -O3\" for OTHER");
  EXPECT_EQ(unlike_flags({{{"a.o", ""}}}, "ONE", {{{"a.o", "gcc"}}}, "OTHER"),
            "");
}

}  // namespace

}  // namespace spl::runner
