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

/// A mistake as reports show it.
struct Diagnostic {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
  std::string excerpt;  ///< The line, a line feed, and a line with the caret.
};

/// Returns `FILE:LINE:COLUMN: error: MESSAGE`, the line, and the caret below
/// the column; each ends with a line feed. `kind` replaces "error".
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic,
                                  std::string_view kind = "error");

/// Returns a text with white space and comments folded to single spaces, none
/// at the ends. Quoted text stays unchanged.
[[nodiscard]] std::string folded_text(std::string_view part);

/// A text with its name, which names places in it for people.
class Source {
 public:
  /// `name` is a file's name or one like `<formula 2>`.
  Source(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Returns the position of an offset; an offset after the end counts as the
  /// end.
  [[nodiscard]] Position position(std::size_t offset) const;

  /// Returns the line of an offset and a line with a caret below it. Tabs line
  /// up, bytes that cannot be shown are `?`, and a long line is cut around the
  /// caret.
  [[nodiscard]] std::string excerpt(std::size_t offset) const;

  [[nodiscard]] Diagnostic diagnose(const logic::Problem& problem) const;

  /// Returns the text of a span, folded.
  [[nodiscard]] std::string text_of(logic::Span span) const;

 private:
  [[nodiscard]] std::size_t line_index(std::size_t offset) const;

  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

}  // namespace spl::parser
