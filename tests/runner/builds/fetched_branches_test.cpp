#include "runner/builds/fetched_branches.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "tests/runner/git_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kOne(40, '1');

TEST(FetchedBranches, AreThoseOfRepositoriesBelowABuild) {
  GitFolder git("_deps two");
  git.write("text", "one");
  const std::string commit = git.commit("One");
  const std::filesystem::path& build = git.around().path();
  std::filesystem::copy(git.path(), build / "_deps one",
                        std::filesystem::copy_options::recursive);
  EXPECT_THAT(fetched_branches(build),
              ElementsAre(FetchedBranch{"_deps one", {"main", commit}},
                          FetchedBranch{"_deps two", {"main", commit}}));
  // A commit is the same whenever it is fetched.
  git.git({"checkout", "-q", "--detach"});
  EXPECT_THAT(fetched_branches(build),
              ElementsAre(FetchedBranch{"_deps one", {"main", commit}}));
}

TEST(FetchedBranches, AreNoneOfAFolderThatIsNotThere) {
  EXPECT_THAT(fetched_branches("/no/such/folder"), IsEmpty());
}

TEST(FetchedBranches, AreReadAsTheyAreWritten) {
  const FetchedBranch one{"_deps/with two words", {"feature/x", kOne}};
  const std::string line = encode({one});
  EXPECT_EQ(line, kOne + " feature/x _deps/with two words\n");
  EXPECT_THAT(
      decode_fetched_branches({line.substr(0, line.size() - 1), "damage", ""}),
      ElementsAre(one));
}

}  // namespace
}  // namespace spl::runner
