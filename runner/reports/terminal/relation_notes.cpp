#include "runner/reports/terminal/relation_notes.hpp"

#include <fmt/format.h>

#include "runner/reports/terminal/effect.hpp"
#include "runner/reports/terminal/parts_note.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// Joins clauses; those that begin with a semicolon bring theirs along.
void add_clause(std::string_view clause, std::string& note) {
  if (clause.starts_with("; ")) clause.remove_prefix(2);
  if (clause.empty()) return;
  if (!note.empty()) note += "; ";
  note += clause;
}

std::string without_colon(std::string text) {
  if (text.ends_with(": ")) text.resize(text.size() - 2);
  return text;
}

/// Names the end of the measurement, if no answer was that.
std::string end_text(const RelationReport& relation) {
  switch (relation.stopped) {
    case Stop::kBudget:
      return "budget used up";
    case Stop::kMayHide:
      return "ended as `may-hide` allows";
    case Stop::kTwofold:
      return "a factor of 2 in all blocks";
    default:
      return {};
  }
}

/// Describes a relation that one test decided.
std::string tested_note(const RelationReport& relation,
                        logic::Dimension dimension) {
  std::string note;
  add_clause(without_colon(stated_text(relation)), note);
  const logic::Decision& decision = relation.decision;
  if (!decision.ratio.estimate) {
    add_clause(difference_text(decision, dimension), note);
  }
  add_clause(unvaried_text(relation), note);
  add_clause(inconclusive_text(relation), note);
  return note;
}

std::string answer_text(const RelationReport& relation,
                        logic::Dimension dimension) {
  const logic::Decision& decision = relation.decision;
  if (!decision.reason.empty()) {
    return foreign_text(decision.reason) + unneeded_evidence(relation);
  }
  if (!decision.decided_by) return "nothing to measure";
  return relation.parts && !relation.parts->nothing_varies
             ? parts_note(relation, dimension)
             : tested_note(relation, dimension);
}

/// Whether an interpretation beside the one that decides finds the contrary, or
/// something where that finds nothing.
bool disagrees(const RelationReport& relation, logic::Finding finding) {
  if (finding == logic::Finding::kUnknown) return false;
  const logic::Verdict verdict = relation.decision.verdict;
  if (verdict == logic::Verdict::kUndecided) {
    return finding != logic::Finding::kIndistinct;
  }
  return logic::verdict(logic::strength(relation.sign, finding)) != verdict;
}

}  // namespace

std::string note_text(const RelationReport& relation,
                      logic::Dimension dimension) {
  std::string note;
  add_clause(answer_text(relation, dimension), note);
  const logic::Decision& decision = relation.decision;
  if (decision.decided_by && relation.plain_factor && decision.ratio.estimate) {
    add_clause(ratio_text(*decision.ratio.estimate * *relation.plain_factor) +
                   " without the factor",
               note);
  }
  if (relation.blocks > 0) add_clause(end_text(relation), note);
  if (relation.in_one_layout) add_clause("in one layout", note);
  if (relation.heap_in_one_layout) add_clause("heap in one layout", note);
  add_clause(precision_text(relation), note);
  if (relation.portability) {
    add_clause("portability " + ratio_text(*relation.portability), note);
  }
  return note;
}

std::string disagreement_text(const RelationReport& relation) {
  if (is_left_open(relation) || relation.stopped == Stop::kFailed) return {};
  if (relation.decision.verdict == logic::Verdict::kError) return {};
  std::string text;
  for (const auto& [kind, result] : relation.decision.interpretations) {
    const bool is_own = kind == logic::Interpretation::kBlocks ||
                        kind == logic::Interpretation::kRunMeans;
    if (is_own || kind == relation.decision.decided_by ||
        !disagrees(relation, result.finding)) {
      continue;
    }
    text += fmt::format("{}{} finds {}", text.empty() ? "" : ", ",
                        to_text(kind), logic::to_text(result.finding));
  }
  return text.empty() ? text : "other interpretations disagree: " + text;
}

}  // namespace spl::runner
