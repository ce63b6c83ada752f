#pragma once

#include <string>
#include <utility>

#include "spl/experiment/sum.hpp"  // IWYU pragma: export
#include "spl/experiment/text.hpp"
#include "spl/experiment/value.hpp"  // IWYU pragma: export

/// Formulas composed in C++. An operator makes the text that a formula has in
/// docs/language.md, so both say the same.
namespace spl {

/// A statement about performances, such as `new_sort(n) <= 1.05 * old_sort(n)`.
class Formula {
 public:
  /// Takes a text as spl-run reads it; users get formulas from comparisons.
  explicit Formula(composed::Text text) : text_(std::move(text)) {}

  /// Returns the formula as `spl-run` reads it.
  [[nodiscard]] std::string text() const;
  operator std::string() const { return text(); }
  using IsComposed = void;  ///< Distinguishes it from a text in assertions.

  friend Formula operator&&(const Formula& left, const Formula& right) {
    return Formula(composed::joined(left.text_, " and ", right.text_));
  }
  friend Formula operator||(const Formula& left, const Formula& right) {
    return Formula(composed::joined(left.text_, " or ", right.text_));
  }
  friend Formula operator!(const Formula& formula) {
    return Formula(
        {"not (" + formula.text_.text + ")", formula.text_.preamble});
  }

 private:
  composed::Text text_;
};

/// Compare two sums, as a formula that spl-run decides. C++ evaluates nothing.
[[nodiscard]] Formula operator<(const Sum& left, const Sum& right);
[[nodiscard]] Formula operator<=(const Sum& left, const Sum& right);
[[nodiscard]] Formula operator>(const Sum& left, const Sum& right);
[[nodiscard]] Formula operator>=(const Sum& left, const Sum& right);
[[nodiscard]] Formula operator==(const Sum& left, const Sum& right);
[[nodiscard]] Formula operator!=(const Sum& left, const Sum& right);

}  // namespace spl
