#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "spl/experiment/sum.hpp"  // IWYU pragma: export
#include "spl/experiment/text.hpp"
#include "spl/experiment/value.hpp"  // IWYU pragma: export

/// Formulas composed in C++. An operator makes the text that a formula has in
/// docs/language.md, so both say the same.
namespace spl {

/// A statement about performances, such as `new_sort(n) <= 1.05 * old_sort(n)`.
class Formula : public composed::Operand {
 public:
  /// Takes a text as spl-run reads it; users get formulas from comparisons.
  explicit Formula(composed::Text text) : text_(std::move(text)) {}

  /// Returns the formula as `spl-run` reads it.
  [[nodiscard]] std::string text() const;
  operator std::string() const { return text(); }

  /// Explains why no formula is true or false in C++.
  template <class Bool, class = std::enable_if_t<std::is_same_v<Bool, bool>>>
  operator Bool() const {
    static_assert(composed::kNever<Bool>,
                  "SPL: C++ does not know whether a formula holds; assert it "
                  "with SPL_EXPECT, or evaluate an spl::Experiment");
    return false;
  }

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
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] Formula operator<(const Left& left, const Right& right) {
  return Formula(composed::joined_operands(left, " < ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] Formula operator<=(const Left& left, const Right& right) {
  return Formula(composed::joined_operands(left, " <= ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] Formula operator>(const Left& left, const Right& right) {
  return Formula(composed::joined_operands(left, " > ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] Formula operator>=(const Left& left, const Right& right) {
  return Formula(composed::joined_operands(left, " >= ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] Formula operator==(const Left& left, const Right& right) {
  return Formula(composed::joined_operands(left, " == ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] Formula operator!=(const Left& left, const Right& right) {
  return Formula(composed::joined_operands(left, " != ", right));
}

}  // namespace spl
