#pragma once

#include <map>
#include <string>

#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {

/// The position of a file among those that are read together.
enum class Position { kFirst, kLater };

/// Reads a list of runs of observations, which may be nested deeper, times a
/// factor. Throws DataError.
[[nodiscard]] GivenPerformance read_runs(const JsonText& text,
                                         const nlohmann::json& runs,
                                         const JsonPlace& place, double factor);

/// The methods of files as they were spelled first, by canonical_name().
using Spellings = std::map<std::string, std::string>;

/// Adds the observations in a file of SPL's own form (docs/reports.md) to
/// those of the files before, and its spellings. Throws DataError.
void add_data_file(const JsonText& text, Position position,
                   Spellings& spellings, GivenObservations& result);

}  // namespace spl::runner
