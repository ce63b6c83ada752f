#pragma once

#include <vector>

#include "spl/logic/binding.hpp"
#include "spl/logic/relation.hpp"

namespace spl::logic {

/// Relations of performances that one formula may expand to.
inline constexpr std::size_t kMostRelations = 10'000;

/// Terms of all these relations together, as they are written.
inline constexpr std::size_t kMostTerms = 1'000'000;

/// Relations of any kind that one formula may be looked at for.
inline constexpr std::size_t kMostInstances = 1'000'000;

/// What a bound formula comes to. Relations that cannot matter, since a
/// relation of values decides without them, are dropped.
struct ExpandedFormula {
  Claim claim;
  std::vector<Relation> relations;  ///< Numbered by their position.
  std::vector<Problem> problems;    ///< With any, the rest is empty.
};

/// `formula` is one of `document.formulas`, and `document` has no problems.
[[nodiscard]] ExpandedFormula expand(const BoundFormula& formula,
                                     const BoundDocument& document);

}  // namespace spl::logic
