#pragma once

#include <optional>
#include <string>

#include "runner/findings/formula_report.hpp"
#include "runner/reports/quotient_text.hpp"

/// The measured figure of a relation: the one that decided, or would.
namespace spl::runner {

/// What both sides take without a factor that a whole side has, and their
/// quotient. All are of typical calls, or all of all calls.
struct Figure {
  MeasuredQuotient quotient;
  /// The quotient that the relation compares with: 1.2 of `a <= 1.2 * b`.
  double limit = 1;
  bool has_range = false;
  bool is_of_all_calls = false;
  bool varies = true;
};

/// Absent without a ratio.
[[nodiscard]] std::optional<Figure> figure_of(const RelationReport& relation);

/// Whether typical calls alone decided. The relation has parts, here and below.
[[nodiscard]] bool is_found_by_typical_calls(const RelationReport& relation);

/// Whether every change of typical calls that would turn the verdict is ruled
/// out, and every change of the mean.
[[nodiscard]] bool is_typical_ruled_out(const RelationReport& relation);
[[nodiscard]] bool is_mean_ruled_out(const RelationReport& relation);

/// Whether slow calls or runs contradict what typical calls show.
[[nodiscard]] bool do_parts_contradict(const RelationReport& relation);

/// Whether a difference was seen that the relation claims, or minds, and that
/// needs a proof.
[[nodiscard]] bool claims_proof(const RelationReport& relation);

/// The same of right over left.
[[nodiscard]] Figure exchanged(const Figure& figure);

/// A side in words: `10.3 + 14.4 = 24.7 ns`. Empty if it was not measured.
struct SideTexts {
  std::string left;
  std::string right;
};

[[nodiscard]] SideTexts sides_of(const RelationReport& relation,
                                 const Figure& figure,
                                 logic::Dimension dimension,
                                 const PairOfDigits& digits);

/// What a side takes by the statistic of the figure, without common_factor();
/// absent of constants.
[[nodiscard]] std::optional<double> shown_amount(const RelationSide& side,
                                                 const Figure& figure);

/// The factor that all terms of a side have, which its amount is shown without;
/// 1 of a constant and of sums with different factors.
[[nodiscard]] double common_factor(const RelationSide& side);

}  // namespace spl::runner
