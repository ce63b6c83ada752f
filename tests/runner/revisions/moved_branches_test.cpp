#include "runner/revisions/moved_branches.hpp"

#include <gmock/gmock.h>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MovedBranchesTest : public ::testing::Test {
 protected:
  int run(const std::string& formula) {
    return world_.run({"-c", project_, "-e", formula});
  }

  static FetchedBranch branch(const std::string& name, char commit) {
    return {"_deps/ext-src", {name, std::string(40, commit)}};
  }

  TemporaryFolder folder_;
  std::string project_ = folder_.write(
      "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  SampleWorld world_{means({{"a", 100}, {"b", 200}})};
};

TEST_F(MovedBranchesTest, AreNamedWithBothCommits) {
  world_.history.fetched = {{"c0", {branch("main", '1')}},
                            {"c2", {branch("main", '2')}}};
  EXPECT_EQ(run("for n in 1, 2: a@c0(n) <= a@c2(n)"), 0);
  const std::string warning =
      "warning: c0 and c2: the branch main of _deps/ext-src moved between the "
      "builds (1111111, 2222222): its changes are compared, too; fetch a "
      "commit instead\n";
  EXPECT_THAT(world_.out, HasSubstr(warning));
  EXPECT_EQ(world_.out.find(warning), world_.out.rfind("warning: "));
}

TEST_F(MovedBranchesTest, AreNoneWhereRevisionsFetchOthersOrTheSame) {
  world_.history.fetched = {
      {"c0", {branch("main", '1')}},
      {"c1", {branch("main", '1')}},
      {"c2",
       {branch("next", '2'),
        {"_deps/other-src", {"main", std::string(40, '3')}}}}};
  EXPECT_EQ(run("a@c0(1) <= a@c1(1) and a@c1(1) <= a@c2(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(MovedBranchesTest, AreOfComparedRevisionsOnly) {
  world_.history.fetched = {{"c0", {branch("main", '1')}},
                            {"c2", {branch("main", '2')}}};
  EXPECT_EQ(run("a@c1(1) <= a@c2(1) and a@c0(1) <= 1 s"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

}  // namespace
}  // namespace spl::runner
