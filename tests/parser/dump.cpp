#include "tests/parser/dump.hpp"

#include <cstdio>

namespace spl::parser {
namespace {

using namespace logic;  // NOLINT(google-build-using-namespace)

std::string dump(const Name& name) {
  return name.quoted ? '\'' + name.text + '\'' : name.text;
}

std::string dump(const Sum& sum);
std::string dump(const Operand& operand, const char* inverse) {
  return ' ' +
         (operand.inverse ? inverse + dump(operand.sum) : dump(operand.sum));
}

std::string dump(const std::optional<std::vector<Sum>>& arguments) {
  if (!arguments) return {};
  std::string text = "(";
  for (const Sum& sum : *arguments) text += ' ' + dump(sum);
  return text + " )";
}

struct SumDumper {
  std::string operator()(const Number& number) const {
    constexpr const char* kUnits[] = {"", "ns", "us", "ms", "s", "%"};
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", number.value);
    double read = 0;
    for (int precision = 6; precision < 17; ++precision) {
      char shorter[32];
      std::snprintf(shorter, sizeof shorter, "%.*g", precision, number.value);
      std::sscanf(shorter, "%lf", &read);
      if (read == number.value) {
        return std::string(shorter) + kUnits[static_cast<int>(number.unit)];
      }
    }
    return std::string(digits) + kUnits[static_cast<int>(number.unit)];
  }
  std::string operator()(const Text& text) const {
    return '"' + text.value + '"';
  }
  std::string operator()(const MethodUse& use) const {
    std::string text = dump(use.name);
    if (!use.instruments.empty()) {
      text += '[';
      for (const Instrument& one : use.instruments) {
        text += ' ' + dump(one.name) + dump(one.arguments);
      }
      text += " ]";
    }
    if (use.revision) text += '@' + dump(*use.revision);
    return text + dump(use.arguments);
  }
  std::string operator()(const Addition& addition) const {
    std::string text = "(+";
    for (const auto& operand : addition.operands) text += dump(operand, "-");
    return text + ')';
  }
  std::string operator()(const Product& product) const {
    std::string text = "(*";
    for (const auto& operand : product.operands) text += dump(operand, "/");
    return text + ')';
  }
};

std::string dump(const Sum& sum) { return std::visit(SumDumper{}, sum.node); }

struct ItemDumper {
  std::string operator()(const Sum& sum) const { return dump(sum); }
  std::string operator()(const Range& range) const {
    std::string text = "(range " + dump(range.from()) + ' ' + dump(range.to());
    if (const Sum* step = range.step()) {
      text += (range.multiplicative ? " *" : " ") + dump(*step);
    }
    return text + ')';
  }
  std::string operator()(const Tuple& tuple) const {
    std::string text = "(tuple";
    for (const Sum& sum : tuple.values) text += ' ' + dump(sum);
    return text + ')';
  }
};

std::string dump(const Set& set) {
  std::string text = "{";
  for (const Item& item : set)
    text += ' ' + std::visit(ItemDumper{}, item.node);
  return text + " }";
}

struct FormulaDumper {
  std::string operator()(const Chain& chain) const {
    constexpr const char* kSigns[] = {"<", "<=", ">", ">=", "=", "!="};
    std::string text = '(' + dump(chain.sums.front());
    for (std::size_t i = 0; i < chain.signs.size(); ++i) {
      text += std::string(" ") + kSigns[static_cast<int>(chain.signs[i])] +
              ' ' + dump(chain.sums.at(i + 1));
    }
    if (chain.within) text += " within " + dump(*chain.within);
    return text + ')';
  }
  std::string operator()(const Connective& connective) const {
    constexpr const char* kNames[] = {"not", "and", "or", "implies"};
    std::string text =
        std::string("(") + kNames[static_cast<int>(connective.kind)];
    for (const Formula& part : connective.parts) {
      text += ' ' + parser::dump(part);
    }
    return text + ')';
  }
  std::string operator()(const Quantifier& quantifier) const {
    constexpr const char* kNames[] = {"(for", "(exists", "(geomean"};
    std::string text = kNames[static_cast<int>(quantifier.kind)];
    for (const Binding& binding : quantifier.bindings) {
      text += binding.tuple ? " ((" : " (";
      for (const Name& name : binding.variables) {
        if (&name != &binding.variables.front()) text += ' ';
        text += dump(name);
      }
      text += (binding.tuple ? ") " : " ") + dump(binding.set) + ')';
    }
    return text + ' ' + parser::dump(quantifier.body.front()) + ')';
  }
};

struct StatementDumper {
  std::string operator()(const Definition& definition) const {
    return "(define " + dump(definition.name) + ' ' +
           std::visit([](const auto& value) { return dump(value); },
                      definition.value) +
           ')';
  }
  std::string operator()(const Setting& setting) const {
    return "(set " + setting.name.text + " <" + setting.value + ">)";
  }
  std::string operator()(const LabelledFormula& labelled) const {
    const std::string formula = parser::dump(labelled.formula);
    return labelled.label
               ? "(label " + dump(*labelled.label) + ' ' + formula + ')'
               : formula;
  }
};

}  // namespace

std::string dump(const Formula& formula) {
  return std::visit(FormulaDumper{}, formula.node);
}

std::string dump(const Statement& statement) {
  return std::visit(StatementDumper{}, statement.node);
}

std::string dump(const Document& document) {
  std::string text;
  for (const Statement& statement : document.statements) {
    if (!text.empty()) text += ' ';
    text += dump(statement);
  }
  return text;
}

}  // namespace spl::parser
