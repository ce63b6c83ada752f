#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace spl::parser {

/// The contents of a text's parentheses, found by looking ahead to the matching
/// one. Each character is looked at once, whatever the number of questions.
class Parentheses {
 public:
  /// The text must outlive this object.
  explicit Parentheses(std::string_view text) : text_(text) {}

  /// Whether a relation sign, a connective or a quantifier is between the `(`
  /// at `offset` and its `)` (or the next `;` if that is missing).
  [[nodiscard]] bool hold_formula(std::size_t offset);

  /// Whether a comma is directly between the `(` at `offset` and its `)`.
  [[nodiscard]] bool hold_tuple(std::size_t offset);

  /// Returns the number of characters looked at so far.
  [[nodiscard]] std::size_t work() const { return work_; }

 private:
  struct Open {
    std::size_t offset;
    unsigned char found;
  };

  unsigned char contents(std::size_t offset);
  void scan(std::size_t offset);
  void close_innermost();

  std::string_view text_;
  std::vector<Open> open_;
  std::vector<unsigned char> contents_;  ///< By offset; 0 if unknown.
  std::size_t work_ = 0;
};

}  // namespace spl::parser
