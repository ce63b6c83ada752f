#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/measuring/group_result.hpp"
#include "spl/statistics/summary.hpp"

/// Which of two commands is the faster one (compare).
namespace spl::runner {

/// A command and what its processes took, in nanoseconds or counts.
struct ComparedCommand {
  std::string command;  ///< As the user wrote it.
  statistics::Summary summary;
};

/// The factor between two commands, 1 or more unless its interval is on both
/// sides of 1.
struct TimesAsMuch {
  double estimate = 1;
  std::optional<double> lower;
  std::optional<double> upper;
};

struct Comparison final : Outcome {
  FormulaReport formula;                  ///< Claims that they take the same.
  std::vector<ComparedCommand> commands;  ///< The left and the right one.
  /// The number of the one that takes less; absent if that is not known.
  std::optional<std::size_t> less;
  /// The factor by which the other one takes more; absent if typical calls say
  /// the contrary.
  std::optional<TimesAsMuch> factor;
  /// Neither takes more of what matters, neither typical processes nor the mean
  /// of all.
  bool are_alike = false;

  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  [[nodiscard]] std::optional<std::string> summary(
      const Report& /*report*/, const Style& /*style*/) const override {
    return "";
  }
  void add_to(nlohmann::ordered_json& root) const override;
};

/// Describes the only relation of a formula that compares the commands.
[[nodiscard]] Comparison comparison(
    FormulaReport formula, const std::vector<std::string>& commands,
    const std::vector<PerformanceReport>& performances);

}  // namespace spl::runner
