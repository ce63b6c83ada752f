#pragma once

#include <cstddef>

#include "runner/reports/terminal/paint.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

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

}  // namespace spl::runner
