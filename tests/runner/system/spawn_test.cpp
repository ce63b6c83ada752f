#include "runner/system/spawn.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>

#include "runner/system/descriptor.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

class Spawn : public ::testing::Test {
 protected:
  /// Starts the script with a file as its output; returns what it printed.
  std::string printed(const std::string& script, SpawnOptions options) {
    const fs::path path = folder_.path() / "output";
    const Descriptor output(
        open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    options.output = output.number();
    options.errors = output.number();
    const Spawned child =
        spawn({"/bin/sh", "-c", script}, own_environment(), options);
    EXPECT_EQ(child.error, 0);
    status_ = reap(child.pid);
    return read_file(path);
  }

  TemporaryFolder folder_;
  int status_ = 0;
};

TEST_F(Spawn, HasNoInputAndBothOutputs) {
  EXPECT_EQ(printed("cat; echo a; echo b >&2; exit 3", {}), "a\nb\n");
  EXPECT_EQ(WEXITSTATUS(status_), 3);
}

TEST_F(Spawn, WorksInTheFolder) {
  SpawnOptions options;
  options.folder = "/";
  EXPECT_EQ(printed("pwd", options), "/\n");
  options.folder = folder_.path() / "none";
  EXPECT_EQ(spawn({"/bin/true"}, {}, options).error, ENOENT);
}

TEST_F(Spawn, LeadsAGroupOrASession) {
  const std::string read =
      "read pid name state parent group session rest < /proc/$$/stat; ";
  const std::string group = read + "test $group = $$ && echo yes";
  const std::string session = read + "test $session = $$ && echo yes";
  SpawnOptions options;
  EXPECT_EQ(printed(group, options), "yes\n");
  EXPECT_EQ(printed(session, options), "");
  options.leads_session = true;
  EXPECT_EQ(printed(group, options), "yes\n");
  EXPECT_EQ(printed(session, options), "yes\n");
}

// The number may be the next that is free here, where a failure is reported.
TEST_F(Spawn, KeepsADescriptorAtItsNumber) {
  write_file(folder_.path() / "kept", "kept");
  const Descriptor kept(
      open((folder_.path() / "kept").c_str(), O_RDONLY | O_CLOEXEC));
  for (int its = kept.number(); its < kept.number() + 8; ++its) {
    SpawnOptions options;
    options.kept = {kept.number(), its};
    lseek(kept.number(), 0, SEEK_SET);
    EXPECT_EQ(printed("cat /dev/fd/" + std::to_string(its), options), "kept");
    EXPECT_EQ(spawn({"/none"}, {}, options).error, ENOENT);
  }
}

TEST_F(Spawn, ResetsSignalsIfAsked) {
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  SpawnOptions options;
  EXPECT_EQ(printed("kill -PIPE $$; echo on", options), "on\n");
  options.resets_signals = true;
  EXPECT_EQ(printed("kill -PIPE $$; echo on", options), "");
  EXPECT_EQ(WTERMSIG(status_), SIGPIPE);
  ::signal(SIGPIPE, before);
}

TEST_F(Spawn, SearchesThePathIfAsked) {
  SpawnOptions options;
  EXPECT_EQ(spawn({"true"}, {}, options).error, ENOENT);
  options.search_path = true;
  const Spawned child = spawn({"true"}, {}, options);
  EXPECT_EQ(child.error, 0);
  EXPECT_EQ(reap(child.pid), 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // No child is left.
}

}  // namespace
}  // namespace spl::runner
