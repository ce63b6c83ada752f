// explain in a scripted world, whose programs leave no profiles;
// valgrind_test.py has real ones.

#include <gmock/gmock.h>

#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kNoProfile =
    "b(1) left no profile: its program must hold workloads of SPL, and be "
    "built with this version or a later one\n";

TEST(Explanation, IsOfWhatIsViolatedIfItIsAskedFor) {
  SampleWorld world{means({{"a", 100}, {"b", 200}})};
  const std::vector<std::string> formulas = {
      "-p", "sample", "-e", "b(1) <= a(1)", "-e", "a(1) <= b(1)"};
  EXPECT_EQ(world.run(formulas), 1);
  EXPECT_THAT(world.out, Not(HasSubstr("explained")));
  std::vector<std::string> asking = formulas;
  asking.insert(asking.end(), {"-s", "explain=true"});
  EXPECT_EQ(world.run(asking), 1);
  EXPECT_THAT(world.out, EndsWith("not explained: " + std::string(kNoProfile)));
  EXPECT_EQ(
      world.run({"-p", "sample", "-e", "a(1) <= b(1)", "-s", "explain=true"}),
      0);
  EXPECT_THAT(world.out, Not(HasSubstr("explained")));
}

TEST(Explanation, NeedsAProfile) {
  SampleWorld world{means({{"a", 100}, {"b", 200}})};
  EXPECT_EQ(world.run({"explain", "-p", "sample", "-e", "b(1) <= a(1)"}), 3);
  EXPECT_EQ(world.err, "spl-run: error: " + std::string(kNoProfile));
}

}  // namespace
}  // namespace spl::runner
