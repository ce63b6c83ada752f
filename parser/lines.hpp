#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

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

}  // namespace spl::parser
