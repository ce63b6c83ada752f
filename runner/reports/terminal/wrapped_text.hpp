#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spl::runner {

/// Returns the columns that a text in UTF-8 takes on a terminal: two for a wide
/// character, none for one that combines with that before it.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// How lines are broken.
struct Wrapping {
  std::size_t width = 80;     ///< Columns of a line.
  std::size_t indent = 0;     ///< Blanks before the lines after the first.
  std::string_view end = {};  ///< The end of a line that goes on: ` \`.
};

/// Breaks lines at blanks so that they fit, but not between a number and its
/// unit. A word that is longer than a line has a line of its own and is never
/// broken. Ends without a line feed, unless the text ends with one; line feeds
/// in the text stay.
[[nodiscard]] std::string wrapped(std::string_view text,
                                  const Wrapping& wrapping);

/// Breaks each line that is too long; what follows is indented by four more
/// than the line.
[[nodiscard]] std::string wrapped_lines(std::string_view text,
                                        std::size_t width);

}  // namespace spl::runner
