#pragma once

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

#include "spl/experiment/text.hpp"

namespace spl {

class Formula;

namespace composed {

/// A method, a sum or a formula: what the operators of formulas take.
struct Operand {
  using IsComposed = void;  ///< Distinguishes it from a text in assertions.
};

/// An operand that is no formula yet. Its conversions explain what is missing
/// where a formula or its truth is expected.
struct Part : Operand {
  template <class Type,
            class = std::enable_if_t<std::is_same_v<Type, Formula> ||
                                     std::is_same_v<Type, std::string> ||
                                     std::is_same_v<Type, bool>>>
  operator Type() const {
    static_assert(kNever<Type>,
                  "SPL: a performance alone is no claim; compare it, as in "
                  "a(n) <= b(n) or a(n) < 5us");
    std::abort();
  }
};

// The statistics of performances; Unstated where a formula writes none.
struct NoPerformance;
struct Unstated;
struct Mean;
struct Typical;
struct Median;
struct Quantile;

}  // namespace composed

/// A sum of performances, or of one statistic of each, and constants.
template <class Statistic>
class Sum : public composed::Part {
 public:
  /// Takes a text as formulas write it; users get sums from methods.
  explicit Sum(composed::Text text) : text_(std::move(text)) {}

  /// Returns the text, valid as long as this.
  [[nodiscard]] const composed::Text& text() const { return text_; }

 private:
  composed::Text text_;
};

/// A method with its arguments, a random variable: the duration of one call.
class Performance : public Sum<composed::Unstated> {
 public:
  using Sum::Sum;
};

/// A constant for metrics that are no time, such as allocations. Times are
/// constants, too: `5us`, with std::chrono_literals.
[[nodiscard]] inline Sum<composed::NoPerformance> count(double number) {
  return Sum<composed::NoPerformance>({composed::number_text(number)});
}

namespace composed {

template <class Statistic>
Statistic statistic_of(const Sum<Statistic>*);
NoPerformance statistic_of(const void*);

/// The statistic of a sum; NoPerformance of all other types.
template <class Type>
using StatisticOf = decltype(statistic_of(static_cast<const Type*>(nullptr)));
template <class Left, class Right>
using CommonStatistic =
    std::conditional_t<std::is_same_v<StatisticOf<Left>, NoPerformance>,
                       StatisticOf<Right>, StatisticOf<Left>>;

template <class Type>
inline constexpr bool kIsNumber =
    std::conjunction_v<std::is_scalar<Type>, std::is_convertible<Type, double>>;
template <class Type>
inline constexpr bool kIsTime = false;
template <class Rep, class Period>
inline constexpr bool kIsTime<std::chrono::duration<Rep, Period>> = true;
template <class Type>
using IsOperand = std::is_base_of<Operand, Type>;
template <class Type>
inline constexpr bool kIsText =
    !IsOperand<Type>::value && std::is_convertible_v<const Type&, std::string>;
template <class Type>
using IsConstant =
    std::bool_constant<kIsNumber<Type> || kIsTime<Type> || kIsText<Type>>;
/// Leaves the operators of all other types alone.
template <class Left, class Right>
using IfOperands = std::enable_if_t<
    std::conjunction_v<std::disjunction<IsOperand<Left>, IsOperand<Right>>,
                       std::disjunction<IsOperand<Left>, IsConstant<Left>>,
                       std::disjunction<IsOperand<Right>, IsConstant<Right>>>>;

/// Writes a time in the longest unit of which it is a whole multiple.
[[nodiscard]] inline Text time_text(double nanoseconds) {
  struct Unit {
    double nanoseconds;
    const char* name;
  };
  for (const Unit& unit :
       {Unit{1e9, " s"}, Unit{1e6, " ms"}, Unit{1e3, " us"}}) {
    const double amount = nanoseconds / unit.nanoseconds;
    if (amount != 0 && amount == std::floor(amount)) {
      return {number_text(amount) + unit.name};
    }
  }
  return {number_text(nanoseconds) + " ns"};
}

/// Returns the text of an operand, or explains why it has none.
template <class Type>
[[nodiscard]] Text text_of(const Type& operand) {
  constexpr bool kIsFormula = std::is_same_v<Type, Formula>;
  static_assert(!kIsFormula,
                "SPL: join two comparisons, as in a(n) < b(n) && b(n) < c(n)");
  constexpr bool kHasNoUnit = kIsNumber<Type> || kIsText<Type>;
  static_assert(!kHasNoUnit,
                "SPL: constants have units; write a time, as in a(n) < 5us, or "
                "spl::count(5) if the metric is no time");
  if constexpr (kIsTime<Type>) {
    const std::chrono::duration<double, std::nano> time = operand;
    return time_text(time.count());
  } else if constexpr (std::is_base_of_v<Sum<StatisticOf<Type>>, Type>) {
    return operand.text();
  } else {
    static_assert(kIsFormula || kHasNoUnit,
                  "SPL: call the methods of a formula: write a(n), or a() "
                  "without arguments");
    return {};
  }
}

/// Likewise in a product, which takes plain numbers.
template <class Type>
[[nodiscard]] Text factor(const Type& operand) {
  if constexpr (kIsNumber<Type>) {
    return {number_text(static_cast<double>(operand))};
  } else {
    return text_of(operand);
  }
}

/// Joins operands whose performances take the same statistic.
template <class Left, class Right>
[[nodiscard]] Text joined_operands(const Left& left, const char* sign,
                                   const Right& right) {
  using Common = CommonStatistic<Left, Right>;
  static_assert(std::is_same_v<StatisticOf<Right>, Common> ||
                    std::is_same_v<StatisticOf<Right>, NoPerformance>,
                "SPL: all performances of a relation take the same statistic; "
                "write it around each, as in spl::mean(a(n)) < "
                "spl::mean(b(n)), or none");
  return joined(text_of(left), sign, text_of(right));
}

}  // namespace composed

/// Add and subtract sums and constants, multiply and divide them by numbers.
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] auto operator+(const Left& left, const Right& right) {
  return Sum<composed::CommonStatistic<Left, Right>>(
      composed::joined_operands(left, " + ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] auto operator-(const Left& left, const Right& right) {
  return Sum<composed::CommonStatistic<Left, Right>>(
      composed::joined_operands(left, " - ", right));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] auto operator*(const Left& left, const Right& right) {
  static_assert(composed::kIsNumber<Left> || composed::kIsNumber<Right>,
                "SPL: multiply performances by numbers, not by one another");
  return Sum<composed::CommonStatistic<Left, Right>>(
      composed::joined(composed::factor(left), " * ", composed::factor(right)));
}
template <class Left, class Right, class = composed::IfOperands<Left, Right>>
[[nodiscard]] auto operator/(const Left& left, const Right& right) {
  static_assert(composed::kIsNumber<Right>,
                "SPL: divide performances by numbers; a(n) / b(n) < 2 is "
                "a(n) < 2 * b(n)");
  return Sum<composed::StatisticOf<Left>>(composed::joined(
      composed::text_of(left), " / ", composed::factor(right)));
}

namespace composed {

template <class Type>
[[nodiscard]] Text statistic(const char* name, const Type& performance,
                             const std::string& further = "") {
  constexpr bool kIsCall = std::is_same_v<Type, Performance>;
  static_assert(kIsCall,
                "SPL: a statistic takes one call of a method; multiply and add "
                "statistics, as in 2 * spl::mean(a(n))");
  if constexpr (kIsCall) {
    const Text& call = performance.text();
    return {name + ('(' + call.text) + further + ')', call.preamble};
  } else {
    return {};
  }
}

}  // namespace composed

/// Returns a statistic of a performance. Without one, formulas compare both
/// typical calls and all calls.
template <class Type>
[[nodiscard]] Sum<composed::Mean> mean(const Type& performance) {
  return Sum<composed::Mean>(composed::statistic("mean", performance));
}
template <class Type>
[[nodiscard]] Sum<composed::Typical> typical(const Type& performance) {
  return Sum<composed::Typical>(composed::statistic("typical", performance));
}
template <class Type>
[[nodiscard]] Sum<composed::Median> median(const Type& performance) {
  return Sum<composed::Median>(composed::statistic("median", performance));
}
/// `share` is between 0 and 1: 0.99 for the call that one of a hundred exceeds.
template <class Type>
[[nodiscard]] Sum<composed::Quantile> quantile(const Type& performance,
                                               double share) {
  return Sum<composed::Quantile>(composed::statistic(
      "quantile", performance, ", " + composed::number_text(share)));
}

}  // namespace spl
