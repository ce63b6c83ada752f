#include "spl/logic/quantity.hpp"

#include <cmath>

#include "spl/logic/fit.hpp"

namespace spl::logic {
namespace {

double scale(Unit unit) {
  switch (unit) {
    case Unit::kMicrosecond:
      return 1e3;
    case Unit::kMillisecond:
      return 1e6;
    case Unit::kSecond:
      return 1e9;
    case Unit::kPercent:
      return 0.01;
    case Unit::kNone:
    case Unit::kNanosecond:
      return 1;
  }
  return 1;
}

Quantity::Kind kind(Unit unit) {
  if (unit == Unit::kNone) return Quantity::Kind::kPlain;
  return unit == Unit::kPercent ? Quantity::Kind::kPercent
                                : Quantity::Kind::kTime;
}

[[noreturn]] void fail(std::string message, const Sum& place) {
  throw ExpansionError({std::move(message), place.span});
}

class Evaluator {
 public:
  Evaluator(const BoundDocument& document, const Values& values)
      : document_(document), values_(values) {}

  Quantity evaluate(const Sum& sum) const {
    Quantity result =
        std::visit([&](const auto& node) { return of(node, sum); }, sum.node);
    if (!std::isfinite(result.form.constant())) {
      fail("this number is too large", sum);
    }
    return result;
  }

 private:
  Quantity of(const Number& number, const Sum&) const {
    return {kind(number.unit),
            LinearForm(rounded(number.value * scale(number.unit))),
            {}};
  }

  Quantity of(const Text& text, const Sum&) const {
    return {Quantity::Kind::kText, {}, text.value};
  }

  Quantity of(const MethodUse& use, const Sum& place) const {
    const Meaning& meaning = document_.meanings.at(&use);
    if (const auto* variable = std::get_if<VariableUse>(&meaning)) {
      return quantity(values_.at(variable->name));
    }
    if (const auto* number = std::get_if<DefinedNumber>(&meaning)) {
      return evaluate(*number->number);
    }
    if (const auto* statistic = std::get_if<StatisticUse>(&meaning)) {
      return evaluate(*statistic->performance);
    }
    const auto& method = std::get<BoundMethod>(meaning);
    Performance performance = method.prototype;
    set_arguments(performance, taken(method.takings.front()),
                  taken(method.takings.back()));
    if (method.family != nullptr) take_member(method, performance, place);
    return {
        performance_kind(document_), LinearForm(std::move(performance)), {}};
  }

  /// Gives a performance the name of the member of a family.
  void take_member(const BoundMethod& method, Performance& performance,
                   const Sum& place) const {
    const bool is_pattern = !method.pattern.empty();
    std::vector<Value> key = performance.arguments;
    if (is_pattern) key = {filled(method.pattern, values_)};
    if (const auto sentence = why_no_member(*method.family, key)) {
      fail(*sentence, place);
    }
    if (is_pattern) {
      performance.method = std::get<std::string>(key.front());
    } else {
      performance.method = method.family->members.at(key).front();
      performance.arguments.clear();
    }
  }

  std::vector<Value> taken(const Taking& taking) const {
    std::vector<Value> values;
    for (const Sum& argument : *taking.arguments) {
      Value value = evaluate_value(argument, document_, values_);
      const auto wrong =
          taking.entry == nullptr
              ? std::nullopt
              : wrong_argument(*taking.entry, values.size(), value);
      if (wrong) fail(*wrong, argument);
      values.push_back(std::move(value));
    }
    return values;
  }

  static Quantity quantity(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
      return {Quantity::Kind::kPlain, LinearForm(*number), {}};
    }
    return {Quantity::Kind::kText, {}, std::get<std::string>(value)};
  }

  // A percentage scales everything to the left of its sign.
  Quantity of(const Addition& addition, const Sum& sum) const {
    Quantity total;
    bool first = true;
    for (const Operand& operand : addition.operands) {
      const Quantity part = number(operand.sum);
      const double sign = operand.inverse ? -1 : 1;
      if (part.kind == Quantity::Kind::kPercent && !first &&
          total.kind != Quantity::Kind::kPercent) {
        total.form = total.form.scaled(1 + sign * part.form.constant());
      } else if (first) {
        total = part;
        total.form = total.form.scaled(sign);
      } else {
        add(total, part, sign, sum);
      }
      first = false;
    }
    return total;
  }

  static void add(Quantity& total, const Quantity& part, double sign,
                  const Sum& place) {
    if (total.kind != part.kind && !total.is_zero() && !part.is_zero()) {
      fail(mixture(total, part), place);
    }
    if (total.is_zero()) total.kind = part.kind;
    total.form = total.form.plus(part.form.scaled(sign));
  }

  static std::string mixture(const Quantity& left, const Quantity& right) {
    const bool percent = left.kind == Quantity::Kind::kPercent ||
                         right.kind == Quantity::Kind::kPercent;
    if (percent) {
      return "a percentage follows the value that it scales: \"X + 5%\"";
    }
    if (left.has_performance() || right.has_performance()) {
      const Quantity& performance = left.has_performance() ? left : right;
      if (performance.kind == Quantity::Kind::kPlain) {
        return std::string(kCountsAreNoTimes);
      }
    }
    const Quantity& plain = left.kind == Quantity::Kind::kPlain ? left : right;
    const std::string number = to_text(Value(plain.form.constant()));
    return "a number beside a time needs a unit; write " + number +
           " ns, us, ms or s";
  }

  Quantity of(const Product& product, const Sum& sum) const {
    Quantity total{Quantity::Kind::kPlain, LinearForm(1), {}};
    for (const Operand& operand : product.operands) {
      Quantity part = number(operand.sum);
      if (part.kind == Quantity::Kind::kPercent) {
        part.kind = Quantity::Kind::kPlain;
      }
      if (operand.inverse) {
        divide(total, part, operand.sum);
      } else {
        multiply(total, part, sum);
      }
    }
    return total;
  }

  static void multiply(Quantity& total, const Quantity& part,
                       const Sum& place) {
    if (is_number(part)) {
      total.form = total.form.scaled(part.form.constant());
    } else if (is_number(total)) {
      total = {part.kind, part.form.scaled(total.form.constant()), {}};
    } else if (total.has_performance() && part.has_performance()) {
      fail("performances cannot be multiplied with each other: " +
               factors(total, part) + "; sums must be linear",
           place);
    } else {
      fail("times cannot be multiplied with each other", place);
    }
  }

  static bool is_number(const Quantity& quantity) {
    return quantity.kind == Quantity::Kind::kPlain &&
           !quantity.has_performance();
  }

  static void divide(Quantity& total, const Quantity& part, const Sum& place) {
    if (part.has_performance()) {
      fail("a performance cannot be a divisor; multiply the other side instead",
           place);
    }
    if (part.form.constant() == 0) fail("division by 0", place);
    if (part.kind == Quantity::Kind::kTime) {
      if (total.kind != Quantity::Kind::kTime || total.has_performance()) {
        fail("only a time can be divided by a time", place);
      }
      total.kind = Quantity::Kind::kPlain;
    }
    total.form = total.form.divided(part.form.constant());
  }

  static std::string factors(const Quantity& left, const Quantity& right) {
    return to_text(left.form.terms().front().performance) + " and " +
           to_text(right.form.terms().front().performance);
  }

  Quantity number(const Sum& sum) const {
    Quantity result = evaluate(sum);
    if (result.kind == Quantity::Kind::kText) {
      fail("a string cannot be used in arithmetic", sum);
    }
    return result;
  }

  const BoundDocument& document_;
  const Values& values_;
};

class Writer {
 public:
  Writer(const BoundDocument& document, const Values& values)
      : document_(document), values_(values) {}

  // Meanings belong to addresses in the document, so copies are filled from the
  // originals.
  Sum write(const Sum& sum) const {
    if (const auto* use = std::get_if<MethodUse>(&sum.node)) return of(*use);
    if (const auto* addition = std::get_if<Addition>(&sum.node)) {
      return {Addition{of(addition->operands)}, sum.span};
    }
    if (const auto* product = std::get_if<Product>(&sum.node)) {
      return {Product{of(product->operands)}, sum.span};
    }
    return sum;
  }

 private:
  Sum of(const MethodUse& use) const {
    const Meaning& meaning = document_.meanings.at(&use);
    if (const auto* variable = std::get_if<VariableUse>(&meaning)) {
      return written(values_.at(variable->name));
    }
    MethodUse result = use;
    const auto* method = std::get_if<BoundMethod>(&meaning);
    if (method != nullptr && use.name.is_this()) {
      result.name.text = method->prototype.method;
      result.name.quoted = !is_plain_name(result.name.text);
    }
    if (method != nullptr && !method->pattern.empty()) {
      result.name.text = filled(method->pattern, values_);
    }
    if (std::holds_alternative<StatisticUse>(meaning)) {
      result.arguments->clear();
      for (const Sum& argument : *use.arguments) {
        result.arguments->push_back(write(argument));
      }
    } else {
      result.arguments = values_of(use.arguments);
    }
    for (std::size_t i = 0; i < use.instruments.size(); ++i) {
      result.instruments[i].arguments = values_of(use.instruments[i].arguments);
    }
    return {std::move(result), {}};
  }

  std::optional<std::vector<Sum>> values_of(
      const std::optional<std::vector<Sum>>& arguments) const {
    if (!arguments) return std::nullopt;
    std::vector<Sum> result;
    for (const Sum& argument : *arguments) {
      result.push_back(written(evaluate_value(argument, document_, values_)));
    }
    return result;
  }

  std::vector<Operand> of(const std::vector<Operand>& operands) const {
    std::vector<Operand> result;
    for (const Operand& operand : operands) {
      result.push_back({operand.inverse, write(operand.sum)});
    }
    return result;
  }

  const BoundDocument& document_;
  const Values& values_;
};

}  // namespace

Quantity::Kind performance_kind(const BoundDocument& document) {
  return document.dimension == Dimension::kCount ? Quantity::Kind::kPlain
                                                 : Quantity::Kind::kTime;
}

Quantity evaluate(const Sum& sum, const BoundDocument& document,
                  const Values& values) {
  return Evaluator(document, values).evaluate(sum);
}

Value evaluate_value(const Sum& sum, const BoundDocument& document,
                     const Values& values) {
  const Quantity quantity = evaluate(sum, document, values);
  if (quantity.kind == Quantity::Kind::kText) return quantity.text;
  if (quantity.kind != Quantity::Kind::kPlain) {
    fail(
        "an argument or a member of a set is a plain number or a string, "
        "without a unit",
        sum);
  }
  return rounded(quantity.form.constant());
}

Sum written(const Value& value) {
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr) return {Text{std::get<std::string>(value)}, {}};
  if (*number >= 0) return {Number{*number, Unit::kNone}, {}};
  return {Addition{{{true, {Number{-*number, Unit::kNone}, {}}}}}, {}};
}

Sum written(const Sum& sum, const BoundDocument& document,
            const Values& values) {
  return Writer(document, values).write(sum);
}

}  // namespace spl::logic
