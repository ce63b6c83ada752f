#include "runner/findings/audit_report.hpp"

#include <algorithm>

namespace spl::runner {

bool is_settled(const AuditReport& audit) {
  return audit.going_on.empty() &&
         std::all_of(audit.changes.begin(), audit.changes.end(),
                     [](const AuditedChange& one) {
                       return one.standing ==
                              AuditFinding::Standing::kConfirmed;
                     });
}

}  // namespace spl::runner
