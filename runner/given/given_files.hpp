#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/given/given_observations.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {

/// Reads files, or sets of files whose names become the revisions of their
/// performances (named_files.hpp): of the form of docs/reports.md, reports of
/// spl-run, or reports of one other tool (ReportKind), each of which is a run
/// of its own. At least one file. Only reports name metrics; `metric` chooses
/// one, by default the one that decided in reports of spl-run, and `wall` in
/// others. Throws DataError and FileError.
[[nodiscard]] GivenObservations read_observations(
    const std::vector<std::string>& files,
    const std::optional<MeasuredMetric>& metric = std::nullopt);

}  // namespace spl::runner
