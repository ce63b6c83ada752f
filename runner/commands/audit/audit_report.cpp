#include "runner/commands/audit/audit_report.hpp"

#include <algorithm>

#include "runner/system/number_text.hpp"

namespace spl::runner {

std::string verdict_of(const AuditedChange& change,
                       const MeasuredMetric& metric) {
  std::string text = change.accepted ? "accepted" : to_text(change.standing);
  const bool is_known = change.standing == AuditFinding::Standing::kConfirmed &&
                        change.compared.ratio;
  if (!is_known) return text;
  const bool rises = *change.compared.ratio > 1;
  if (is_time(metric)) return text + (rises ? ": slower" : ": faster");
  return text + (rises ? ": more" : ": less");
}

std::string ratio_of(const CommitComparison& compared) {
  if (!compared.ratio) return "-";
  return ratio_text(*compared.ratio, compared.lower, compared.upper);
}

std::string listed(const std::vector<Revision>& commits) {
  std::string text;
  for (const Revision& one : commits) {
    text += (text.empty() ? "" : ", ") + to_text(one);
  }
  return text;
}

bool is_settled(const AuditReport& audit) {
  return audit.going_on.empty() &&
         std::ranges::all_of(audit.changes, [](const AuditedChange& one) {
           return one.standing == AuditFinding::Standing::kConfirmed ||
                  one.standing == AuditFinding::Standing::kCleared;
         });
}

}  // namespace spl::runner
