#include "runner/commands/audit/audit_report.hpp"

#include <algorithm>

namespace spl::runner {

std::string way_of(const AuditedChange& change, const MeasuredMetric& metric) {
  const bool is_known = change.standing == AuditFinding::Standing::kConfirmed &&
                        change.compared.ratio;
  if (!is_known) return {};
  const bool rises = *change.compared.ratio > 1;
  if (is_time(metric)) return rises ? "slower" : "faster";
  return rises ? "more" : "less";
}

bool is_settled(const AuditReport& audit) {
  return audit.going_on.empty() &&
         std::all_of(audit.changes.begin(), audit.changes.end(),
                     [](const AuditedChange& one) {
                       return one.standing ==
                                  AuditFinding::Standing::kConfirmed ||
                              one.standing == AuditFinding::Standing::kCleared;
                     });
}

}  // namespace spl::runner
