#include "runner/revisions/revisions.hpp"

#include <gmock/gmock.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

/// Programs with one workload each, which counts how often they are asked.
class CountingLauncher : public Launcher {
 public:
  workload::CatalogueAnswer catalogue(const std::string& program) override {
    ++asked;
    workload::CatalogueAnswer answer;
    answer.failure = failure;
    workload::EntryFacts entry;
    entry.name = common.empty() ? "workload of " + program : common;
    answer.entries.push_back(entry);
    return answer;
  }
  Framework framework(const std::string& /*program*/) override { return known; }
  void prepare(const Placement& /*placement*/) override {}
  BlockResult measure(const Block& /*block*/) override { return {}; }
  std::vector<HostRecord> hosts() override { return {}; }

  Framework known = Framework::kSpl;
  int asked = 0;
  std::string failure;
  std::string common;  ///< The name of all workloads, if it is not empty.
};

class BuiltCatalogueTest : public ::testing::Test {
 protected:
  BuiltCatalogueTest() {
    built_.programs = {{"one",
                        (folder_.path() / "one.catalogue").string(),
                        "content of one",
                        {"one", "one, build 2"}},
                       {"two", "", "content of two"}};
  }

  TemporaryFolder folder_;
  CountingLauncher launcher_;
  Built built_;
};

TEST_F(BuiltCatalogueTest, HasTheFirstBenchmarkOfAName) {
  launcher_.common = "Sort/8";
  launcher_.known = Framework::kGoogleBenchmark;
  const ProgramCatalogue found = built_catalogue(built_, "@v1", launcher_);
  ASSERT_EQ(found.catalogue.entries.size(), 1U);
  EXPECT_EQ(found.catalogue.entries.begin()->program, "one");
  EXPECT_EQ(found.programs[0].clash, "");
  EXPECT_EQ(found.programs[1].clash,
            " has \"Sort/8\", measured in one alone, since names are unique "
            "over all programs");
  launcher_.known = Framework::kSpl;
  EXPECT_THROW(static_cast<void>(built_catalogue(built_, "@v2", launcher_)),
               ProgramError);
}

TEST_F(BuiltCatalogueTest, HasWhatTheBuildKnowsOfEachProgram) {
  built_.links = "links";
  built_.links_problem = "has no objects";
  const ProgramCatalogue found = built_catalogue(built_, "@v1", launcher_);
  ASSERT_EQ(found.programs.size(), 2U);
  EXPECT_EQ(found.programs[0].content, "content of one");
  EXPECT_EQ(found.programs[1].content, "content of two");
  EXPECT_THAT(found.programs[0].links.given,
              ElementsAre("one", "one, build 2"));
  EXPECT_TRUE(found.programs[1].links.given.empty());
  EXPECT_EQ(found.programs[1].links.pack, "links");
  EXPECT_EQ(found.programs[1].links.problem, "@v1 has no objects");
  EXPECT_EQ(found.catalogue.entries.size(), 2U);
}

TEST_F(BuiltCatalogueTest, AsksAProgramOnceIfItsAnswerCanBeKept) {
  (void)built_catalogue(built_, "@v1", launcher_);
  EXPECT_EQ(launcher_.asked, 2);
  const ProgramCatalogue again = built_catalogue(built_, "@v1", launcher_);
  EXPECT_EQ(launcher_.asked, 3);  // Of two nothing is kept.
  EXPECT_EQ(again.catalogue.entries.size(), 2U);
}

TEST_F(BuiltCatalogueTest, NamesTheFrameworkOfAProgram) {
  built_.programs[0].framework = Framework::kCatch2;
  for (int i = 0; i < 2; ++i) {  // The second time, the answer is kept.
    const ProgramCatalogue found = built_catalogue(built_, "@v1", launcher_);
    EXPECT_EQ(found.programs[0].path, "one");
    EXPECT_EQ(found.programs[0].framework, Framework::kCatch2);
    EXPECT_EQ(found.programs[1].framework, Framework::kSpl);
    EXPECT_EQ(found.catalogue.entries[0].name, "workload of catch2:one");
  }
  EXPECT_EQ(launcher_.asked, 3);
}

TEST_F(BuiltCatalogueTest, AsksScriptsAlways) {
  launcher_.known = Framework::kUnknown;
  (void)built_catalogue(built_, "@v1", launcher_);
  (void)built_catalogue(built_, "@v1", launcher_);
  EXPECT_EQ(launcher_.asked, 4);
}

TEST_F(BuiltCatalogueTest, AsksAgainIfAnAnswerIsDamaged) {
  (void)built_catalogue(built_, "@v1", launcher_);
  write_file(built_.programs[0].catalogue, "damage");
  (void)built_catalogue(built_, "@v1", launcher_);
  EXPECT_EQ(launcher_.asked, 4);
  (void)built_catalogue(built_, "@v1", launcher_);
  EXPECT_EQ(launcher_.asked, 5);
}

TEST_F(BuiltCatalogueTest, KeepsNoFailure) {
  launcher_.failure = "crashed";
  EXPECT_THROW((void)built_catalogue(built_, "@v1", launcher_), ProgramError);
  EXPECT_FALSE(std::filesystem::exists(built_.programs[0].catalogue));
}

}  // namespace
}  // namespace spl::runner
