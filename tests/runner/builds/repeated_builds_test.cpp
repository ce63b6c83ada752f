#include "runner/builds/builder.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The build of a revision with one program, which is `content`.
Built build(const std::string& path, const std::string& content) {
  Built result;
  result.programs = {{path, path + ".catalogue", content}};
  result.content = content;
  return result;
}

TEST(RepeatedBuilds, BuildAllRevisionsBeforeTheNextRound) {
  BuildOrder first;
  first.revision.id = "1";
  BuildOrder second;
  second.revision.id = "2";
  std::vector<std::string> order;
  for (const BuildOrder& one : several_of_each({first, second}, 2)) {
    order.push_back(one.revision.id + " " + std::to_string(one.number));
  }
  EXPECT_THAT(order, ElementsAre("1 1", "2 1", "1 2", "2 2"));
}

TEST(RepeatedBuilds, GiveAllProgramsThatDiffer) {
  const std::vector<Built> all = builds_of_each(
      {build("a1", "x"), build("b1", "y"), build("a2", "z"), build("b2", "y")},
      2, {});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].programs[0].path, "a1");
  EXPECT_THAT(all[0].programs[0].given, ElementsAre("a1", "a2"));
  EXPECT_EQ(all[0].programs[0].content, "x z ");
  EXPECT_EQ(all[0].links_problem, "");
  // Those of the other are identical.
  EXPECT_THAT(all[1].programs[0].given, IsEmpty());
  EXPECT_THAT(all[1].links_problem,
              HasSubstr("comes out identical from all 2 builds"));
}

TEST(RepeatedBuilds, KnowNoContentIfNoneIsKnown) {
  const std::vector<Built> all =
      builds_of_each({build("a1", ""), build("a2", "")}, 2, {});
  EXPECT_EQ(all[0].programs[0].content, "");
}

TEST(RepeatedBuilds, TakeAsLongAsThoseWhoseTimeIsKnown) {
  Built first = build("a1", "x");
  Built second = build("a2", "y");
  const Built third = build("a3", "z");
  first.seconds = 3;
  second.seconds = 5;
  EXPECT_EQ(builds_of_each({first, second, third}, 3, {})[0].seconds, 4);
  EXPECT_EQ(builds_of_each({third, third}, 2, {})[0].seconds, 0);
}

TEST(RepeatedBuilds, FailIfOneFails) {
  Built failed;
  failed.failure = "cannot be built";
  const std::vector<Built> all =
      builds_of_each({build("a1", "x"), failed}, 2, {});
  EXPECT_EQ(all[0].failure, "cannot be built");
}

TEST(RepeatedBuilds, WarnOnceOfTheSame) {
  Built one = build("a1", "x");
  one.warnings = {"old", "damaged"};
  Built two = build("a2", "y");
  two.warnings = {"damaged", "new"};
  EXPECT_THAT(builds_of_each({one, two}, 2, {})[0].warnings,
              ElementsAre("old", "damaged", "new"));
}

}  // namespace
}  // namespace spl::runner
