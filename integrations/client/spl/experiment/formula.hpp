#pragma once

#include <chrono>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Formulas composed in C++. An operator makes the text that a formula has in
/// docs/language.md, so both say the same.
namespace spl {

namespace composed {

/// What stands before a formula: "sort = ..." and "for n in 10, 100".
struct Preamble {
  /// Names with the methods or values that they stand for, in the order of
  /// their first use; no pair twice.
  std::vector<std::pair<std::string, std::string>> definitions = {};
  std::vector<std::pair<std::string, std::string>> variables = {};

  void add(const Preamble& other);
};

/// A part of a formula.
struct Text {
  std::string text;
  Preamble preamble = {};
};

[[nodiscard]] Text joined(const Text& left, const std::string& sign,
                          const Text& right);
[[nodiscard]] std::string number_text(double value);
/// Returns a text in quotes. Throws std::invalid_argument if it has both kinds
/// of quotes or a line feed.
[[nodiscard]] std::string quoted(const std::string& text);
[[nodiscard]] Text listed(const std::string& name,
                          const std::vector<std::string>& values);

[[nodiscard]] inline std::string value_text(double value) {
  return number_text(value);
}
[[nodiscard]] inline std::string value_text(const std::string& value) {
  return quoted(value);
}

template <class>
inline constexpr bool kNever = false;

}  // namespace composed

/// A value of a formula that C++ does not know, such as `10 * n`.
template <class Type>
class Value {
 public:
  /// Takes a text as formulas write it; users get values from variables.
  explicit Value(composed::Text text) : text_(std::move(text)) {}

  /// Returns that text.
  [[nodiscard]] const composed::Text& text() const { return text_; }

  friend Value operator+(const Value& left, const Value& right) {
    return Value(composed::joined(left.text_, " + ", right.text_));
  }
  friend Value operator-(const Value& left, const Value& right) {
    return Value(composed::joined(left.text_, " - ", right.text_));
  }
  friend Value operator*(const Value& left, const Value& right) {
    return Value(composed::joined(left.text_, " * ", right.text_));
  }
  friend Value operator+(Type left, const Value& right) {
    return of(left) + right;
  }
  friend Value operator+(const Value& left, Type right) {
    return left + of(right);
  }
  friend Value operator-(Type left, const Value& right) {
    return of(left) - right;
  }
  friend Value operator-(const Value& left, Type right) {
    return left - of(right);
  }
  friend Value operator*(Type left, const Value& right) {
    return of(left) * right;
  }
  friend Value operator*(const Value& left, Type right) {
    return left * of(right);
  }

 private:
  static Value of(const Type& value) {
    static_assert(std::is_arithmetic_v<Type>,
                  "SPL: only numbers are added and multiplied in formulas");
    return Value({composed::value_text(value)});
  }

  composed::Text text_;
};

/// A variable of formulas: each formula that uses `Variable n("n", {10, 100})`
/// is about all its values. Without values they are those that the methods or
/// generators declare.
template <class Type>
class Variable : public Value<Type> {
 public:
  /// A variable over the declared values. The name is an identifier.
  explicit Variable(const std::string& name)
      : Value<Type>(composed::Text{name}) {}
  /// A variable over these values, numbers or texts; one at least.
  Variable(const std::string& name, std::initializer_list<Type> values)
      : Value<Type>(composed::listed(name, texts(values))) {}

 private:
  static std::vector<std::string> texts(std::initializer_list<Type> values) {
    std::vector<std::string> result;
    for (const Type& one : values) result.push_back(composed::value_text(one));
    return result;
  }
};
template <class Type>
Variable(const char*, std::initializer_list<Type>) -> Variable<Type>;
Variable(const char*, std::initializer_list<const char*>)
    ->Variable<std::string>;

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
