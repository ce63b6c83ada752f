#pragma once

#include <string>
#include <string_view>

#include "runner/formulas/invocation.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/decision.hpp"

namespace spl::runner {

enum class Colors { kOff, kOn };

/// Returns what --color says or, if that is `auto`, whether the report goes to
/// a terminal, unless NO_COLOR or CLICOLOR_FORCE say otherwise.
[[nodiscard]] Colors colors(When color, bool is_terminal,
                            const Environment& environment);

/// The text of a warning in its colour.
[[nodiscard]] std::string painted_warning(std::string_view text, Colors colors);

/// A text in bold letters, and one that stands back.
[[nodiscard]] std::string bold(std::string_view text);
[[nodiscard]] std::string dimmed(std::string_view text, Colors colors);

/// A text in the colour of the verdict that it names.
[[nodiscard]] std::string painted(std::string_view text, logic::Verdict verdict,
                                  Colors colors);

}  // namespace spl::runner
