#pragma once

#include <optional>

#include "runner/given/data_file.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {

/// Whether the text is a report of spl-run.
[[nodiscard]] bool is_run_report(const JsonText& text);

/// Adds the observations in a report of spl-run, which -s observations-in-json
/// wrote, to those of the files before. Without a metric the report must have
/// observations of one that decided. Throws DataError.
void add_run_report(const JsonText& text, Position position,
                    const std::optional<MeasuredMetric>& metric,
                    GivenObservations& result);

}  // namespace spl::runner
