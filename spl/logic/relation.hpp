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

/// A comparison of performances, with values in place of variables, which is
/// measured and decided.
struct Relation {
  Sign sign = Sign::kLessEqual;
  /// The sides, with positive terms only (make_terms_positive()).
  LinearForm left;
  LinearForm right;
  /// The contrast of the relation: left - right.
  LinearForm theta;
  /// The relation as its formula writes it, two sums and a sign, with values in
  /// place of variables.
  std::shared_ptr<const Chain> written;
  std::vector<std::pair<std::string, Value>> bindings;
  Span span;  ///< The place of the relation in its text.
  /// The sentence that says why performances that the formula distinguishes are
  /// the same, as they are in `left`, `right` and `theta`; empty if there are
  /// none.
  std::string identity = {};
  /// Why it is left undecided, whatever was or would be measured: a clause that
  /// names the remedy; empty if it is decided.
  std::string unfit = {};
  /// Whether `left` and `right` differ from the sides as written.
  bool is_rearranged = false;
  /// The statistic that the formula states for all its performances; if absent,
  /// that of the settings.
  std::optional<StatedStatistic> statistic = std::nullopt;
  /// It compares the geometric mean of so many quotients, at least one, with
  /// the limit; 0: it compares sums. Then a coefficient is the number of
  /// quotients that have the performance above, in `left`, or below, and those
  /// that theta lacks cancel out.
  std::size_t quotients = 0;
  double limit = 1;
};

/// Puts each term of theta on the side where its coefficient is positive:
/// a + b <= 1.5 * a becomes b <= 0.5 * a, and a - b <= 5 ns becomes
/// a <= b + 5 ns. Changes and ratios refer to these sides. If nothing is left
/// of a side, theta becomes a number of that sign, since times are above 0, and
/// `identity` says why: the coefficient, if theta is a multiple of one time.
void make_terms_positive(Relation& relation, Dimension dimension);

/// Lists the performances on both sides, each once.
[[nodiscard]] std::set<Performance> performances_of(const Relation& relation);

/// A formula after expansion: the part that is left to decide. Quantifiers have
/// become conjunctions and disjunctions, and negations are in the signs of
/// relations: `not (b <= a)` is `b > a`.
struct Claim {
  enum class Kind { kHolds, kViolated, kRelation, kAnd, kOr };
  Kind kind = Kind::kHolds;
  std::size_t relation = 0;  ///< The number of a kRelation.
  std::vector<Claim> parts;  ///< Two or more for kAnd and kOr.
};

}  // namespace spl::logic
