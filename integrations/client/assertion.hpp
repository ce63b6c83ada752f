#pragma once

#include <cstddef>
#include <string>

/// What the assertions of all test frameworks share: a formula goes to spl-run,
/// a child process that measures this program. C++17; of the runner only its
/// command line and its JSON report are known here.
namespace spl::client {

struct Evaluation {
  enum class Outcome {
    kHolds,
    kViolated,
    kUndecided,  ///< The observations do not allow an answer.
    kSkipped,    ///< Undecided, and --undecided says that this skips the test.
    kError       ///< A mistake in the formula, or measuring failed.
  };
  Outcome outcome = Outcome::kError;
  std::string message;  ///< The report, or what is wrong and the remedy.
};

/// Evaluates a formula on the workloads of this program. `recorded_runner` is
/// where the build put spl-run, or empty. It is looked for at $SPL_RUNNER, next
/// to this program, where the build put it, and in PATH. Never throws for a
/// formula or a runner that is wrong. `assertions` is how many the program has:
/// they share a level (--family) unless SPL_FAMILY is set. What takes longer
/// than some seconds shows signs of life on standard error meanwhile.
[[nodiscard]] Evaluation evaluate(const std::string& formula,
                                  const std::string& recorded_runner,
                                  std::size_t assertions = 1);

}  // namespace spl::client
