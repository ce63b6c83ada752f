#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runner/findings/outcome.hpp"
#include "runner/findings/performance_history.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/exit_status.hpp"

namespace spl::runner {

/// The result of history show.
struct ShownHistory final : Outcome {
  explicit ShownHistory(PerformanceHistory found) : history(std::move(found)) {}

  [[nodiscard]] Basis basis() const override { return Basis::kStore; }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;
  [[nodiscard]] std::string headline() const override;
  [[nodiscard]] std::string page(const Report& report,
                                 Figures& figures) const override;

  PerformanceHistory history;
};

/// Returns "a(1) / a@v1(1), typical calls, ...; above 1 is slower".
[[nodiscard]] std::string head_of(const PerformanceHistory& history,
                                  const MeasuredMetric& metric);

/// Returns what is to be said beside the changes, each a line.
[[nodiscard]] std::vector<std::string> notes_of(
    const PerformanceHistory& history);

/// A log scale that holds all ratios of a history, and 1.
struct LogScale {
  explicit LogScale(const std::vector<HistoryPoint>& points, double margin = 1);

  /// Returns a place from 0, the least ratio, to 1; 0 without a length.
  [[nodiscard]] double place(double ratio) const;

  double least = 1;
  double most = 1;
};

}  // namespace spl::runner

/// What else `history` does with the store, in the files of these names.
namespace spl::runner::command {

[[nodiscard]] ExitStatus run_show(const Session& session);
[[nodiscard]] ExitStatus run_accept(const Session& session);

}  // namespace spl::runner::command
