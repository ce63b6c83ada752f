#pragma once

#include <cstddef>
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

/// The form of relations: sentences that stand alone wherever a log is cut, or
/// the columns of a terminal.
enum class Form { kSentences, kColumns };

/// How much is shown, and how.
struct Style {
  Detail detail = Detail::kNormal;
  Colors colors = Colors::kOff;
  Form form = Form::kSentences;
  std::size_t width = 80;  ///< The terminal's width; sentences have none.
  /// Whether the place, the label and the verdict are above each formula; an
  /// assertion says them itself.
  bool has_headings = true;

  /// Returns the columns that a line may take.
  [[nodiscard]] std::size_t most_columns() const {
    return form == Form::kColumns ? width : static_cast<std::size_t>(-1);
  }
};

/// Returns a line with a command after its heading. On a terminal it is broken
/// between words only, as a shell takes it; an option keeps its value.
[[nodiscard]] std::string shell_line(std::string_view heading,
                                     const std::string& command, Style style);

}  // namespace spl::runner
