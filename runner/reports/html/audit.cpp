#include <fmt/format.h>

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

std::string change_html(const AuditedChange& one) {
  const std::string note = one.accepted ? ": " + one.accepted->reason
                           : !one.compared.failure.empty()
                               ? ": " + one.compared.failure
                               : "";
  return fmt::format(
      "<tr><th scope=row>{}{}<td>{}<td>{}<td>{}{}<td class=w>{}<td>{}\n",
      one.suspects == 1 ? "" : fmt::format("one of {} up to ", one.suspects),
      html_name(one.first_after.name), html_name(to_text(one.performance)),
      ratio_html(one.compared),
      one.accepted ? "accepted" : to_text(one.standing), html(note),
      one.compared.blocks, html(one.first_after.subject));
}

}  // namespace

std::string outcome_html(const AuditReport& audit, const Report& report,
                         Figures& figures) {
  (void)report;
  (void)figures;
  std::string text = fmt::format(
      "<p>{} of {} commits after {} up to {} have ratios to {}; level {} in "
      "all\n",
      audit.sampled, audit.commits + 1, html_name(audit.good.name),
      html_name(audit.bad.name), html_name(audit.reference.name),
      percent_text(audit.level));
  if (audit.changes.empty()) {
    text += audit.hypotheses == 0 ? "<p>No hypothesis was tested\n"
                                  : "<p>No change was found\n";
  } else {
    text +=
        "<div class=table role=region aria-label=Changes tabindex=0><table>\n"
        "<thead><tr><th scope=col>Commit<th scope=col>Performance"
        "<th scope=col>Ratio<th scope=col>Verdict<th scope=col class=w>Blocks"
        "<th scope=col>Subject\n<tbody>\n";
    for (const AuditedChange& one : audit.changes) text += change_html(one);
    text += "</table></div>\n";
  }
  for (const SkippedCommit& one : audit.skipped) {
    text += "<p>" +
            html(to_text(one.revision) + " was skipped: " + one.reason) + '\n';
  }
  return text + left_out_html("Not audited", audit.left_out);
}

}  // namespace spl::runner
