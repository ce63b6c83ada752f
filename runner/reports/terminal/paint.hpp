#pragma once

#include <string>
#include <string_view>

#include "spl/logic/decision.hpp"

namespace spl::runner {

enum class Colors { kOff, kOn };

/// The text of a warning in its colour.
[[nodiscard]] std::string painted_warning(std::string_view text, Colors colors);

/// A text in the colour of the verdict that it names.
[[nodiscard]] std::string painted(std::string_view text, logic::Verdict verdict,
                                  Colors colors);

}  // namespace spl::runner
