#include "tests/parser/formula_generator.hpp"

#include <cmath>
#include <utility>

namespace spl::parser {

using namespace logic;  // NOLINT(google-build-using-namespace)

Name FormulaGenerator::identifier() {
  constexpr const char* kNames[] = {"a",  "b",   "sort", "n_1",   "_x", "s",
                                    "us", "set", "form", "index", "e3"};
  return {kNames[below(11)], false, {}};
}

Name FormulaGenerator::path() {
  Name name = identifier();
  while (one_in(3)) {
    name.text += one_in(2) ? "." : "::";
    name.text += one_in(3) ? "for" : identifier().text;
  }
  return name;
}

Number FormulaGenerator::number() {
  Number number;
  switch (below(4)) {
    case 0:
      number.value = below(100);
      break;
    case 1:
      number.value = below(1000) / 8.0;
      break;
    case 2:
      number.value = std::ldexp(static_cast<double>(random_()), -below(400));
      break;
    default:
      number.value = std::ldexp(static_cast<double>(random_()), below(400));
  }
  if (one_in(4)) number.unit = static_cast<Unit>(below(6));
  return number;
}

std::string FormulaGenerator::quoted_text() {
  constexpr const char* kTexts[] = {"BM_Sort/1000", "a b",      "x'y",  "x\"y",
                                    "# < = ;",      "\xC2\xB5", "step", "1"};
  return kTexts[below(8)];
}

MethodUse FormulaGenerator::method(int depth) {
  MethodUse use{path(), {}, {}, {}};
  if (one_in(8)) use.name = {"THIS", false, {}};
  for (int i = one_in(3) ? 1 + below(2) : 0; i > 0; --i) {
    use.instruments.push_back(
        {one_in(4) ? Name{quoted_text(), true, {}} : path(), {}});
    if (one_in(4)) use.instruments.back().arguments = arguments(depth);
  }
  if (one_in(3)) {
    constexpr const char* kRevisions[] = {"HEAD~1", "v1.2-", "feature/x^",
                                          "baseline"};
    use.revision = one_in(4) ? Name{"main@{1}", true, {}}
                             : Name{kRevisions[below(4)], false, {}};
  }
  if (one_in(2)) use.arguments = arguments(depth);
  if (!use.is_bare_name() && one_in(5)) use.name = {quoted_text(), true, {}};
  return use;
}

std::vector<Sum> FormulaGenerator::arguments(int depth) {
  std::vector<Sum> result;
  for (int i = below(3); i > 0; --i) result.push_back(sum(depth - 1));
  return result;
}

Sum FormulaGenerator::sum(int depth) {
  if (depth <= 0 || one_in(3)) {
    switch (below(5)) {
      case 0:
      case 1:
        return {number(), {}};
      case 2:
        return {Text{quoted_text()}, {}};
      default:
        return {method(depth), {}};
    }
  }
  const auto operand = [&](bool inverse) {
    return Operand{inverse, sum(depth - 1)};
  };
  std::vector<Operand> operands;
  if (one_in(4)) {
    operands.push_back(operand(true));
    return {Addition{std::move(operands)}, {}};
  }
  operands.push_back(operand(false));
  for (int i = 1 + below(3); i > 0; --i) operands.push_back(operand(one_in(2)));
  if (one_in(2)) return {Addition{std::move(operands)}, {}};
  return {Product{std::move(operands)}, {}};
}

Item FormulaGenerator::item(int depth) {
  switch (below(4)) {
    case 0: {
      Range range{{sum(depth), sum(depth)}, false};
      if (one_in(2)) {
        range.numbers.push_back(sum(depth));
        range.multiplicative = one_in(2);
      }
      return {std::move(range), {}};
    }
    case 1: {
      Tuple tuple;
      for (int i = 2 + below(2); i > 0; --i) tuple.values.push_back(sum(depth));
      return {std::move(tuple), {}};
    }
    default:
      return {sum(depth), {}};
  }
}

Set FormulaGenerator::set(int depth) {
  Set set;
  for (int i = 1 + below(3); i > 0; --i) set.push_back(item(depth));
  return set;
}

Chain FormulaGenerator::chain(int depth) {
  Chain chain;
  chain.sums.push_back(sum(depth));
  const bool descends = one_in(2);
  const int relations = one_in(4) ? 1 + below(3) : 1;
  for (int i = 0; i < relations; ++i) {
    constexpr Sign kUp[] = {Sign::kLess, Sign::kLessEqual, Sign::kEqual};
    constexpr Sign kDown[] = {Sign::kGreater, Sign::kGreaterEqual,
                              Sign::kEqual};
    chain.signs.push_back(descends ? kDown[below(3)] : kUp[below(3)]);
    chain.sums.push_back(sum(depth));
  }
  if (relations == 1 && one_in(5)) chain.signs[0] = Sign::kNotEqual;
  if (relations == 1 && chain.signs[0] == Sign::kEqual && one_in(2)) {
    chain.within = sum(depth);
  }
  return chain;
}

Quantifier FormulaGenerator::quantifier(int depth) {
  Quantifier quantifier{
      one_in(2) ? Quantifier::Kind::kForAll : Quantifier::Kind::kExists,
      {},
      {}};
  for (int i = 1 + below(2); i > 0; --i) {
    Binding binding{{identifier()}, false, set(1)};
    if (one_in(3)) {
      binding.tuple = true;
      binding.variables.push_back(identifier());
    }
    quantifier.bindings.push_back(std::move(binding));
  }
  if (one_in(4)) {
    quantifier.kind = Quantifier::Kind::kMean;
    quantifier.body.push_back(
        {Chain{{sum(1), sum(1)}, {Sign::kLess}, std::nullopt}, {}});
  } else {
    quantifier.body.push_back(formula(depth - 1));
  }
  return quantifier;
}

Formula FormulaGenerator::formula(int depth) {
  if (depth <= 0 || one_in(3)) return {chain(2), {}};
  if (one_in(4)) return {quantifier(depth), {}};
  Connective connective{static_cast<Connective::Kind>(below(4)), {}};
  const int parts = connective.kind == Connective::Kind::kNot ? 1
                    : connective.kind == Connective::Kind::kImplies
                        ? 2
                        : 2 + below(2);
  for (int i = 0; i < parts; ++i)
    connective.parts.push_back(formula(depth - 1));
  return {std::move(connective), {}};
}

Statement FormulaGenerator::statement(int depth) {
  switch (below(6)) {
    case 0:
      return {Definition{path(), set(2)}, {}};
    case 1: {
      MethodUse use = method(0);
      use.arguments.reset();
      if (use.is_bare_name() && one_in(2)) use.name.text += ".x";
      return {Definition{path(), Sum{std::move(use), {}}}, {}};
    }
    case 2:
      return {Definition{path(), Sum{number(), {}}}, {}};
    case 3:
      return {Setting{{"max-runs", false, {}},
                      one_in(2) ? quoted_text() : std::string{},
                      {}},
              {}};
    case 4:
      return {LabelledFormula{path(), formula(depth)}, {}};
    default:
      return {LabelledFormula{{}, formula(depth)}, {}};
  }
}

}  // namespace spl::parser
