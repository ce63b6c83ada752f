#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

/// The common part of the assertions of all test frameworks: a formula goes to
/// spl-run, a child process that measures this program. C++17. Uses only the
/// command line and the JSON report of the runner.
namespace spl::client {

struct Evaluation {
  enum class Outcome {
    kHolds,
    kViolated,
    kUndecided,  ///< The observations do not allow an answer.
    kSkipped,    ///< Undecided, and --undecided asks to skip the test.
    kError       ///< A mistake in the formula, or measuring failed.
  };
  Outcome outcome = Outcome::kError;
  std::string message;  ///< The report, or the mistake and its remedy.
  /// The verdict and, for each relation, text, ratio, interval and times, for
  /// the reports of a framework: names like "ratio_1" with their values.
  std::vector<std::pair<std::string, std::string>> properties = {};
};

/// A formula, and options of spl-run for it alone.
struct Claim {
  std::string formula;
  std::vector<std::string> options = {};  ///< "--budget=10s"
};

/// Evaluates a claim on the workloads of this program. `recorded_runner` is
/// the path at which the build put spl-run, or empty. spl-run is searched at
/// $SPL_RUNNER, next to this program, at that path and in PATH. Never throws
/// for a wrong formula or runner. `assertions` is their number in the program:
/// they share a level (--family) unless SPL_FAMILY is set. An evaluation that
/// takes longer than some seconds shows signs of life on standard error.
[[nodiscard]] Evaluation evaluate(const Claim& claim,
                                  const std::string& recorded_runner,
                                  std::size_t assertions = 1);

}  // namespace spl::client
