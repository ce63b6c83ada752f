#include "runner/builds/compile_command.hpp"

#include <gmock/gmock.h>

#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

/// `SOURCE > OBJECT; DEPENDENCIES: the command that preprocesses`, or nothing.
std::string read(const std::string& line) {
  const auto command = compile_command(command_words(line));
  if (!command) return "";
  return command->source + " > " + command->object + "; " +
         command->dependencies + ": " + to_text(command->preprocess);
}

TEST(CompileCommand, ReadsWhatCMakeWrites) {
  EXPECT_EQ(read("/usr/bin/c++ -DX=\"a b\" -I/s/include -isystem /usr/x -O3 "
                 "-DNDEBUG -std=gnu++17 -MD -MT p.dir/a.cpp.o -MF "
                 "p.dir/a.cpp.o.d -o p.dir/a.cpp.o -c /s/a.cpp"),
            "/s/a.cpp > p.dir/a.cpp.o; p.dir/a.cpp.o.d: /usr/bin/c++ '-DX=a b' "
            "-I/s/include -isystem /usr/x -O3 -DNDEBUG -std=gnu++17 -MD -MT "
            "p.dir/a.cpp.o -MF p.dir/a.cpp.o.d /s/a.cpp -E "
            "-fpch-preprocess");
}

TEST(CompileCommand, NamesTheTargetThatTheObjectWouldBe) {
  EXPECT_EQ(read("cc -c a.c -ob.o -MMD -MF b.d"),
            "a.c > b.o; b.d: cc a.c -MMD -MF b.d -MQ b.o -E "
            "-fpch-preprocess");
  EXPECT_EQ(read("cc -x c -include x.h a.c -c -o b.o"),
            "a.c > b.o; : cc -x c -include x.h a.c -E -fpch-preprocess");
}

TEST(CompileCommand, LeavesOutWhatDoesMoreOrLess) {
  for (const char* line : {"",
                           "cc",
                           "cc a.o -o a",
                           "cc -E a.c -o a.i",
                           "cc -S a.c -o a.s",
                           "cc -c a.c",
                           "cc -c a.c -o -",
                           "cc -c a.c b.c -o a.o",
                           "cc -c a.s -o a.o",
                           "cc -c a.S -o a.o",
                           "cc -c @words -o a.o",
                           "cc -c a.c -o a.o -MD",
                           "cc -c a.c -o a.o -MF a.d",
                           "cc -c a.c -o a.o -o b.o",
                           "cc -c a.c -o",
                           "cc -c a.c -o a.o -save-temps",
                           "cc -c a.c -o a.o -fprofile-use=p",
                           "cc -c a.c -o a.o --coverage",
                           "cc -c a.c -o a.o -ftest-coverage",
                           "cc -c a.c -o a.o -gsplit-dwarf",
                           "cc -c a.c -o a.o -fplugin=p.so",
                           "cc -c a.c -o a.o -specs=s",
                           "cc -c a.c -o a.o -Wa,-a=list",
                           "cc -c a.c -o a.o -Wp,-MD,a.d",
                           "cc -c a.c -o a.o -fmodules-ts",
                           "cc -c a.c -o a.o -Xclang -x",
                           "clang -c a.c -o a.o -include-pch p.pch",
                           "cc -c a.c -o a.o -wrapper w",
                           "cc -c a.c -o a.o -fdump-tree-all",
                           "cc -c a.c -o a.o -MJ a.json",
                           "cc -c a.c -o a.o -MFa.d -MD",
                           "cc -c a.c -o a.o -frecord-gcc-switches",
                           "c++ -c a.c -o a.o -fprebuilt-module-path=.",
                           "cc -c a.c -o a.o -frandomize-layout-seed-file=s",
                           "cc -c a.c -o a.o -fdiagnostics-format=sarif-file",
                           "c++ -x c++-header a.hpp -o a.hpp.gch"}) {
    EXPECT_EQ(read(line), "") << line;
  }
}

}  // namespace
}  // namespace spl::runner
