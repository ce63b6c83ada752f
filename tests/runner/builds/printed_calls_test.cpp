#include "runner/builds/printed_calls.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<CompiledSource> calls(std::string_view log) {
  return printed_calls(log, "/lane/0/build", "/lane/0");
}

TEST(PrintedCalls, AreThoseOfCompilersWithAPath) {
  EXPECT_THAT(calls("$ make\n"
                    "/nowhere/gcc -g -Wall -c work.c -o work.o\n"
                    "/nowhere/g++-13 -O2 -I. ../source/perf.cpp work.o "
                    "-o perf && echo done\n"),
              ElementsAre(CompiledSource{"build/work.c", "gcc"},
                          CompiledSource{"source/perf.cpp", "g++-13 -O2"}));
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
              ElementsAre(CompiledSource{"build/a.c", "cc -O1"},
                          CompiledSource{"build/lib/a.c", "cc -O3"}));
}

}  // namespace
}  // namespace spl::runner
