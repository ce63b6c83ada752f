#include "runner/programs/logged_worker.hpp"

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "runner/system/host_facts.hpp"
#include "tests/runner/temporary_folder.hpp"

// A script in place of Valgrind; valgrind_test.py has the real one.
namespace spl::runner {
namespace {

TEST(LoggedWorker, LeavesItsOwnAnswerBesideTheLog) {
  const TemporaryFolder folder;
  std::filesystem::permissions(
      folder.write("valgrind",
                   "#!/bin/sh\nfor word; do\n"
                   "  case $word in --log-file=*) log=${word#*=} ;; esac\n"
                   "done\necho \"$*\" >\"$log\"\n"),
      std::filesystem::perms::owner_all);
  Command command;
  command.words = {"/bin/worker"};
  command.environment = {"PATH=" + folder.path().string()};
  workload::Request request;
  request.result_path = (folder.path() / "result").string();
  const std::string log = (folder.path() / "log").string();
  StopWatch watch;
  EXPECT_EQ(execute_logged(request, log, command, watch).status, 0);
  EXPECT_EQ(read_file(log),
            "-q --tool=none --read-inline-info=yes --fullpath-after= "
            "--num-callers=50 --log-file=" +
                log + " /bin/worker\n");
  EXPECT_FALSE(std::filesystem::exists(request.result_path));
}

TEST(LoggedWorker, NeedsValgrind) {
  const TemporaryFolder folder;
  Command command;
  command.environment = {"PATH=" + folder.path().string()};
  workload::Request request;
  request.result_path = (folder.path() / "result").string();
  StopWatch watch;
  (void)execute_logged(request, "log", command, watch);
  EXPECT_EQ(workload::decode_run_answer(read_file(request.result_path)).failure,
            "is counted by Valgrind, which " + host_name() +
                " does not have; install its package valgrind");
}

}  // namespace
}  // namespace spl::runner
