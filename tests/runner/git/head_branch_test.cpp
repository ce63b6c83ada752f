#include "runner/git/head_branch.hpp"

#include <gtest/gtest.h>

#include "tests/runner/git_folder.hpp"

namespace spl::runner {
namespace {

TEST(HeadBranchTest, IsTheBranchThatIsCheckedOut) {
  GitFolder git;
  EXPECT_EQ(head_branch(git.path()), std::nullopt) << "no commit";
  git.write("sub/text", "one");
  const std::string first = git.commit("One");
  EXPECT_EQ(head_branch(git.path()), (HeadBranch{"main", first}));
  git.git({"checkout", "-q", "-b", "topic/one"});
  git.git({"pack-refs", "--all"});
  EXPECT_EQ(head_branch(git.path()), (HeadBranch{"topic/one", first}));
}

TEST(HeadBranchTest, IsNoneWhereACommitIsCheckedOut) {
  GitFolder git;
  git.write("sub/text", "one");
  git.commit("One");
  EXPECT_EQ(head_branch(git.path() / "sub"), std::nullopt);
  EXPECT_EQ(head_branch(git.around().path()), std::nullopt);
  git.git({"checkout", "-q", "--detach"});
  EXPECT_EQ(head_branch(git.path()), std::nullopt);
}

}  // namespace
}  // namespace spl::runner
