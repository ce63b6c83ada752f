#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "spl/setting.hpp"  // IWYU pragma: export

// The common part of the assertions of all test frameworks; tests include the
// header of their framework, such as spl/gtest.hpp.

// Defined by the CMake target spl::client, or by pkg-config, without quotes:
// shells and build systems treat these in ways of their own.
#if defined(SPL_RECORDED_RUNNER)
#define SPL_INTERNAL_RECORDED_RUNNER SPL_RECORDED_RUNNER
#elif defined(SPL_RECORDED_RUNNER_PATH)
#define SPL_INTERNAL_QUOTED(...) #__VA_ARGS__
#define SPL_INTERNAL_QUOTED_VALUE(...) SPL_INTERNAL_QUOTED(__VA_ARGS__)
#define SPL_INTERNAL_RECORDED_RUNNER \
  SPL_INTERNAL_QUOTED_VALUE(SPL_RECORDED_RUNNER_PATH)
#else
#define SPL_INTERNAL_RECORDED_RUNNER ""
#endif

// The recorded path of spl-run, of an assertion. The type distinguishes
// assertions: each counts itself before main.
#define SPL_INTERNAL_RUNNER                         \
  ([] {                                             \
    struct Place {};                                \
    [[maybe_unused]] const bool* const counted =    \
        &::spl::client::Counted<Place>::is_counted; \
    return SPL_INTERNAL_RECORDED_RUNNER;            \
  }())

/// A formula goes to spl-run, a child process that measures this program.
/// C++17. Uses only the command line and the JSON report of the runner.
namespace spl::client {

/// A formula with the settings of its assertion.
struct Claim {
  /// Takes a formula as spl-run reads it, and settings (spl/setting.hpp).
  template <class... Settings>
  explicit Claim(std::string text, Settings... given)
      : formula(std::move(text)), settings(list_of(std::move(given)...)) {}

  /// Explains a setting before the formula.
  template <class First, class... Others,
            std::enable_if_t<std::is_same_v<First, Setting>, int> = 0>
  explicit Claim(First, Others...) {
    static_assert(sizeof(First) == 0,
                  "SPL: settings come after the formula, as in "
                  "SPL_EXPECT(\"f(n) <= g(n)\", spl::budget(10s))");
  }

  /// Explains a formula that C++ takes for a condition, or for a number.
  template <class Number, class... Others,
            class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  explicit Claim(Number, Others...) {
    static_assert(sizeof(Number) == 0,
                  "SPL: an assertion takes a formula, not a condition; compare "
                  "performances, as in a(n) <= b(n)");
  }

  /// A formula that is composed of callables.
  template <class Composed, class... Settings,
            class = typename Composed::IsComposed>
  explicit Claim(const Composed& composed, Settings... given)
      : Claim(std::string(composed), std::move(given)...) {
    is_composed = true;
  }

  /// Takes an experiment and further settings.
  template <class... Settings>
  Claim(const Claim& experiment, Setting first, Settings... more)
      : Claim(experiment) {
    static_assert((std::is_same_v<Settings, Setting> && ...),
                  "SPL: settings come after the experiment, as in "
                  "SPL_EXPECT(experiment, spl::budget(10s))");
    settings.push_back(std::move(first));
    (settings.push_back(std::move(more)), ...);
  }

  std::string formula;            ///< As it was given.
  std::vector<Setting> settings;  ///< Later ones take precedence.
  /// Compilers keep the callables of a formula from using what a test has.
  bool is_composed = false;

 private:
  template <class... Settings>
  static std::vector<Setting> list_of(Settings... given) {
    constexpr bool kAreSettings = (std::is_same_v<Settings, Setting> && ...);
    static_assert(kAreSettings,
                  "SPL: settings come after the formula, as in "
                  "SPL_EXPECT(\"f(n) <= g(n)\", spl::budget(10s))");
    if constexpr (kAreSettings) {
      return {std::move(given)...};
    } else {
      return {};
    }
  }
};

/// The outcome of a claim.
struct Evaluation {
  /// From what spl-run reported of its formulas, the worst.
  enum class Outcome {
    kHolds,      ///< All formulas hold.
    kViolated,   ///< At least one is violated.
    kUndecided,  ///< The observations do not allow an answer.
    kPassed,     ///< Undecided, and --undecided asks to pass the test.
    /// Undecided, and --undecided asks to skip the test, or nothing could be
    /// decided because the program is built without optimisation.
    kSkipped,
    kError  ///< A mistake in the formula, or measuring failed.
  };
  Outcome outcome = Outcome::kError;  ///< Decides whether a test fails.
  /// The message of an assertion: the formula's block of the report, or the
  /// mistake and its remedy.
  std::string report;
  /// The verdict and, for each relation, text, ratio, interval and times, for
  /// the reports of a framework: names like "ratio_1" with their values. The
  /// amounts of the sides are in nanoseconds, or are counts.
  std::vector<std::pair<std::string, std::string>> properties = {};
};

/// Evaluates a claim on the workloads of this program. `recorded_runner` is
/// the path at which the build put spl-run, or empty. spl-run is searched at
/// $SPL_RUNNER, next to this program, at that path and in PATH. Never throws
/// for a wrong formula or runner. The assertions of the program share a level
/// (-s family) unless SPL_FAMILY is set. An evaluation that takes longer than
/// some seconds shows signs of life on standard error. `selection` are the
/// arguments with which this program executes the test again, for the report.
[[nodiscard]] Evaluation evaluate(
    const Claim& claim, const std::string& recorded_runner,
    const std::vector<std::string>& selection = {});

/// Whether the assertion fails: of a formula that is violated, undecided or
/// could not be evaluated.
[[nodiscard]] bool fails(const Evaluation& evaluation);

/// Whether the assertion does not fail although its formula is undecided.
[[nodiscard]] bool lets_undecided_pass(const Evaluation& evaluation);

/// Returns the number of this program's assertions, which is complete once main
/// begins and valid until the program ends.
std::size_t& assertion_count();

/// An assertion, counted whether or not its test is executed.
template <typename Place>
struct Counted {
  /// True from before main on; naming it makes it exist.
  static inline const bool is_counted = [] {
    ++assertion_count();
    return true;
  }();
};

/// Whether spl-run started this process, to measure or to list workloads.
[[nodiscard]] bool is_worker();

}  // namespace spl::client
