#include <fmt/format.h>

#include <string>
#include <vector>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// The commit, or the end of those that it may be.
std::string place_of(const AuditedChange& change) {
  return change.suspects == 1
             ? change.first_after.name
             : fmt::format("one of {} up to {}", change.suspects,
                           change.first_after.name);
}

}  // namespace

std::vector<std::string> notes_of(const AuditReport& audit,
                                  const Settings& settings) {
  std::vector<std::string> notes;
  for (const AuditedChange& one : audit.changes) {
    const std::string name = to_text(one.performance);
    if (one.accepted) {
      notes.push_back(fmt::format("accepted: {} at {}: {}", name,
                                  one.first_after.name,
                                  foreign_text(one.accepted->reason)));
    } else if (one.standing == AuditFinding::Standing::kFailed) {
      notes.push_back(fmt::format("{} could not be compared at {} and {}: {}",
                                  name, to_text(one.last_before),
                                  to_text(one.first_after),
                                  foreign_text(one.compared.failure)));
    } else if (one.standing == AuditFinding::Standing::kCleared) {
      notes.push_back(fmt::format(
          "{} seemed to change, but blocks of {} and {} leave no change of {}",
          name, to_text(one.last_before), to_text(one.first_after),
          percent_text(settings.resolution)));
    } else if (one.standing == AuditFinding::Standing::kUnconfirmed) {
      notes.push_back(fmt::format(
          "{} seemed to change, but blocks of {} and {} do not show it: give "
          "more with --budget",
          name, to_text(one.last_before), to_text(one.first_after)));
    }
  }
  for (const AuditedDrift& one : audit.drifts) {
    notes.push_back(
        fmt::format("{} changed slowly up to {}: {}; no commit alone shows {}",
                    to_text(one.performance), audit.bad.name,
                    times_text(one.drift), percent_text(settings.resolution)));
  }
  for (const std::vector<Revision>& row : audit.same_programs) {
    notes.push_back("the same program: " + listed(row));
  }
  for (const SkippedCommit& one : audit.skipped) {
    notes.push_back(fmt::format("{} was skipped: {}", to_text(one.revision),
                                foreign_text(one.reason)));
  }
  if (!audit.going_on.empty()) {
    notes.push_back("the time is used up; go on: " + audit.going_on);
  }
  return notes;
}

std::string head_of(const AuditReport& audit) {
  return fmt::format(
      "{} and {} after {} up to {}: {}, {} at a level of {} in all",
      counted(audit.performances, "performance"),
      counted(audit.commits, "commit"), audit.good.name, audit.bad.name,
      audit.sampled == 1 ? "1 commit has a ratio to " + audit.reference.name
                         : fmt::format("{} commits have ratios to {}",
                                       audit.sampled, audit.reference.name),
      (audit.tested < audit.hypotheses ? fmt::format("{} of ", audit.tested)
                                       : std::string()) +
          (audit.hypotheses == 1
               ? "1 hypothesis"
               : fmt::format("{} hypotheses", audit.hypotheses)),
      percent_text(audit.level));
}

std::string AuditReport::section(const Report& report,
                                 const Style& /*style*/) const {
  const Settings& settings = report.settings;
  std::string text = head_of(*this) + '\n';
  Columns columns({"commit", "performance", "ratio to the commit before",
                   "verdict", "blocks", "subject"});
  for (const AuditedChange& one : changes) {
    columns.add({place_of(one), to_text(one.performance),
                 ratio_of(one.compared), verdict_of(one, settings.metric),
                 std::to_string(one.compared.blocks),
                 foreign_text(one.first_after.subject)});
  }
  text += tested == 0       ? "no hypothesis was tested\n"
          : changes.empty() ? fmt::format("no change of {} or more was found\n",
                                          percent_text(settings.resolution))
                            : columns.text();
  for (const std::string& note : notes_of(*this, settings)) text += note + '\n';
  return text + left_out_text("not audited", left_out);
}

}  // namespace spl::runner
