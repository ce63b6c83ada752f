#include "runner/git/ignored_sources.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(IgnoredSources, AreNamedWhereABuildMissesThem) {
  const std::vector<std::string> ignored{"a.o", "gen/config.h"};
  const std::string remedy =
      "\ngen/config.h is in the working tree, but Git ignores it, so that "
      "builds of revisions do not get it: generate it below {build}, or name "
      "it in \"overlay\" in \"revisions\" of spl.json";
  for (const char* message :
       {"x.c:1:10: fatal error: config.h: No such file or directory",
        "x.c:1:10: fatal error: 'gen/config.h' file not found",
        "ninja: error: '../source/gen/config.h', needed by 'x.o', missing and "
        "no known rule to make it",
        "make: *** No rule to make target 'gen/config.h', needed by 'x.o'.",
        "CMake Error: Cannot find source file:\n\n    gen/config.h\n"}) {
    EXPECT_EQ(ignored_source(message, ignored), remedy) << message;
  }
  EXPECT_EQ(ignored_source("error: b.h: No such file or directory", ignored),
            "");
  EXPECT_EQ(ignored_source("error: config.h is wrong", ignored), "");
}

}  // namespace
}  // namespace spl::runner
