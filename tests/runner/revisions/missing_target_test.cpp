#include "runner/revisions/missing_target.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(MissingTarget, IsNamedAsBuildToolsReportIt) {
  for (const char* message :
       {"x\nninja: error: unknown target 'bench'",
        "gmake: *** No rule to make target 'bench'.  Stop.",
        "ERROR: Can't invoke target `bench`: target not found",
        "CMake Error: The source directory \"bench\" does not exist.",
        "  add_subdirectory given source \"bench\" which is not an existing\n",
        "is built, but there is no program bench (/x/bench); name what"}) {
    EXPECT_EQ(missing_target(message),
              "\n    bench may be newer than this revision: list its files as "
              "\"overlay\" in \"revisions\" of spl.json, which takes them from "
              "the working tree")
        << message;
  }
}

TEST(MissingTarget, IsNoMissingSource) {
  for (const char* message :
       {"make: *** No rule to make target 'x.cpp', needed by 'x.o'.  Stop.",
        "CMake Error: The source directory \"/x\" does not appear to contain",
        "x.cpp:1:10: fatal error: y.hpp: No such file or directory"}) {
    EXPECT_EQ(missing_target(message), "") << message;
  }
}

}  // namespace
}  // namespace spl::runner
