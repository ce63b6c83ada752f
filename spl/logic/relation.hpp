#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/performance.hpp"
#include "spl/logic/sign.hpp"
#include "spl/logic/span.hpp"
#include "spl/logic/stated_statistic.hpp"

namespace spl::logic {

struct Chain;

/// One comparison of performances, with values in place of variables: what is
/// measured and decided.
struct Relation {
  Sign sign = Sign::kLessEqual;
  /// The sides, with positive terms only (make_terms_positive()).
  LinearForm left;
  LinearForm right;
  /// The contrast of the relation: left - right.
  LinearForm theta;
  /// The relation as its formula writes it, values in place of variables: two
  /// sums and the sign.
  std::shared_ptr<const Chain> written;
  std::vector<std::pair<std::string, Value>> bindings;
  Span span;  ///< Of the relation in its text.
  /// Why performances that it distinguishes are one and the same, which `left`,
  /// `right` and `theta` take them for: a sentence; empty where none are.
  std::string identity = {};
  /// `left` and `right` are not the sides as written.
  bool is_rearranged = false;
  /// What its formula says of all its performances; else the settings do.
  std::optional<StatedStatistic> statistic = std::nullopt;
};

/// Puts each term of theta on the side where its coefficient is positive:
/// a + b <= 1.5 * a becomes b <= 0.5 * a, and a - b <= 5 ns becomes
/// a <= b + 5 ns. Changes and ratios are those of these sides. Where theta is a
/// multiple of one time, both sides are: times are above 0, so that theta
/// becomes its coefficient, and `identity` says why.
void make_terms_positive(Relation& relation, Dimension dimension);

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
