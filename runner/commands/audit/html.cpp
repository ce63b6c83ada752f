#include <fmt/format.h>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string ratio_html(const CommitComparison& compared) {
  if (!compared.ratio) return "-";
  std::string text = ratio_text(*compared.ratio);
  if (!compared.lower || !compared.upper) return text;
  return text + fmt::format(" ({} .. {})", ratio_text(*compared.lower),
                            ratio_text(*compared.upper));
}

std::string drift_html(const AuditedDrift& one) {
  return fmt::format("<p>{} changed slowly: {} times ({} .. {}), {}\n",
                     html_name(to_text(one.performance)),
                     ratio_text(one.drift.factor), ratio_text(one.drift.lower),
                     ratio_text(one.drift.upper), html(p_text(one.drift.p)));
}

std::string same_html(const std::vector<Revision>& commits) {
  std::string text;
  for (const Revision& one : commits) {
    text += (text.empty() ? "" : ", ") + to_text(one);
  }
  return "<p>The same program: " + html(text) + '\n';
}

std::string change_html(const AuditedChange& one,
                        const MeasuredMetric& metric) {
  const std::string way = way_of(one, metric);
  const std::string note = one.accepted ? ": " + one.accepted->reason
                           : !one.compared.failure.empty()
                               ? ": " + one.compared.failure
                               : "";
  return fmt::format(
      "<tr><th scope=row>{}{}<td>{}<td>{}<td>{}{}{}<td class=w>{}<td>{}\n",
      one.suspects == 1 ? "" : fmt::format("one of {} up to ", one.suspects),
      html_name(one.first_after.name), html_name(to_text(one.performance)),
      ratio_html(one.compared),
      one.accepted ? "accepted" : to_text(one.standing),
      way.empty() ? way : ": " + way, html(note), one.compared.blocks,
      html(one.first_after.subject));
}

std::string page_of(const AuditReport& audit, const Report& report) {
  std::string text = fmt::format(
      "<p>{} of {} commits after {} up to {} have ratios to {}; level {} in "
      "all\n",
      audit.sampled, audit.commits + 1, html_name(to_text(audit.good)),
      html_name(to_text(audit.bad)), html_name(to_text(audit.reference)),
      percent_text(audit.level));
  if (audit.changes.empty()) {
    text += audit.tested == 0
                ? "<p>No hypothesis was tested\n"
                : fmt::format("<p>No change of {} or more was found\n",
                              percent_text(report.settings.resolution));
  } else {
    text +=
        "<div class=table role=region aria-label=Changes tabindex=0><table>\n"
        "<thead><tr><th scope=col>Commit<th scope=col>Performance"
        "<th scope=col>Ratio to the commit before<th scope=col>Verdict<th "
        "scope=col class=w>Blocks"
        "<th scope=col>Subject\n<tbody>\n";
    for (const AuditedChange& one : audit.changes) {
      text += change_html(one, report.settings.metric);
    }
    text += "</table></div>\n";
  }
  for (const AuditedDrift& one : audit.drifts) text += drift_html(one);
  for (const auto& row : audit.same_programs) text += same_html(row);
  for (const SkippedCommit& one : audit.skipped) {
    text += "<p>" +
            html(to_text(one.revision) + " was skipped: " + one.reason) + '\n';
  }
  return text + left_out_html("Not audited", audit.left_out);
}

}  // namespace

std::string AuditReport::headline() const {
  return fmt::format("Audit of {} commits: {} change{}", commits,
                     changes.size(), changes.size() == 1 ? "" : "s");
}

std::string AuditReport::page(const Report& report,
                              Figures& /*figures*/) const {
  return page_of(*this, report);
}

}  // namespace spl::runner
