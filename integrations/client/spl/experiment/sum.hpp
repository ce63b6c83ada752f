#pragma once

#include <chrono>
#include <string>
#include <type_traits>
#include <utility>

#include "spl/experiment/text.hpp"

namespace spl {

/// A sum of performances, statistics of them, and times or counts.
class Sum {
 public:
  /// Takes a text as formulas write it; users get sums from methods.
  explicit Sum(composed::Text text) : text_(std::move(text)) {}
  /// A constant: a count, or 0.
  Sum(double number) : text_{composed::number_text(number)} {}
  /// A constant time: `5us`, with std::chrono_literals.
  template <class Rep, class Period>
  Sum(std::chrono::duration<Rep, Period> time)
      : text_{composed::number_text(
                  std::chrono::duration<double, std::nano>(time).count()) +
              " ns"} {}

  /// Returns the text.
  [[nodiscard]] const composed::Text& text() const { return text_; }

  friend Sum operator+(const Sum& left, const Sum& right) {
    return Sum(composed::joined(left.text_, " + ", right.text_));
  }
  friend Sum operator-(const Sum& left, const Sum& right) {
    return Sum(composed::joined(left.text_, " - ", right.text_));
  }
  friend Sum operator*(double factor, const Sum& sum) {
    return Sum(
        composed::joined({composed::number_text(factor)}, " * ", sum.text_));
  }
  friend Sum operator*(const Sum& sum, double factor) { return factor * sum; }
  friend Sum operator/(const Sum& sum, double divisor) {
    return Sum(
        composed::joined(sum.text_, " / ", {composed::number_text(divisor)}));
  }

 private:
  composed::Text text_;
};

/// Explains a product of performances, which no formula has.
template <class Left, class Right,
          class = std::enable_if_t<std::is_base_of_v<Sum, Left> &&
                                   std::is_base_of_v<Sum, Right>>>
Sum operator*(const Left& left, const Right&) {
  static_assert(composed::kNever<Left>,
                "SPL: multiply performances by numbers, not by one another");
  return left;
}

/// A method with its arguments, a random variable: the duration of one call.
class Performance : public Sum {
 public:
  using Sum::Sum;
};

/// Returns a statistic of a performance; formulas compare means without one.
[[nodiscard]] Sum mean(const Performance& performance);
[[nodiscard]] Sum typical(const Performance& performance);
[[nodiscard]] Sum median(const Performance& performance);
/// `share` is between 0 and 1: 0.99 for the call that one of a hundred exceeds.
[[nodiscard]] Sum quantile(const Performance& performance, double share);

}  // namespace spl
