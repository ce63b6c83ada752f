#include <fmt/format.h>

#include <string>
#include <utility>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/reports/terminal/columns.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using Standing = AuditFinding::Standing;

std::string counted(std::size_t count, const std::string& one,
                    const std::string& several) {
  return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

/// "1.05 (1.04 .. 1.06)"; "-" without a ratio.
std::string ratio_of(const CommitComparison& compared) {
  if (!compared.ratio) return "-";
  std::string text = ratio_text(*compared.ratio);
  if (!compared.lower || !compared.upper) return text;
  return text + fmt::format(" ({} .. {})", ratio_text(*compared.lower),
                            ratio_text(*compared.upper));
}

/// "confirmed: slower", "accepted: faster", "cleared"; costs other than times
/// get more or less.
std::string verdict_of(const AuditedChange& change,
                       const MeasuredMetric& metric) {
  const std::string text =
      change.accepted ? "accepted" : to_text(change.standing);
  const std::string way = way_of(change, metric);
  return way.empty() ? text : text + ": " + way;
}

/// "0a1b2c3d4e (Read words), 9f3c2d1ab0 (Parse faster)"
std::string listed(const std::vector<Revision>& commits) {
  std::string text;
  for (const Revision& one : commits) {
    text += (text.empty() ? "" : ", ") + to_text(one);
  }
  return text;
}

/// The commit, or the end of those that it may be.
std::string place_of(const AuditedChange& change) {
  return change.suspects == 1
             ? change.first_after.name
             : fmt::format("one of {} up to {}", change.suspects,
                           change.first_after.name);
}

std::string notes_of(const AuditReport& audit, const Settings& settings) {
  std::string text;
  for (const AuditedChange& one : audit.changes) {
    const std::string name = to_text(one.performance);
    if (one.accepted) {
      text +=
          fmt::format("accepted: {} at {}: {}\n", name, one.first_after.name,
                      foreign_text(one.accepted->reason));
    } else if (one.standing == Standing::kFailed) {
      text += fmt::format("{} could not be compared at {} and {}: {}\n", name,
                          to_text(one.last_before), to_text(one.first_after),
                          foreign_text(one.compared.failure));
    } else if (one.standing == Standing::kCleared) {
      text += fmt::format(
          "{} seemed to change, but blocks of {} and {} leave no change of "
          "{}\n",
          name, to_text(one.last_before), to_text(one.first_after),
          percent_text(settings.resolution));
    } else if (one.standing == Standing::kUnconfirmed) {
      text += fmt::format(
          "{} seemed to change, but blocks of {} and {} do not show it: give "
          "more with --budget\n",
          name, to_text(one.last_before), to_text(one.first_after));
    }
  }
  for (const AuditedDrift& one : audit.drifts) {
    text += fmt::format(
        "{} changed slowly up to {}: {} times ({} .. {}), {}; no commit alone "
        "shows {}\n",
        to_text(one.performance), audit.bad.name, ratio_text(one.drift.factor),
        ratio_text(one.drift.lower), ratio_text(one.drift.upper),
        p_text(one.drift.p), percent_text(settings.resolution));
  }
  for (const std::vector<Revision>& row : audit.same_programs) {
    text += "the same program: " + listed(row) + '\n';
  }
  for (const SkippedCommit& one : audit.skipped) {
    text += fmt::format("{} was skipped: {}\n", to_text(one.revision),
                        foreign_text(one.reason));
  }
  return text + left_out_text("not audited", audit.left_out);
}

std::string head_of(const AuditReport& audit) {
  return fmt::format(
      "{} and {} after {} up to {}: {}, {} at a level of {} in all\n",
      counted(audit.performances, "performance", "performances"),
      counted(audit.commits, "commit", "commits"), audit.good.name,
      audit.bad.name,
      counted(audit.sampled, "commit has a ratio to ",
              "commits have ratios to ") +
          audit.reference.name,
      (audit.tested < audit.hypotheses ? fmt::format("{} of ", audit.tested)
                                       : std::string()) +
          counted(audit.hypotheses, "hypothesis", "hypotheses"),
      percent_text(audit.level));
}

std::string section_of(const AuditReport& audit, const Report& report) {
  const Settings& settings = report.settings;
  std::string text = head_of(audit);
  Columns columns({"commit", "performance", "ratio to the commit before",
                   "verdict", "blocks", "subject"});
  for (const AuditedChange& one : audit.changes) {
    columns.add({place_of(one), to_text(one.performance),
                 ratio_of(one.compared), verdict_of(one, settings.metric),
                 std::to_string(one.compared.blocks),
                 foreign_text(one.first_after.subject)});
  }
  text += audit.tested == 0 ? "no hypothesis was tested\n"
          : audit.changes.empty()
              ? fmt::format("no change of {} or more was found\n",
                            percent_text(settings.resolution))
              : columns.text();
  text += notes_of(audit, settings);
  if (!audit.going_on.empty()) {
    text += "the time is used up; go on: " + audit.going_on + '\n';
  }
  return text;
}

}  // namespace

std::string AuditReport::section(const Report& report,
                                 const Style& /*style*/) const {
  return section_of(*this, report);
}

}  // namespace spl::runner
