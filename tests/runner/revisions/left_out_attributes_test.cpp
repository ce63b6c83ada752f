#include "runner/revisions/left_out_attributes.hpp"

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

}  // namespace
}  // namespace spl::runner
