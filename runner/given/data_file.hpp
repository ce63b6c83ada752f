#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {

/// The position of a file among those that are read together.
enum class Position { kFirst, kLater };

/// Reads a list of runs of observations, which may be nested deeper, times a
/// factor. Throws DataError.
[[nodiscard]] GivenPerformance read_runs(const JsonText& text,
                                         const nlohmann::json& runs,
                                         const JsonPlace& place, double factor);

/// What is known of all data files that are read together.
struct DataFiles {
  /// The methods as they were spelled first, by canonical_name().
  std::map<std::string, std::string> spellings;
  std::size_t learned = 0;  ///< Observations, of all that learn.
};

/// Adds the observations in a file of SPL's own form (docs/reports.md) to
/// those of the files before. Throws DataError.
void add_data_file(const JsonText& text, Position position, DataFiles& files,
                   GivenObservations& result);

/// Whether the text is a report of spl-run.
[[nodiscard]] bool is_run_report(const JsonText& text);

/// Adds the observations in a report of spl-run, which -s observations-in-json
/// wrote, to those of the files before. Without a metric the report must have
/// observations of one that decided. Throws DataError.
void add_run_report(const JsonText& text, Position position,
                    const std::optional<MeasuredMetric>& metric,
                    GivenObservations& result);

}  // namespace spl::runner
