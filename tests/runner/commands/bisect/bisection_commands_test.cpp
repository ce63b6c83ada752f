#include "runner/commands/bisect/bisection_report.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

Call call(const std::vector<std::string>& arguments) {
  const CommandLine line = parse_command_line(arguments);
  return {line.command, line.typed};
}

TEST(BisectionCommands, EvaluateTheCommitThatWasFound) {
  const EvaluatedCommit commit{"4711", "v1.0", 7};
  EXPECT_EQ(
      again_command("spl-run",
                    call({"bisect", "v1.0", "--rev=HEAD", "-s", "seed=42", "-e",
                          "a <= a@baseline"}),
                    commit),
      "spl-run -e 'a <= a@baseline' --rev 4711 --baseline v1.0 -s seed=7");
  EXPECT_EQ(
      again_command("spl-run", call({"bisect", "v1.0", "file.spl"}), commit),
      "spl-run --rev 4711 --baseline v1.0 -s seed=7 file.spl");
}

TEST(BisectionCommands, SearchWhatIsLeft) {
  EXPECT_EQ(narrowed_command("spl-run",
                             call({"bisect", "v1.0", "file.spl", "--rev=HEAD"}),
                             {"4711", "815", "v1.0"}),
            "spl-run bisect --rev 815 --baseline v1.0 4711 file.spl");
  EXPECT_EQ(narrowed_command("spl-run",
                             call({"bisect", "v1.0", "--baseline", "v0", "-q"}),
                             {"4711", "815", ""}),
            "spl-run bisect --baseline v0 -q --rev 815 4711");
}

}  // namespace
}  // namespace spl::runner
