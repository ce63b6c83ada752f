#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/family.hpp"
#include "spl/logic/formula.hpp"
#include "spl/logic/span.hpp"
#include "spl/logic/stated_statistic.hpp"
#include "spl/logic/variables.hpp"

/// The meanings of the names in a document.
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

/// A method with its generator, factory and revision.
struct BoundMethod {
  Performance prototype;  ///< Without arguments.
  /// The takings of the generator and the factory, or of the method; without
  /// entries if observations are given.
  std::vector<Taking> takings;
  /// If the name of the method is not the performance's, those that it may be.
  std::shared_ptr<const Family> family = nullptr;
  std::string pattern = {};  ///< The name as written, if it is `BM_x/{n}`.
};

/// A statistic of a performance; points into the document.
struct StatisticUse {
  StatedStatistic stated;  ///< Without the fraction that follows.
  const Sum* performance;  ///< A method, which has a meaning of its own.
  const Sum* fraction;     ///< Null unless it is a quantile's.
};

using Meaning = std::variant<VariableUse, DefinedNumber, DefinedSet,
                             BoundMethod, StatisticUse>;

/// A variable that no quantifier binds; it ranges over the values that the
/// workloads declare.
struct FreeVariable {
  std::string name;
  std::vector<Value> values;
};

struct BoundFormula {
  const LabelledFormula* formula;
  std::vector<FreeVariable> free_variables;
  /// Performances of revisions that are not built, whose entries are unknown. A
  /// formula with such a performance must not be expanded.
  std::vector<Span> unbuilt = {};
};

/// A document whose names have a meaning. It points into the document and the
/// catalogue, which must outlive it. Formulas are in the order of the document.
/// If there are problems, formulas may be missing and none must be expanded.
struct BoundDocument {
  std::vector<BoundFormula> formulas;
  std::unordered_map<const MethodUse*, Meaning> meanings;
  std::vector<Problem> problems;
  std::vector<Problem> warnings;  ///< About text that may mean something else.
  std::optional<Span> this_use;   ///< The first use of THIS.
  const GivenPerformances* given = nullptr;  ///< The catalogue's, if any.
  /// The dimension of the given observations, or time. A caller that measures
  /// something else changes it before expansion.
  Dimension dimension = Dimension::kTime;
};

/// Statements at the beginning of a document that several documents share.
struct Preface {
  std::size_t end = 0;  ///< Their spans begin before it, all others do not.
  std::string files;    ///< Where they are, for messages.

  [[nodiscard]] bool has(Span span) const { return span.begin < end; }
};

}  // namespace spl::logic
