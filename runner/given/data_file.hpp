#pragma once

#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {

/// Of a file among those that are read together.
enum class Position { kFirst, kLater };

/// Adds what a file of SPL's own form holds (docs/data-format.md) to what those
/// before it held. Throws DataError.
void add_data_file(const JsonText& text, Position position,
                   GivenObservations& result);

}  // namespace spl::runner
