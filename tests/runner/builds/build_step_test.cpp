#include "runner/builds/build_step.hpp"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

TEST(BuildStep, IsTheLastThatTheToolTells) {
  struct Case {
    const char* log;
    const char* step;
  };
  const Case cases[] = {
      {"", ""},
      {"-- Configuring done\n$ cmake --build .\n", ""},
      {"[1/48] Building CXX object a.o\n", "step 1 of 48"},
      {"[1/48] Building a.o\n[12/48] Building b.o\n", "step 12 of 48"},
      {"[12/48] Building b.o\nb.cpp:1: warning: [9/9] is odd\n   ^\n",
       "step 12 of 48"},
      {"[ 25%] Building CXX object a.o\n", "25 %"},
      {"[100%] Built target a\n\n", "100 %"},
      {"[12/48] Building b.o\r[13/48] Building c", "step 13 of 48"},
      {"[12/] x\n[/48] x\n[abc] x\n[ 5 %] x\n[12/48 x\n[", ""},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.log);
    EXPECT_EQ(build_step(one.log), one.step);
  }
}

TEST(BuildStep, IsReadFromTheEndOfALog) {
  const TemporaryFolder folder;
  const std::string path = folder.write(
      "log", "[1/48] Building a.o\n" + std::string(1 << 20, 'x') +
                 "\n[12/48] Building b.o\n" + std::string(5000, 'y'));
  EXPECT_EQ(build_step_of(path), "step 12 of 48");
  EXPECT_EQ(build_step_of(folder.path() / "none"), "");
}

}  // namespace
}  // namespace spl::runner
