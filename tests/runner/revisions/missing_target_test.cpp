#include "runner/revisions/missing_target.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(MissingTarget, IsNamedAsBuildToolsReportIt) {
  for (const char* message :
       {"x\nninja: error: unknown target 'bench'",
        "gmake: *** No rule to make target 'bench'.  Stop.",
        "ERROR: Can't invoke target `bench`: target not found",
        "CMake Error: The source directory \"bench\" does not exist."}) {
    EXPECT_EQ(missing_target(message),
              "\nbench may have been added later: name in \"overlay\" in "
              "\"revisions\" of spl.json the files that the working tree gives "
              "old revisions")
        << message;
  }
}

TEST(MissingTarget, IsNoMissingSource) {
  for (const char* message :
       {"make: *** No rule to make target 'x.cpp', needed by 'x.o'.  Stop.",
        "x.cpp:1:10: fatal error: y.hpp: No such file or directory"}) {
    EXPECT_EQ(missing_target(message), "") << message;
  }
}

}  // namespace
}  // namespace spl::runner
