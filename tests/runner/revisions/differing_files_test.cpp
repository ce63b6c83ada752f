#include "runner/revisions/differing_files.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TreeFile version(const std::string& path, const std::string& id) {
  return {path, TreeFile::Kind::kRegular, id, std::nullopt, "", ""};
}

TEST(DifferingFiles, AreThoseThatChangedAppearedOrVanished) {
  EXPECT_THAT(differing_files(
                  {version("a", "1"), version("b", "1"), version("c", "1")},
                  {version("a", "1"), version("b", "2"), version("d", "1")}),
              ElementsAre("b", "d", "c"));
}

TEST(FilesText, NamesThreeAtMost) {
  EXPECT_EQ(files_text({"a"}), "a");
  EXPECT_EQ(files_text({"a", "b"}), "a and b");
  EXPECT_EQ(files_text({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(files_text({"a", "b", "c", "d", "e"}), "a, b, c and 2 more");
}

}  // namespace
}  // namespace spl::runner
