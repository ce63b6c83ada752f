// Reads the folder of a build; tests of writing it are in builder_test.cpp.

#include "runner/builds/kept_build.hpp"

#include <gmock/gmock.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class KeptBuildTest : public ::testing::Test {
 protected:
  KeptBuildTest() {
    recipe_.programs = {"{build}/one", "{build}/bin/../two"};
    recipe_.keeps_links = false;
    folder_.write("one", "1");
    folder_.write("two", "2");
  }

  [[nodiscard]] Built kept(Builds builds = Builds::kOne) const {
    return kept_build(folder_.path(), recipe_, builds);
  }

  TemporaryFolder folder_;
  BuildRecipe recipe_;
};

TEST_F(KeptBuildTest, HasItsProgramsInTheFolder) {
  folder_.write(".contents", "first\nsecond\n");
  const Built built = kept();
  ASSERT_EQ(built.programs.size(), 2U);
  EXPECT_EQ(built.programs[0].path, (folder_.path() / "one").string());
  EXPECT_EQ(built.programs[1].path, (folder_.path() / "two").string());
  EXPECT_EQ(built.programs[1].catalogue, built.programs[1].path + ".catalogue");
  EXPECT_EQ(built.programs[0].content, "first");
  EXPECT_EQ(built.programs[1].content, "second");
  EXPECT_EQ(built.failure, "");
}

TEST_F(KeptBuildTest, ComparesProgramsWithTheirArguments) {
  recipe_.programs = {"{build}/one", R"(["{build}/one", "{source}/data"])",
                      R"(["{build}/one", "-n", "5"])"};
  folder_.write(".contents", "same\nsame\nsame\n");
  const fs::path data = folder_.write(fs::path(kKeptSource) / "data", "1");
  const Built built = kept();
  EXPECT_EQ(built.programs[0].content, "same");
  EXPECT_EQ(built.programs[2].content, std::string("same\0-n\0"
                                                   "5",
                                                   9));
  EXPECT_THAT(built.programs[1].arguments, ElementsAre(data.string()));
  EXPECT_NE(built.programs[1].catalogue, built.programs[2].catalogue);
  EXPECT_EQ(kept().programs[1].content, built.programs[1].content);
  folder_.write(fs::path(kKeptSource) / "data", "2");
  EXPECT_NE(kept().programs[1].content, built.programs[1].content);
}

TEST_F(KeptBuildTest, KnowsNoContentOfWhatWasStoredWithout) {
  EXPECT_EQ(kept().programs[0].content, "");
}

TEST_F(KeptBuildTest, ComparesSeveralBuildsWithoutTheirCatalogues) {
  EXPECT_EQ(kept().content, "");
  const std::string before = kept(Builds::kSeveral).content;
  EXPECT_NE(before, "");
  folder_.write("one.catalogue", "asked since");
  EXPECT_EQ(kept(Builds::kSeveral).content, before);
  folder_.write("two", "3");
  EXPECT_NE(kept(Builds::kSeveral).content, before);
}

TEST_F(KeptBuildTest, KnowsHowLongItTook) {
  EXPECT_EQ(kept().seconds, 0);
  const std::string before = kept(Builds::kSeveral).content;
  folder_.write(".seconds", "2.500000\n");
  EXPECT_EQ(kept().seconds, 2.5);
  EXPECT_EQ(kept(Builds::kSeveral).content, before);
}

TEST_F(KeptBuildTest, SaysWhyItCannotBeLinkedAgain) {
  EXPECT_THAT(kept().links_problem, IsEmpty());
  recipe_.keeps_links = true;
  EXPECT_EQ(kept().links_problem,
            "cannot be linked in another order: there is neither mold nor lld "
            "in PATH; install mold");
  EXPECT_TRUE(kept().links.empty());
}

}  // namespace
}  // namespace spl::runner
