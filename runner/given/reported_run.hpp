#pragma once

#include <nlohmann/json.hpp>

#include "runner/programs/run_record.hpp"
#include "runner/system/json_text.hpp"
#include "spl/logic/performance.hpp"

/// Entries of a report of spl-run that are read again.
namespace spl::runner {

/// Returns the performance that an entry is about. Throws DataError.
[[nodiscard]] logic::Performance performance_in(const JsonText& text,
                                                const nlohmann::json& entry,
                                                const JsonPlace& place);

/// Returns the record of a run by its details. Throws DataError.
[[nodiscard]] RunRecord record_in(const JsonText& text,
                                  const nlohmann::json& details,
                                  const JsonPlace& place);

}  // namespace spl::runner
