#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Texts of foreign programs and files in messages.
namespace spl::runner {

/// Returns a text that may contain foreign texts, for people and programs:
/// UTF-8 that can neither move a terminal's cursor nor turn the direction of
/// writing. Escapes such characters as `\u{1b}`, and bytes that are no UTF-8 as
/// `\x{ff}`, so that different texts stay different. Line feeds and tabs stay.
[[nodiscard]] std::string shown_text(std::string_view text);

/// Returns a foreign message for use in a message of SPL, before shown_text().
/// Lines after the first are indented, so that none looks like a line of a
/// report. Above 4 kB the number of further bytes replaces the rest.
[[nodiscard]] std::string foreign_text(std::string_view text);

/// Returns the last lines of a foreign text, `most` at most, each after a line
/// break and four blanks; empty without a line. The lines are short UTF-8 that
/// cannot move a terminal's cursor.
[[nodiscard]] std::string last_lines(std::string_view text, std::size_t most);

}  // namespace spl::runner
