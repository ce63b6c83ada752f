#pragma once

#include <span>
#include <string_view>

#include "spl/logic/relation.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

/// From findings to verdicts, in three-valued logic.
namespace spl::logic {

using statistics::Finding;

/// How strongly a relation holds or is violated.
enum class Strength { kProven, kNotRefuted, kNotProven, kRefuted, kUndecided };

enum class Verdict {
  kHolds,
  kViolated,
  kUndecided,  ///< The observations do not allow an answer.
  kError       ///< Undecided because something failed.
};

/// The table of the language: what a finding about theta says of a relation.
[[nodiscard]] Strength strength(Sign sign, Finding finding);

/// Proven and not refuted hold; refuted and not proven are violated.
[[nodiscard]] Verdict verdict(Strength strength);

/// Whether a finding gives a relation another verdict than kIndistinct does.
[[nodiscard]] bool turns_verdict(Sign sign, Finding finding);

/// Kleene's three-valued logic. `relations` has a verdict for each relation
/// that the claim mentions, by number.
[[nodiscard]] Verdict evaluate(const Claim& claim,
                               std::span<const Verdict> relations);

/// "proven", "not refuted", ...
[[nodiscard]] std::string_view to_text(Strength strength);
/// "holds", "violated", "undecided", "error".
[[nodiscard]] std::string_view to_text(Verdict verdict);
/// "greater", "less", "indistinct", "unknown".
[[nodiscard]] std::string_view to_text(Finding finding);

}  // namespace spl::logic
