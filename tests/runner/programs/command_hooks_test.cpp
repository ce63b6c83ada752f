#include "runner/programs/command_hooks.hpp"

#include <cerrno>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TEST(CommandHooks, CleanUpInTheOtherOrderOnceForEqualOnes) {
  const TemporaryFolder folder;
  CommandHooks hooks;
  StopWatch watch;
  Command like;
  like.environment = own_environment();
  const auto run = [&](const std::string& name) {
    CommandRun one;
    one.folder = folder.path().string();
    one.setup = {"sh", "-c", "echo +" + name + " >>log"};
    one.cleanup = {"sh", "-c", "echo -" + name + " >>log"};
    return one;
  };
  for (const char* name : {"a", "b", "a"}) {
    EXPECT_EQ(hooks.begin(run(name), like, watch).status, 0);
  }
  EXPECT_THAT(hooks.end(), ElementsAre());
  EXPECT_EQ(read_file(folder.path() / "log"), "+a\n+b\n-b\n-a\n");
  EXPECT_EQ(hooks.begin(run("a"), like, watch).status, 0);
  EXPECT_EQ(read_file(folder.path() / "log"), "+a\n+b\n-b\n-a\n+a\n");
}

TEST(CommandHooks, CleanUpNothingThatWasNotSetUp) {
  CommandHooks hooks;
  StopWatch watch;
  Command like;
  like.environment = own_environment();
  CommandRun one;
  one.setup = {"false"};
  one.cleanup = {"false"};
  EXPECT_EQ(hooks.begin(one, like, watch).status, 1);
  EXPECT_THAT(hooks.end(), ElementsAre());
}

TEST(CommandHooks, NameTheRemedyForWhatIsMissing) {
  Ending ending;
  ending.kind = Ending::Kind::kNotStarted;
  ending.status = ENOENT;
  EXPECT_EQ(end_text(ending, {"tool", "x"}, {}),
            "could not be started: No such file or directory; is `tool` "
            "installed, and in PATH?");
}

}  // namespace
}  // namespace spl::runner
