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

}  // namespace
}  // namespace spl::runner
