#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Texts of foreign programs and files in messages.
namespace spl::runner {

/// The longest name or message, in bytes; longer ones are cut.
inline constexpr std::size_t kLongestText = 4096;

/// Escapes the character with which a text would become a command of what shows
/// or keeps a log: `[` after `##`, `##vso` and the like, the second colon of a
/// line that starts with two, and the last letter of `<CTest` and `<Dart`. What
/// is given may be a part of a line.
class LogMarks {
 public:
  /// Whether line starts are looked at: in a log, but not in a part of a page.
  enum class Starts { kLeft, kBroken };

  explicit LogMarks(Starts starts) : starts_(starts) { begin_line(); }

  /// Returns the part with each such character as `\u{5b}` and the like.
  [[nodiscard]] std::string broken(std::string_view part);
  /// What follows is at the start of a line, as after a line feed.
  void begin_line();

 private:
  enum class Hash { kNone, kOne, kTwo };  ///< How many, and then letters.

  Starts starts_;
  bool at_start_ = false;
  bool after_colon_ = false;
  Hash hash_ = Hash::kNone;
  std::string element_;  ///< `<` and letters, at the end.
};

/// Returns a text that may contain foreign texts, for people and programs:
/// UTF-8 that can neither move a terminal's cursor nor turn the direction of
/// writing nor command what shows a log from within a line. Escapes such
/// characters as `\u{1b}`, and bytes that are no UTF-8 as `\x{ff}`, so that
/// different texts stay different. Line feeds and tabs stay, but for those of
/// foreign_name().
[[nodiscard]] std::string shown_text(std::string_view text);

/// Returns a foreign name or path for use within a line, which it does not end,
/// before shown_text(). Long ones are cut as foreign_text() does it.
[[nodiscard]] std::string foreign_name(std::string_view name);

/// Stands for a line feed in a name. It contains a number drawn for this
/// process, so that no foreign text contains it.
[[nodiscard]] const std::string& line_feed_sign();

/// Returns a foreign message for use in a message of SPL, before shown_text().
/// Lines after the first are indented, so that none looks like a line of a
/// report. Above 4 kB the number of further bytes replaces the rest.
[[nodiscard]] std::string foreign_text(std::string_view text);

/// Returns a message of SPL, with foreign names in it, before shown_text(). Its
/// lines after the first begin with four blanks: any other line feed is one of
/// a name. Long ones are cut likewise.
[[nodiscard]] std::string message_text(std::string_view message);

/// Returns the last lines of a foreign text, `most` at most, each after a line
/// break and four blanks; empty without a line. The lines are short UTF-8 that
/// cannot move a terminal's cursor.
[[nodiscard]] std::string last_lines(std::string_view text, std::size_t most);

}  // namespace spl::runner
