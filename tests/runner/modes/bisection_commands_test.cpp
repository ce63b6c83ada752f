#include "runner/modes/bisection_commands.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(BisectionCommands, EvaluateTheCommitThatWasFound) {
  const EvaluatedCommit commit{"4711", "v1.0", 7};
  EXPECT_EQ(again_command("spl-run",
                          {"--bisect", "v1.0", "--rev=HEAD", "--seed", "42",
                           "-e", "a <= a@baseline"},
                          commit),
            "spl-run -e 'a <= a@baseline' --rev 4711 --baseline v1.0 --seed 7");
  EXPECT_EQ(again_command("spl-run", {"file.spl", "--bisect=v1.0"}, commit),
            "spl-run file.spl --rev 4711 --baseline v1.0 --seed 7");
}

TEST(BisectionCommands, SearchWhatIsLeft) {
  EXPECT_EQ(narrowed_command("spl-run",
                             {"--bisect", "v1.0", "file.spl", "--rev=HEAD"},
                             {"4711", "815", "v1.0"}),
            "spl-run file.spl --bisect 4711 --rev 815 --baseline v1.0");
  EXPECT_EQ(
      narrowed_command("spl-run", {"--bisect=v1.0", "--baseline", "v0", "-q"},
                       {"4711", "815", ""}),
      "spl-run --baseline v0 -q --bisect 4711 --rev 815");
}

}  // namespace
}  // namespace spl::runner
