#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/formula.hpp"
#include "spl/logic/stated_statistic.hpp"

/// What the names of a document mean.
namespace spl::logic {

/// A variable of the formula, bound by a quantifier or free.
struct VariableUse {
  std::string name;
};

/// A number that the text defines; points into the document.
struct DefinedNumber {
  const Sum* number;
};

/// A set that the text defines; points into the document.
struct DefinedSet {
  const Set* set;
};

/// A method with all that belongs to it but the arguments.
struct BoundMethod {
  Performance prototype;
  /// Whose parameters take the arguments; none where observations are given.
  std::vector<const Entry*> takers;
};

/// A statistic of a performance; points into the document.
struct StatisticUse {
  StatedStatistic stated;  ///< Without the fraction that follows.
  const Sum* performance;  ///< A method, which has a meaning of its own.
  const Sum* fraction;     ///< Null unless it is a quantile's.
};

using Meaning = std::variant<VariableUse, DefinedNumber, DefinedSet,
                             BoundMethod, StatisticUse>;

/// A variable that nothing binds: it ranges over what the workloads declare.
struct FreeVariable {
  std::string name;
  std::vector<Value> values;
};

struct BoundFormula {
  const LabelledFormula* formula;
  std::vector<FreeVariable> free_variables;
  /// Performances of revisions that are not built, of which nothing is known:
  /// with one, expansion must not be tried.
  std::vector<Span> unbuilt = {};
};

/// Points into the document and the catalogue, which must outlive it.
/// Formulas are in the order of the document; with problems there may be
/// fewer, and expansion must not be tried.
struct BoundDocument {
  std::vector<BoundFormula> formulas;
  std::unordered_map<const MethodUse*, Meaning> meanings;
  std::vector<Problem> problems;
  std::vector<Problem> warnings;  ///< Of what may be meant otherwise.
  std::optional<Span> this_use;   ///< Where THIS is used first.
  const GivenPerformances* given = nullptr;  ///< The catalogue's, if any.
  /// Of the given, or times; whoever measures something else changes it before
  /// expansion.
  Dimension dimension = Dimension::kTime;
};

}  // namespace spl::logic
