#include "spl/logic/variables.hpp"

#include <algorithm>

#include "spl/logic/name.hpp"

namespace spl::logic {
namespace {

bool is_variable(const Sum& argument, const std::string& variable) {
  const auto* use = std::get_if<MethodUse>(&argument.node);
  return use != nullptr && use->is_bare_name() && use->name.text == variable;
}

std::string listed(const std::vector<Value>& values) {
  std::string text;
  for (const Value& value : values) {
    if (!text.empty()) text += ", ";
    text += to_text(value);
  }
  return text;
}

std::string quantifier(const std::string& variable) {
  return "write \"for " + variable + " in ...:\" in front";
}

}  // namespace

void each_sum(const Formula& formula,
              const std::function<void(const Sum&)>& visit) {
  if (const auto* chain = std::get_if<Chain>(&formula.node)) {
    for (const Sum& sum : chain->sums) visit(sum);
  } else if (const auto* connective = std::get_if<Connective>(&formula.node)) {
    for (const Formula& part : connective->parts) each_sum(part, visit);
  } else {
    each_sum(std::get<Quantifier>(formula.node).body.front(), visit);
  }
}

void each_use(const Sum& sum,
              const std::function<void(const MethodUse&)>& visit) {
  if (const auto* use = std::get_if<MethodUse>(&sum.node)) {
    visit(*use);
  } else if (const auto* addition = std::get_if<Addition>(&sum.node)) {
    for (const Operand& part : addition->operands) each_use(part.sum, visit);
  } else if (const auto* product = std::get_if<Product>(&sum.node)) {
    for (const Operand& part : product->operands) each_use(part.sum, visit);
  }
}

void each_argument(const MethodUse& use,
                   const std::function<void(const Sum&)>& visit) {
  for (const Instrument& one : use.instruments) {
    if (!one.arguments) continue;
    for (const Sum& argument : *one.arguments) visit(argument);
  }
  if (!use.arguments) return;
  for (const Sum& argument : *use.arguments) visit(argument);
}

std::size_t term_count(const Sum& sum) {
  const auto of_all = [](const std::vector<Operand>& operands) {
    std::size_t count = 0;
    for (const Operand& operand : operands) count += term_count(operand.sum);
    return count;
  };
  if (const auto* addition = std::get_if<Addition>(&sum.node)) {
    return of_all(addition->operands);
  }
  if (const auto* product = std::get_if<Product>(&sum.node)) {
    return of_all(product->operands);
  }
  std::size_t count = 1;
  const auto* use = std::get_if<MethodUse>(&sum.node);
  if (use != nullptr) {
    each_argument(*use,
                  [&](const Sum& argument) { count += term_count(argument); });
  }
  return count;
}

bool mentions(const Set& set, const std::string& variable) {
  bool found = false;
  const auto look = [&](const Sum& sum) {
    each_use(sum, [&](const MethodUse& use) {
      found = found || use.name.text == variable;
    });
  };
  for (const Item& item : set) {
    if (const auto* sum = std::get_if<Sum>(&item.node)) {
      look(*sum);
    } else if (const auto* range = std::get_if<Range>(&item.node)) {
      for (const Sum& number : range->numbers) look(number);
    } else {
      for (const Sum& value : std::get<Tuple>(item.node).values) look(value);
    }
  }
  return found;
}

std::set<std::string> quantified_names(const Formula& formula) {
  std::set<std::string> names;
  if (const auto* connective = std::get_if<Connective>(&formula.node)) {
    for (const Formula& part : connective->parts) {
      names.merge(quantified_names(part));
    }
  } else if (const auto* quantifier = std::get_if<Quantifier>(&formula.node)) {
    names = quantified_names(quantifier->body.front());
    for (const Binding& binding : quantifier->bindings) {
      for (const Name& name : binding.variables) names.insert(name.text);
    }
  }
  return names;
}

std::vector<Name> free_names(
    const Formula& formula,
    const std::function<bool(const std::string&)>& known,
    const std::function<bool(const MethodUse&)>& is_statistic) {
  std::vector<Name> names;
  const auto add = [&](const MethodUse& use) {
    const std::string& text = use.name.text;
    if (names.size() > kMostVariables) return;
    const bool repeated = std::ranges::any_of(
        names, [&](const Name& name) { return name.text == text; });
    if (use.is_bare_name() && !repeated && !known(text)) {
      names.push_back(use.name);
    }
  };
  const std::function<void(const MethodUse&)> look = [&](const MethodUse& use) {
    const bool has_performance = is_statistic(use);
    each_argument(use, [&](const Sum& argument) {
      const bool is_first = use.arguments && &argument == use.arguments->data();
      each_use(argument, has_performance && is_first
                             ? look
                             : std::function<void(const MethodUse&)>(add));
    });
  };
  each_sum(formula, [&](const Sum& sum) { each_use(sum, look); });
  return names;
}

DeclaredValues declared_values(const std::string& variable,
                               const std::vector<Taking>& takings) {
  DeclaredValues result;
  const Entry* declarer = nullptr;
  const auto add = [&](const Entry& taker, const std::vector<Value>& values) {
    if (values.empty() || values == result.values) return;
    if (declarer == nullptr) {
      declarer = &taker;
      result.values = values;
    } else if (result.problem.empty()) {
      result.problem = "the values of " + quoted(variable) +
                       " differ: " + quoted(declarer->name) + " declares " +
                       listed(result.values) + " and " + quoted(taker.name) +
                       " " + listed(values) + "; " + quantifier(variable);
    }
  };
  for (const Taking& taking : takings) {
    for (std::size_t i = 0; i < taking.arguments->size(); ++i) {
      if (!is_variable((*taking.arguments)[i], variable)) continue;
      add(*taking.entry, (*taking.entry->parameters)[i].values);
    }
  }
  if (declarer == nullptr) {
    result.problem = "nothing gives the values of " + quoted(variable) + "; " +
                     quantifier(variable) +
                     ", or declare them with spl::values where the workload "
                     "is registered";
  }
  return result;
}

}  // namespace spl::logic
