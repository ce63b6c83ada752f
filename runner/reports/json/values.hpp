#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "spl/logic/performance.hpp"

/// Single values of the JSON report.
namespace spl::runner {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// Null where it is absent or not finite.
[[nodiscard]] Json number_json(std::optional<double> value);

/// Null where it is empty.
[[nodiscard]] Json text_json(const std::string& text);

[[nodiscard]] Json value_json(const logic::Value& value);

}  // namespace spl::runner
