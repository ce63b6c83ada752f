#include "runner/revisions/revisions.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TreeFile file(const std::string& path, const std::string& left_out) {
  TreeFile result{path, TreeFile::Kind::kRegular, "", {}, ""};
  result.left_out = left_out;
  return result;
}

TEST(LeftOutAttributes, AreNoneOfFilesWithoutThem) {
  EXPECT_THAT(left_out_remarks({file("a", "")}), IsEmpty());
}

TEST(LeftOutAttributes, AreNamedOnceWithTheirFirstFile) {
  EXPECT_THAT(
      left_out_remarks(
          {file("a", "ident"), file("b", "filter=lfs"), file("c", "ident")}),
      ElementsAre("b: \"filter=lfs\" of .gitattributes is not applied: the "
                  "build gets the files as Git stores them; git lfs fetch "
                  "--all gets the files themselves",
                  "a (and 1 more): \"ident\" of .gitattributes is not applied: "
                  "the build gets the files as Git stores them"));
}

TEST(LeftOutAttributes, MayMakeTheWorkingTreeDiffer) {
  TreeFile on_disk = file("a", "ident");
  on_disk.disk = "/project/a";
  EXPECT_THAT(
      left_out_remarks({on_disk}),
      ElementsAre(
          "a: \"ident\" of .gitattributes is not applied: the build of the "
          "working tree gets the files on disk, and builds of commits the "
          "files as Git stores them; this alone may make the sides differ"));
}

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
