#include "runner/builds/printed_calls.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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
