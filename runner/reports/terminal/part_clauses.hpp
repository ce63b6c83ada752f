#pragma once

#include <string>

#include "runner/findings/report.hpp"

/// Clauses of sentences and notes about the three parts. Relations have parts.
namespace spl::runner {

/// Follows answers of fewer blocks, or fixed layouts, than those need.
[[nodiscard]] std::string few_units_text(const RelationReport& relation);

/// Names the side whose slow calls or runs are conspicuous, after a colon;
/// empty without any.
[[nodiscard]] std::string slow_text(const logic::PartsDecision& parts);

/// Whether typical calls alone decided.
[[nodiscard]] bool is_found_by_typical_calls(const logic::PartsDecision& parts);

/// Whether every change of typical calls that would turn the verdict is ruled
/// out, and every change of their mean.
[[nodiscard]] bool is_typical_ruled_out(const RelationReport& relation);
[[nodiscard]] bool is_mean_ruled_out(const RelationReport& relation);

/// Whether there are enough units and calls to rule a change of the mean out.
[[nodiscard]] bool are_enough_for_means(const logic::PartsDecision& parts);

/// Whether slow calls or runs contradict what typical calls show.
[[nodiscard]] bool do_parts_contradict(const RelationReport& relation);

/// Names the units of a proof if they are few; else empty.
[[nodiscard]] std::string few_of_proof_text(const RelationReport& relation);

/// Says that all units show a change that would turn the verdict, though it was
/// not found; empty if they do not.
[[nodiscard]] std::string shown_text(const RelationReport& relation);

/// Whether the difference that the relation claims was found in some part.
[[nodiscard]] bool is_claim_found(const RelationReport& relation);

/// The sign that the relation could claim in place of its own, `<` or `>`;
/// null if that is not found in all calls.
[[nodiscard]] const char* provable_sign(const RelationReport& relation);

/// Names what a proof lacks, after a semicolon; empty if nothing.
[[nodiscard]] std::string lacking_text(const RelationReport& relation);

}  // namespace spl::runner
