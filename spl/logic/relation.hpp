#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spl/logic/formula.hpp"
#include "spl/logic/performance.hpp"
#include "spl/logic/stated_statistic.hpp"

namespace spl::logic {

/// One comparison of performances, with values in place of variables: what is
/// measured and decided.
struct Relation {
  Sign sign = Sign::kLessEqual;
  LinearForm left;
  LinearForm right;
  /// The contrast of the relation: left - right.
  LinearForm theta;
  /// The relation as its formula writes it, values in place of variables.
  Sum written_left;
  Sum written_right;
  std::vector<std::pair<std::string, Value>> bindings;
  Span span;  ///< Of the relation in its text.
  /// Why performances that it tells apart are one and the same, which `left`,
  /// `right` and `theta` take them for: a sentence; empty where none are.
  std::string identity = {};
  /// What its formula says of all its performances; else the settings do.
  std::optional<StatedStatistic> statistic = std::nullopt;
};

/// Lists the performances on both sides, each once.
[[nodiscard]] std::set<Performance> performances_of(const Relation& relation);

/// A formula after expansion: what is left of it to decide. Quantifiers have
/// become conjunctions and disjunctions.
struct Claim {
  enum class Kind { kHolds, kViolated, kRelation, kNot, kAnd, kOr };
  Kind kind = Kind::kHolds;
  std::size_t relation = 0;  ///< Of kRelation: its number.
  std::vector<Claim> parts;  ///< Of kNot one, of kAnd and kOr two or more.
};

}  // namespace spl::logic
