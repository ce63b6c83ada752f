#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/outcome.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/measuring/observations.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/summary.hpp"

/// The result of times: what each workload takes.
namespace spl::runner {

/// One performance. Amounts are nanoseconds or counts of one call.
struct Timing {
  logic::Performance performance;
  logic::Dimension dimension = logic::Dimension::kTime;
  std::string metric;   ///< As --metric names it.
  std::string failure;  ///< Why there are no amounts: a sentence, or empty.
  statistics::Summary summary;
  /// The mean of all calls with its 95 % interval over the runs; absent with
  /// one run.
  std::optional<statistics::MeanInterval> mean;
  std::uint64_t iterations = 0;  ///< Calls of an observation, in the last run.
};

struct Times final : Outcome {
  std::vector<Timing> rows;  ///< In the order of the programs.
  std::vector<LeftOut> left_out;

  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;
  [[nodiscard]] std::string headline() const override;
  [[nodiscard]] std::string page(const Report& report,
                                 Figures& figures) const override;
  /// Amounts are nanoseconds or counts of one call, in the shortest form that
  /// reads back as the same number (RFC 4180, lines end with a line feed).
  [[nodiscard]] std::string csv() const override;
  [[nodiscard]] std::string markdown_table() const override;
};

/// Returns the mean of all calls with its 95 % interval over runs of equally
/// many observations; absent with one run.
[[nodiscard]] std::optional<statistics::MeanInterval> mean_over_runs(
    const statistics::Runs& runs);

/// Returns the lower limit of a time or count, which is never below 0.
[[nodiscard]] inline double lower_limit(const statistics::MeanInterval& mean) {
  return std::max(mean.mean - mean.half_width, 0.0);
}

/// The formulas that have all declared workloads measured: `parse(n) >= 0 ns`
/// compares nothing else. The workloads are those of the programs or, with a
/// name, of a named build.
[[nodiscard]] std::string times_text(const DeclaredWorkloads& declared,
                                     logic::Dimension dimension,
                                     const std::string& build = {});

/// Summarises what was measured of the performances that the formulas name, in
/// their order.
[[nodiscard]] Times times(const Suite& suite, const Observations& observations,
                          std::vector<LeftOut> left_out);

}  // namespace spl::runner
