#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "spl/experiment/name.hpp"
#include "spl/experiment/text.hpp"

namespace spl {

/// A value of a formula that C++ does not know, such as `10 * n`.
template <class Type>
class Value {
 public:
  /// Takes a text as formulas write it; users get values from variables.
  explicit Value(composed::Text text) : text_(std::move(text)) {}

  /// Returns that text, valid as long as this.
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
/// generators declare. The name is an identifier, as that of a Method.
template <class Type>
class Variable : public Value<Type> {
 public:
  /// A variable over the declared values.
  explicit Variable(const composed::Name& name)
      : Value<Type>(composed::Text{name.text()}) {}
  /// A variable over these values, numbers or texts; one at least.
  Variable(const composed::Name& name, std::initializer_list<Type> values)
      : Value<Type>(composed::listed(name.text(), texts(values))) {}

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

}  // namespace spl
