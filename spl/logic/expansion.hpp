#pragma once

#include <vector>

#include "spl/logic/binding.hpp"
#include "spl/logic/relation.hpp"

namespace spl::logic {

/// Most relations of performances that one formula may expand to.
inline constexpr std::size_t kMostRelations = 10'000;

/// Most terms of these relations together, as written.
inline constexpr std::size_t kMostTerms = 1'000'000;

/// Most relations of any kind, those of values included, that one formula may
/// have.
inline constexpr std::size_t kMostInstances = 1'000'000;

/// A formula without variables. Relations that cannot matter, because a
/// relation of values decides without them, are dropped.
struct ExpandedFormula {
  Claim claim;
  std::vector<Relation> relations;  ///< Numbered by their position.
  std::vector<Problem> problems;    ///< If there is one, the rest is empty.
};

/// Expands a formula, which is one of `document.formulas`; `document` has no
/// problems.
[[nodiscard]] ExpandedFormula expand(const BoundFormula& formula,
                                     const BoundDocument& document);

}  // namespace spl::logic
