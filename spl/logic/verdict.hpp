#pragma once

#include <span>
#include <string_view>

#include "spl/logic/relation.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

/// Verdicts from findings, in three-valued logic.
namespace spl::logic {

using statistics::Finding;

/// The strength with which a relation holds or is violated.
enum class Strength { kProven, kNotRefuted, kNotProven, kRefuted, kUndecided };

enum class Verdict {
  kHolds,
  kViolated,
  kUndecided,  ///< The observations do not allow an answer.
  kError       ///< Undecided because something failed.
};

/// Returns the strength of a relation after a finding about theta, by the table
/// in docs/statistics.md.
[[nodiscard]] Strength strength(Sign sign, Finding finding);

/// Returns the verdict: proven and not refuted hold; refuted and not proven are
/// violated.
[[nodiscard]] Verdict verdict(Strength strength);

/// Whether a finding gives a relation another verdict than kIndistinct does.
[[nodiscard]] bool turns_verdict(Sign sign, Finding finding);

/// Evaluates a claim in Kleene's three-valued logic. `relations` has a verdict
/// for each relation that the claim mentions, by number.
[[nodiscard]] Verdict evaluate(const Claim& claim,
                               std::span<const Verdict> relations);

/// Returns "proven", "not refuted" and so on.
[[nodiscard]] std::string_view to_text(Strength strength);
/// Returns "holds", "violated", "undecided" or "error".
[[nodiscard]] std::string_view to_text(Verdict verdict);
/// Returns "greater", "less", "indistinct" or "unknown".
[[nodiscard]] std::string_view to_text(Finding finding);

}  // namespace spl::logic
