#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "spl/logic/performance.hpp"

/// Single values of the JSON report.
namespace spl::runner {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// Returns null for an absent value, and for one that is not finite.
[[nodiscard]] Json number_json(std::optional<double> value);

/// Returns null for an empty text.
[[nodiscard]] Json text_json(const std::string& text);

[[nodiscard]] Json value_json(const logic::Value& value);

}  // namespace spl::runner
