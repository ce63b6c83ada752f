#include "tests/logic/sample_catalogue.hpp"

#include <stdexcept>

#include "parser/print.hpp"
#include "parser/source.hpp"

namespace spl::logic {
namespace {

Parameter integer(std::string name, std::vector<Value> values = {}) {
  return {std::move(name), "int",      Parameter::Kind::kInteger,
          -2147483648.0,   2147483647, std::move(values)};
}

Entry workload(std::string name, std::vector<Parameter> parameters) {
  return {Entry::Kind::kWorkload,
          std::move(name),
          std::move(parameters),
          {},
          {},
          "program"};
}

struct Bound {
  parser::ParsedText parsed;
  Catalogue catalogue;
  BoundDocument document;

  Bound(const std::string& text, Catalogue known,
        parser::TextKind kind = parser::TextKind::kFile)
      : parsed(parser::parse(text, kind)),
        catalogue(std::move(known)),
        document(bind(parsed.document, catalogue,
                      parsed.problems.empty() ? Completeness::kWhole
                                              : Completeness::kPartly)) {}

  /// Those of syntax and binding or, where there are none, of expansion.
  [[nodiscard]] std::vector<Problem> problems() const {
    std::vector<Problem> result = parsed.problems;
    result.insert(result.end(), document.problems.begin(),
                  document.problems.end());
    if (!result.empty()) return result;
    for (const BoundFormula& formula : document.formulas) {
      for (const Problem& problem : expand(formula, document).problems) {
        result.push_back(problem);
      }
    }
    return result;
  }
};

std::string located(const parser::Source& source, const Problem& problem) {
  const parser::Position at = source.position(problem.span.begin);
  return std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
         problem.message;
}

std::string text_of(const Claim& claim, const ExpandedFormula& formula) {
  if (claim.kind == Claim::Kind::kHolds) return "holds";
  if (claim.kind == Claim::Kind::kViolated) return "violated";
  if (claim.kind == Claim::Kind::kRelation) {
    return parser::to_text(formula.relations[claim.relation]);
  }
  std::string text;
  for (const Claim& part : claim.parts) {
    if (!text.empty()) {
      text += claim.kind == Claim::Kind::kAnd ? " and " : " or ";
    }
    const bool nested = !part.parts.empty();
    text +=
        nested ? "(" + text_of(part, formula) + ")" : text_of(part, formula);
  }
  return text;
}

}  // namespace

Catalogue sample_catalogue() {
  Catalogue catalogue;
  catalogue.entries = {
      workload("a", {integer("n", {1.0, 2.0})}),
      workload("b", {integer("n", {1.0, 2.0})}),
      workload("c", {integer("n")}),
      workload("sort", {integer("size", {10.0, 100.0})}),
      workload("pair", {integer("x"), integer("y")}),
      workload("file",
               {{"name", "std::string", Parameter::Kind::kText, 0, 0, {}}}),
      workload("once", {}),
      {Entry::Kind::kMethod,
       "List.contains",
       {},
       {},
       {"std::list<int>", "int"},
       "program"},
      {Entry::Kind::kMethod,
       "Array.contains",
       {},
       {},
       {"std::vector<int>", "int"},
       "program"},
      {Entry::Kind::kFactory,
       "lists",
       std::vector{integer("")},
       "std::list<int>",
       {},
       "program"},
      {Entry::Kind::kFactory,
       "arrays",
       std::vector{integer("")},
       "std::vector<int>",
       {},
       "program"},
      {Entry::Kind::kGenerator,
       "keys",
       std::vector{integer("", {5.0, 6.0})},
       {},
       {"int"},
       "program"},
      {Entry::Kind::kGenerator,
       "texts",
       std::vector{integer("")},
       {},
       {"std::string"},
       "program"},
  };
  return catalogue;
}

std::vector<std::string> problems_of(const std::string& text,
                                     const Catalogue& catalogue) {
  const Bound bound(text, catalogue);
  const parser::Source source("text", text);
  std::vector<std::string> result;
  for (const Problem& problem : bound.problems()) {
    result.push_back(located(source, problem));
  }
  return result;
}

std::string diagnostics_of(const std::string& text, parser::TextKind kind) {
  const Bound bound(text, sample_catalogue(), kind);
  const parser::Source source("text", text);
  std::string result;
  for (const Problem& problem : bound.problems()) {
    result += to_text(source.diagnose(problem));
  }
  return result;
}

ExpandedFormula expanded(const std::string& text, const Catalogue& catalogue) {
  for (const std::string& problem : problems_of(text, catalogue)) {
    throw std::runtime_error(problem);
  }
  const Bound bound(text, catalogue);
  return expand(bound.document.formulas.at(0), bound.document);
}

std::string expanded_text(const std::string& text, const Catalogue& catalogue) {
  const ExpandedFormula formula = expanded(text, catalogue);
  return text_of(formula.claim, formula);
}

}  // namespace spl::logic
