#include "runner/measuring/grouping.hpp"

#include <gmock/gmock.h>

#include "tests/runner/measuring/sample_grouping.hpp"
#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using logic::Relation;
using ::testing::ElementsAre;

TEST(Grouping, PutsRelationsThatSharePerformancesTogether) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d"),
                                        relation("b", "e"), relation("a", "a")};
  const Grouping grouping = grouped(relations);
  EXPECT_THAT(grouping.group_of, ElementsAre(0U, 1U, 0U, kNoGroup));
  ASSERT_EQ(grouping.groups.size(), 2U);
  EXPECT_THAT(
      grouping.groups[0].performances,
      ElementsAre(performance("a"), performance("b"), performance("e")));
}

TEST(Grouping, HasTheLatestFirstLookOfItsRelations) {
  const Relation early = relation("a", "b");
  const Relation late = relation("b", "c");
  const Grouping both =
      group({{&early, kSampleMeasuring, 5}, {&late, kSampleMeasuring}});
  ASSERT_EQ(both.groups.size(), 1U);
  EXPECT_EQ(both.groups[0].first_look, 12U);
  EXPECT_EQ(group({{&early, kSampleMeasuring, 5}}).groups[0].first_look, 5U);
}

TEST(Grouping, KeepsBlocksShort) {
  std::vector<Relation> relations;
  for (int i = 0; i < 20; ++i) {
    relations.push_back(relation("base", "x" + std::to_string(i)));
  }
  for (const Group& group : grouped(relations).groups) {
    EXPECT_LE(group.performances.size(), kMostPerformances);
  }
}

TEST(Grouping, OfManyRelationsIsQuick) {
  // Work that grows with the square of the number would take minutes.
  std::vector<Relation> relations;
  for (int i = 0; i < 10'000; ++i) {
    relations.push_back(relation("base", "x" + std::to_string(i)));
  }
  const Grouping grouping = grouped(relations);
  EXPECT_EQ(grouping.groups.size(), 1429U);  // Seven to a base.
}

TEST(Grouping, SeparatesWhatIsMeasuredDifferently) {
  const Relation one = relation("a", "b");
  Measuring longer = kSampleMeasuring;
  longer.max_runs = 5;
  const Grouping grouping = group({{&one, kSampleMeasuring}, {&one, longer}});
  EXPECT_EQ(grouping.groups.size(), 2U);
}

TEST(Grouping, KeepsBlocksOfSlowRunsShorter) {
  const std::vector<Relation> relations{relation("a", "b"), relation("b", "c")};
  EXPECT_EQ(grouped(relations).groups.size(), 1U);
  const double third = kLongestBlock / 3;
  const auto groups = [&](double seconds) {
    return grouped(relations, {{performance("a"), seconds},
                               {performance("b"), seconds},
                               {performance("c"), seconds}})
        .groups.size();
  };
  EXPECT_EQ(groups(0.9 * third), 1U);
  EXPECT_EQ(groups(1.1 * third), 2U);
}

}  // namespace
}  // namespace spl::runner
