#include "tests/parser/formula_text.hpp"

#include <algorithm>
#include <string_view>

#include "parser/print.hpp"
#include "spl/logic/name.hpp"

namespace spl::parser {

using logic::Binding;
using logic::Chain;
using logic::Connective;
using logic::Definition;
using logic::Document;
using logic::Formula;
using logic::in_quotes;
using logic::Item;
using logic::LabelledFormula;
using logic::MethodUse;
using logic::Name;
using logic::Quantifier;
using logic::Range;
using logic::Set;
using logic::Setting;
using logic::Statement;
using logic::Sum;
using logic::Tuple;

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

// --- Sets

struct ItemPrinter {
  std::string operator()(const Sum& sum) const { return to_text(sum); }
  std::string operator()(const Range& range) const {
    const std::string from = to_text(range.from());
    // An unquoted revision would include the dots.
    const bool apart = from.find('@') != std::string::npos;
    std::string text = from + (apart ? " .. " : "..") + to_text(range.to());
    if (const Sum* step = range.step()) {
      text += range.multiplicative ? " step *" : " step ";
      text += to_text(*step);
    }
    return text;
  }
  std::string operator()(const Tuple& tuple) const {
    return in_parentheses(sums_text(tuple.values));
  }
};

std::string items_text(const Set& set) {
  return joined(set, ", ", [](const Item& item) {
    return std::visit(ItemPrinter{}, item.node);
  });
}

std::string braced(const Set& set) { return '{' + items_text(set) + '}'; }

// --- Formulas

// The precedence of a formula.
enum class Binds { kImplication, kDisjunction, kConjunction, kPart };

Binds binding_of(const Formula& formula) {
  const auto* connective = std::get_if<Connective>(&formula.node);
  if (connective == nullptr) return Binds::kPart;
  switch (connective->kind) {
    case Connective::Kind::kImplies:
      return Binds::kImplication;
    case Connective::Kind::kOr:
      return Binds::kDisjunction;
    case Connective::Kind::kAnd:
      return Binds::kConjunction;
    case Connective::Kind::kNot:
      return Binds::kPart;
  }
  return Binds::kPart;
}

// Returns the least precedence of a connective's last part without parentheses.
Binds least_in(Connective::Kind kind) {
  switch (kind) {
    case Connective::Kind::kImplies:
      return Binds::kImplication;
    case Connective::Kind::kOr:
      return Binds::kConjunction;
    case Connective::Kind::kAnd:
    case Connective::Kind::kNot:
      return Binds::kPart;
  }
  return Binds::kPart;
}

// Whether a formula ends with a quantifier, whose body would include what
// follows.
bool ends_with_quantifier(const Formula& formula) {
  const auto* connective = std::get_if<Connective>(&formula.node);
  if (connective == nullptr) {
    return std::holds_alternative<Quantifier>(formula.node);
  }
  const Formula& last = connective->parts.back();
  const bool bare = binding_of(last) >= least_in(connective->kind);
  return bare && ends_with_quantifier(last);
}

enum class Place { kLast, kFollowed };

std::string part_text(const Formula& formula, Binds least, Place place) {
  const bool loose =
      binding_of(formula) < least ||
      (place == Place::kFollowed && ends_with_quantifier(formula));
  return loose ? in_parentheses(to_text(formula)) : to_text(formula);
}

std::string binding_text(const Binding& binding) {
  std::string variables = joined(binding.variables, ", ", name_text);
  if (binding.tuple) variables = in_parentheses(variables);
  return variables + " in " + to_text(binding.set);
}

struct FormulaPrinter {
  std::string operator()(const Chain& chain) const { return to_text(chain); }
  std::string operator()(const Connective& connective) const {
    const auto& parts = connective.parts;
    switch (connective.kind) {
      case Connective::Kind::kNot:
        return "not " + part_text(parts.front(), least_in(connective.kind),
                                  Place::kLast);
      case Connective::Kind::kImplies:
        return part_text(parts[0], Binds::kDisjunction, Place::kFollowed) +
               " => " +
               part_text(parts[1], least_in(connective.kind), Place::kLast);
      case Connective::Kind::kAnd:
        return list_text(parts, " and ", least_in(connective.kind));
      case Connective::Kind::kOr:
        return list_text(parts, " or ", least_in(connective.kind));
    }
    return {};
  }
  std::string operator()(const Quantifier& quantifier) const {
    if (quantifier.kind == Quantifier::Kind::kMean) {
      const auto& chain = std::get<Chain>(quantifier.body.front().node);
      return "geomean(" + to_text(chain.sums.front()) + " for " +
             joined(quantifier.bindings, ", ", binding_text) + ") " +
             std::string(logic::to_text(chain.signs.front())) + ' ' +
             to_text(chain.sums.back());
    }
    const bool all = quantifier.kind == Quantifier::Kind::kForAll;
    return (all ? "for " : "exists ") +
           joined(quantifier.bindings, ", ", binding_text) + ": " +
           to_text(quantifier.body.front());
  }

 private:
  static std::string list_text(const std::vector<Formula>& parts,
                               std::string_view sign, Binds least) {
    return joined(parts, sign, [&](const Formula& part) {
      const bool last = &part == &parts.back();
      return part_text(part, least, last ? Place::kLast : Place::kFollowed);
    });
  }
};

// --- Statements

// Whether `a = b` would be read as a definition; `a == b` is not.
bool looks_like_definition(const Chain& chain) {
  const auto* use = std::get_if<MethodUse>(&chain.sums.front().node);
  return use != nullptr && use->is_bare_name() && chain.sums.size() == 2;
}

std::string setting_value_text(const std::string& value) {
  const bool plain = !value.empty() && value.front() != ' ' &&
                     value.back() != ' ' && value.front() != '"' &&
                     value.front() != '\'' &&
                     std::ranges::all_of(value, [](char c) {
                       return c >= ' ' && c <= '~' && c != ';' && c != '#';
                     });
  return plain ? value : in_quotes(value);
}

struct StatementPrinter {
  std::string operator()(const Definition& definition) const {
    const auto* set = std::get_if<Set>(&definition.value);
    return name_text(definition.name) + " = " +
           (set != nullptr ? braced(*set)
                           : to_text(std::get<Sum>(definition.value)));
  }
  std::string operator()(const Setting& setting) const {
    return "set " + setting.name.text + " = " +
           setting_value_text(setting.value);
  }
  std::string operator()(const LabelledFormula& labelled) const {
    const auto* chain = std::get_if<Chain>(&labelled.formula.node);
    const std::string formula =
        chain != nullptr && !labelled.label && looks_like_definition(*chain)
            ? to_text(*chain, "==")
            : to_text(labelled.formula);
    return labelled.label ? labelled.label->text + ": " + formula : formula;
  }
};

}  // namespace

std::string to_text(const Set& set) {
  return set.size() == 1 ? items_text(set) : braced(set);
}

std::string to_text(const Formula& formula) {
  return std::visit(FormulaPrinter{}, formula.node);
}

std::string to_text(const Statement& statement) {
  return std::visit(StatementPrinter{}, statement.node);
}

std::string to_text(const Document& document) {
  std::string text;
  for (const Statement& statement : document.statements) {
    const std::string line = to_text(statement);
    // A line that begins with a sign would continue the one before.
    if (!text.empty()) text += line.front() == '-' ? ";\n" : "\n";
    text += line;
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace spl::parser
