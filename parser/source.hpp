#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spl/logic/span.hpp"

namespace spl::parser {

/// A place in a text, from 1, in bytes. A byte order mark does not count.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The lines of a text, by which an offset becomes a line and a column.
class Lines {
 public:
  explicit Lines(std::string_view text);

  /// Returns the position of a byte; an offset after the end counts as the end.
  [[nodiscard]] Position position(std::size_t offset) const;

  /// Returns the offset of the first byte of a line of a position.
  [[nodiscard]] std::size_t begin(std::size_t line) const;
  /// Returns the offset of the line feed behind it, or of the end.
  [[nodiscard]] std::size_t end(std::size_t line) const;

 private:
  std::vector<std::size_t> begins_;
  std::size_t size_;  ///< The bytes of the text.
};

/// A mistake as it is reported.
struct Diagnostic {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
  std::string excerpt;  ///< The line, a line feed, and a line with the caret.
  Position end = {};    ///< After the mistake; not after its place if unknown.
  logic::Mistake mistake = logic::Mistake::kOther;
};

/// Returns `FILE:LINE:COLUMN: error: MESSAGE`, `LINE | ` and the line, and the
/// caret below the column; each ends with a line feed. `kind` replaces "error".
/// Without a file there is no place.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic,
                                  std::string_view kind = "error");

/// Returns a text with white space and comments folded to single spaces, none
/// at the ends. Quoted text stays unchanged.
[[nodiscard]] std::string folded_text(std::string_view part);
/// Returns the same with the name of a function in place of THIS.
[[nodiscard]] std::string folded_text(std::string_view part,
                                      const std::string& function);

/// A text with its name, which names places in it for people.
class Source {
 public:
  /// `name` is a file's name or one like `<formula 2>`.
  Source(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Returns the position of a byte; an offset after the end counts as the end.
  [[nodiscard]] Position position(std::size_t offset) const {
    return lines_.position(offset);
  }

  /// Returns the line of an offset and a line with a caret below it. Tabs line
  /// up, bytes that cannot be shown are `?`, and a long line is cut around the
  /// caret.
  [[nodiscard]] std::string excerpt(std::size_t offset) const;

  [[nodiscard]] Diagnostic diagnose(const logic::Problem& problem) const;

  /// Returns the text of a span, folded.
  [[nodiscard]] std::string text_of(logic::Span span) const;

 private:
  std::string name_;
  std::string text_;
  Lines lines_;
};

}  // namespace spl::parser
