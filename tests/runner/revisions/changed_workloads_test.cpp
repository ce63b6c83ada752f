#include "runner/revisions/changed_workloads.hpp"

#include <gmock/gmock.h>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Workloads are registered in sample.cpp.
class ChangedWorkloadsTest : public ::testing::Test {
 protected:
  int run(const std::string& formula) {
    return world_.run({"-c", project_, "-e", formula});
  }

  TemporaryFolder folder_;
  std::string project_ = folder_.write(
      "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  SampleWorld world_{means({{"a", 100}, {"b", 200}})};
};

TEST_F(ChangedWorkloadsTest, AreToldOnce) {
  world_.history.workloads = {{"c0", "old"}, {"c1", "new"}, {"c2", "new"}};
  EXPECT_EQ(run("for n in 1, 2: a@c0(n) <= a@c2(n)"), 0);
  const std::string warning =
      "warning: a@c0 and a@c2: sample.cpp differs between the sides, so the "
      "workload may have changed; list the file in \"overlay\" in "
      "\"revisions\" of spl.json, which gives both sides that of the working "
      "tree\n";
  EXPECT_THAT(world_.out, HasSubstr(warning));
  EXPECT_EQ(world_.out.find(warning), world_.out.rfind("warning: "));
}

TEST_F(ChangedWorkloadsTest, AreNoMatterWhereTheirFileIsTheSame) {
  world_.history.workloads = {{"c1", "new"}, {"c2", "new"}};
  EXPECT_EQ(run("a@c1(1) <= a@c2(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(ChangedWorkloadsTest, AreNoMatterBetweenDifferentWorkloads) {
  world_.history.workloads = {{"c0", "old"}, {"c2", "new"}};
  EXPECT_EQ(run("a@c0(1) <= b@c2(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(ChangedWorkloadsTest, IncludeThoseOfTheWorkingTree) {
  world_.history.dirty = true;
  world_.history.workloads = {{"c2", "old"}, {"dirty", "new"}};
  EXPECT_EQ(run("a(1) <= a@HEAD(1)"), 0);
  EXPECT_THAT(world_.out, HasSubstr("warning: a and a@HEAD: sample.cpp differs "
                                    "between the sides, so "));
}

TEST(RegisteringFile, IsFoundByWhatItsCompilerCalledIt) {
  const Tree tree{
      {"b.cpp", TreeFile::Kind::kRegular, "1", std::nullopt, ""},
      {"perf/a.cpp", TreeFile::Kind::kRegular, "2", std::nullopt, ""}};
  const auto found = [&](const std::string& place) {
    const TreeFile* file = registering_file(tree, place);
    return file == nullptr ? "" : file->id;
  };
  EXPECT_EQ(found("./source/perf/a.cpp:12"), "2");
  EXPECT_EQ(found("../source/b.cpp:1"), "1");
  EXPECT_EQ(found("perf/a.cpp:12"), "2");
  EXPECT_EQ(found("/home/x/.cache/spl/lanes/0123456789ab/1/source/b.cpp:3"),
            "1");
  // A project of workloads, which is today's for all revisions.
  EXPECT_EQ(found("/home/x/source/perf/a.cpp:12"), "");
  EXPECT_EQ(found("/usr/include/b.cpp:1"), "");
  EXPECT_EQ(found("c.cpp:1"), "");
  EXPECT_EQ(found(""), "");
}

}  // namespace
}  // namespace spl::runner
