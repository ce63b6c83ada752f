#include "runner/builds/compiler_call.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Makes = CompilerCall::Makes;

TEST(CompilerCall, MakesAnObject) {
  const CompilerCall call = compiler_call(
      {"/absent/gcc", "-g", "-O2", "-MD", "-MF", "a.d", "-mavx", "-DNDEBUG",
       "-DX=1", "-I", "b.c", "-fPIC", "-fdiagnostics-color", "-c", "src/a.c"});
  EXPECT_EQ(call.makes, Makes::kCompiled);
  EXPECT_EQ(call.flags, "gcc -O2 -mavx -DNDEBUG -fPIC");
  EXPECT_THAT(call.sources, ElementsAre("src/a.c"));
  EXPECT_EQ(object_of(call, "src/a.c"), "a.o");
  EXPECT_EQ(object_of(compiler_call({"cc", "-c", "a.c", "-o", "b/a.o"}), "a.c"),
            "b/a.o");
}

TEST(CompilerCall, Links) {
  const CompilerCall call =
      compiler_call({"g++", "a.cpp", "b.o", "-Llib", "-l", "x", "libc.a"});
  EXPECT_EQ(call.makes, Makes::kLinked);
  EXPECT_THAT(call.sources, ElementsAre("a.cpp"));
  EXPECT_THAT(call.inputs, ElementsAre("b.o", "libc.a"));
  EXPECT_THAT(call.searches, ElementsAre("-Llib", "-lx"));
  EXPECT_EQ(object_of(call, ""), "a.out");
  EXPECT_TRUE(compiler_call({"cc", "-r", "a.o", "-o", "b.o"}).is_partial);
  const CompilerCall piped = compiler_call({"cc", "-x", "c", "-", "-o", "a"});
  EXPECT_TRUE(piped.reads_input);
  EXPECT_EQ(piped.makes, Makes::kLinked);
}

TEST(CompilerCall, MakesNothing) {
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{}, Words{"cc"}, Words{"cc", "-v"}, Words{"cc", "--version"},
        Words{"cc", "-Wl,--version"}, Words{"cc", "-E", "a.c"},
        Words{"cc", "-MM", "a.c"}, Words{"cc", "-print-prog-name=ld", "a.c"}}) {
    EXPECT_EQ(compiler_call(words).makes, Makes::kNothing)
        << ::testing::PrintToString(words);
  }
}

TEST(CompilerCall, TakesAFileOfALanguageForASource) {
  EXPECT_THAT(compiler_call({"cc", "-xc", "-c", "a.txt"}).sources,
              ElementsAre("a.txt"));
  EXPECT_THAT(compiler_call({"cc", "-x", "assembler", "-c", "a.s"}).sources,
              IsEmpty());
}

TEST(DependencyFile, NamesPrerequisitesOfAllRules) {
  EXPECT_THAT(prerequisites("a.o b.o: /s/a.c \\\n  ../x.h /usr/./y.h\n"
                            "c.o: z.h\n../x.h:\n",
                            "/w/build"),
              ElementsAre("/s/a.c", "/w/x.h", "/usr/y.h", "/w/build/z.h"));
}

TEST(DependencyFile, TakesBackWhatCompilersEscape) {
  EXPECT_THAT(
      prerequisites("a.o: /s/with\\ space.h /s/a$$b.h /s/c\\#.h "
                    "/s/d\\e.h",
                    "/"),
      ElementsAre("/s/with space.h", "/s/a$b.h", "/s/c#.h", "/s/d\\e.h"));
  EXPECT_THAT(prerequisites("", "/"), IsEmpty());
  EXPECT_THAT(prerequisites("a.o:\\", "/"), IsEmpty());
}

/// Returns what each call compiles or links, where, and with which flags.
std::vector<std::string> calls(std::string_view log) {
  std::vector<std::string> result;
  read_printed_calls(
      log, "/lane/0/build",
      [&](const CompilerCall& call, const std::filesystem::path& folder) {
        if (call.makes == CompilerCall::Makes::kNothing) return;
        for (const std::string& source : call.sources) {
          result.push_back((folder / source).string() + ": " + call.flags);
        }
        for (const std::string& input : call.inputs) {
          result.push_back((folder / input).string());
        }
      });
  return result;
}

TEST(PrintedCalls, AreThoseOfCompilersWithAPath) {
  EXPECT_THAT(calls("$ make\n"
                    "/nowhere/gcc -g -Wall -c work.c -o work.o\n"
                    "/nowhere/g++-13 -O2 -I. perf.cpp work.o "
                    "-o perf && echo done\n"),
              ElementsAre("/lane/0/build/work.c: gcc",
                          "/lane/0/build/perf.cpp: g++-13 -O2",
                          "/lane/0/build/work.o"));
  // A wrapper sees these, and what makes nothing is no program's.
  EXPECT_THAT(calls("gcc -c work.c\n/usr/bin/gcc --version\n"
                    "/usr/bin/ar cr lib.a work.o\nit isn't one: /usr/bin/cc\n"
                    "checking for /usr/bin/gcc... yes"),
              IsEmpty());
}

TEST(PrintedCalls, AreInTheFoldersThatMakeEnters) {
  EXPECT_THAT(calls("make[1]: Entering directory '/lane/0/build/lib'\n"
                    "cd sub; CFLAGS=x /nowhere/cc -O3 -c a.c\n"
                    "make[1]: Leaving directory '/lane/0/build/lib'\n"
                    "/nowhere/cc -O1 -c a.c"),
              ElementsAre("/lane/0/build/lib/a.c: cc -O3",
                          "/lane/0/build/a.c: cc -O1"));
}

}  // namespace

}  // namespace spl::runner
