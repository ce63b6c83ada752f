#include <fmt/format.h>

#include <string>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string change_html(const AuditedChange& one,
                        const MeasuredMetric& metric) {
  return fmt::format(
      "<tr><th scope=row>{}{}<td>{}<td>{}<td>{}<td class=w>{}<td>{}\n",
      one.suspects == 1 ? "" : fmt::format("one of {} up to ", one.suspects),
      html_name(one.first_after.name), html_name(to_text(one.performance)),
      ratio_of(one.compared), verdict_of(one, metric), one.compared.blocks,
      html(one.first_after.subject));
}

}  // namespace

std::string AuditReport::headline() const {
  return fmt::format("Audit of {} commits: {} change{}", commits,
                     changes.size(), changes.size() == 1 ? "" : "s");
}

std::string AuditReport::page(const Report& report,
                              Figures& /*figures*/) const {
  std::string text = "<p>" + html(head_of(*this)) + '\n';
  if (changes.empty()) {
    text += tested == 0 ? "<p>No hypothesis was tested\n"
                        : fmt::format("<p>No change of {} or more was found\n",
                                      percent_text(report.settings.resolution));
  } else {
    text +=
        "<div class=table role=region aria-label=Changes tabindex=0><table>\n"
        "<thead><tr><th scope=col>Commit<th scope=col>Performance"
        "<th scope=col>Ratio to the commit before<th scope=col>Verdict<th "
        "scope=col class=w>Blocks"
        "<th scope=col>Subject\n<tbody>\n";
    for (const AuditedChange& one : changes) {
      text += change_html(one, report.settings.metric);
    }
    text += "</table></div>\n";
  }
  for (const std::string& note : notes_of(*this, report.settings)) {
    text += "<p>" + html(note) + '\n';
  }
  return text + left_out_html("Not audited", left_out);
}

}  // namespace spl::runner
