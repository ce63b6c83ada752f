#include "runner/modes/bisection_commands.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(BisectionCommands, EvaluateTheCommitThatWasFound) {
  const EvaluatedCommit commit{"4711", "v1.0", 7};
  EXPECT_EQ(again_command("spl-run",
                          {"--bisect", "v1.0", "--rev=HEAD", "--seed", "42",
                           "--resume", "-e", "a <= a@baseline"},
                          commit),
            "spl-run -e 'a <= a@baseline' --rev 4711 --baseline v1.0 --seed 7");
  EXPECT_EQ(again_command("spl-run", {"file.spl", "--bisect=v1.0"}, commit),
            "spl-run file.spl --rev 4711 --baseline v1.0 --seed 7");
}

TEST(BisectionCommands, ResumeTheSearchOnce) {
  EXPECT_EQ(
      resume_command("spl-run", {"--resume", "--bisect", "v1.0", "file.spl"}),
      "spl-run --bisect v1.0 file.spl --resume");
}

}  // namespace
}  // namespace spl::runner
