#include "parser/print.hpp"

#include "spl/logic/name.hpp"
#include "spl/logic/performance.hpp"
#include "spl/logic/verdict.hpp"

namespace spl::parser {

using logic::Addition;
using logic::Chain;
using logic::in_quotes;
using logic::MethodUse;
using logic::Name;
using logic::Number;
using logic::Operand;
using logic::Product;
using logic::Sign;
using logic::Sum;
using logic::Text;
using logic::Unit;

namespace {

std::string name_text(const Name& name) {
  return name.quoted ? in_quotes(name.text) : name.text;
}

std::string in_parentheses(const std::string& text) { return '(' + text + ')'; }

template <typename List, typename Print>
std::string joined(const List& list, std::string_view separator, Print print) {
  std::string text;
  for (const auto& element : list) {
    if (&element != &list.front()) text += separator;
    text += print(element);
  }
  return text;
}

std::string sums_text(const std::vector<Sum>& sums) {
  return joined(sums, ", ", [](const Sum& sum) { return to_text(sum); });
}
// --- Sums

std::string arguments_text(const std::optional<std::vector<Sum>>& arguments) {
  return arguments ? in_parentheses(sums_text(*arguments)) : std::string();
}

std::string instrument_text(const logic::Instrument& instrument) {
  return name_text(instrument.name) + arguments_text(instrument.arguments);
}

bool is_negation(const Sum& sum) {
  const auto* addition = std::get_if<Addition>(&sum.node);
  return addition != nullptr && addition->operands.size() == 1 &&
         addition->operands.front().inverse;
}

std::string factor_text(const Sum& sum) {
  const bool stands_alone =
      is_negation(sum) || (!std::holds_alternative<Addition>(sum.node) &&
                           !std::holds_alternative<Product>(sum.node));
  return stands_alone ? to_text(sum) : in_parentheses(to_text(sum));
}

std::string term_text(const Sum& sum) {
  return std::holds_alternative<Product>(sum.node) ? to_text(sum)
                                                   : factor_text(sum);
}

template <typename Print>
std::string operation_text(const std::vector<Operand>& operands,
                           std::string_view sign, std::string_view inverse,
                           Print print) {
  std::string text;
  for (const Operand& operand : operands) {
    if (&operand != &operands.front()) {
      text += operand.inverse ? inverse : sign;
    }
    text += print(operand.sum);
  }
  return text;
}

std::string_view unit_text(Unit unit) {
  switch (unit) {
    case Unit::kNone:
      return "";
    case Unit::kNanosecond:
      return " ns";
    case Unit::kMicrosecond:
      return " us";
    case Unit::kMillisecond:
      return " ms";
    case Unit::kSecond:
      return " s";
    case Unit::kPercent:
      return "%";
  }
  return "";
}

struct SumPrinter {
  std::string operator()(const Number& number) const {
    return logic::to_text(logic::Value(number.value)) +
           std::string(unit_text(number.unit));
  }
  std::string operator()(const Text& text) const {
    return in_quotes(text.value);
  }
  std::string operator()(const MethodUse& use) const {
    std::string text = name_text(use.name);
    if (!use.instruments.empty()) {
      text += '[' + joined(use.instruments, ", ", instrument_text) + ']';
    }
    if (use.revision) text += '@' + name_text(*use.revision);
    return text + arguments_text(use.arguments);
  }
  std::string operator()(const Addition& addition) const {
    const auto& operands = addition.operands;
    if (operands.size() == 1 && operands.front().inverse) {
      return '-' + factor_text(operands.front().sum);
    }
    return operation_text(operands, " + ", " - ", term_text);
  }
  std::string operator()(const Product& product) const {
    return operation_text(product.operands, " * ", " / ", factor_text);
  }
};
}  // namespace

std::string to_text(const Sum& sum) {
  return std::visit(SumPrinter{}, sum.node);
}

std::string to_text(const Chain& chain, std::string_view equal) {
  std::string text = to_text(chain.sums.front());
  for (std::size_t i = 0; i < chain.signs.size(); ++i) {
    const Sign sign = chain.signs[i];
    text += ' ';
    text += sign == Sign::kEqual ? equal : logic::to_text(sign);
    text += ' ';
    text += to_text(chain.sums[i + 1]);
  }
  if (chain.within) text += " within " + to_text(*chain.within);
  return text;
}

std::string to_text(const logic::Relation& relation) {
  return to_text(*relation.written, logic::to_text(Sign::kEqual));
}

}  // namespace spl::parser
