#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What programs and files of others say, in messages.
namespace spl::runner {

/// A text that may hold texts of others, as people and programs get it: UTF-8
/// that can neither move a terminal's cursor nor turn the direction of writing.
/// Such signs are written as `\u{1b}`, bytes that are no UTF-8 as `\x{ff}`, so
/// that texts that differ stay different. Line feeds and tabs stay.
[[nodiscard]] std::string shown_text(std::string_view text);

/// A message of others for one of ours, where shown_text() follows: it looks
/// like no line of a report, since lines after the first are indented. Of more
/// than 4 kB the rest is counted.
[[nodiscard]] std::string foreign_text(std::string_view text);

/// Its last lines, `most` at most, each after a line break and four blanks;
/// empty without a line. They are UTF-8, not long, and cannot move a terminal's
/// cursor.
[[nodiscard]] std::string last_lines(std::string_view text, std::size_t most);

}  // namespace spl::runner
