#include <algorithm>

#include <fmt/format.h>

#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/reports/messages.hpp"
#include "runner/system/foreign_text.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

std::string errors_html(const std::vector<parser::Diagnostic>& errors) {
  if (errors.empty()) return {};
  std::string text = "<h2>Errors</h2><ul class=e>\n";
  for (const parser::Diagnostic& one : errors) {
    text += "<li>";
    if (!one.file.empty()) {
      text +=
          fmt::format("{}:{}:{}: ", html_name(one.file), one.line, one.column);
    }
    text += html(message_text(one.message)) + '\n';
  }
  return text + "</ul>\n";
}

std::string revisions_html(const std::vector<RevisionReport>& revisions) {
  if (revisions.empty()) return {};
  std::string text = "<h2>Revisions</h2><ul>\n";
  for (const RevisionReport& one : revisions) {
    text +=
        fmt::format("<li>{}: {}\n",
                    logic::is_under_test(one.name) ? "without @"
                                                   : html_name('@' + one.name),
                    html(to_text(one.revision)));
  }
  return text + "</ul>\n";
}

std::string texts_html(std::string_view heading,
                       const std::vector<std::string>& texts) {
  if (texts.empty()) return {};
  std::string text = fmt::format("<h2>{}</h2><ul>\n", heading);
  for (const std::string& one : texts) text += "<li>" + html(one) + '\n';
  return text + "</ul>\n";
}

}  // namespace

std::string remarks_html(const Report& report) {
  std::vector<std::string> warnings;
  for (const GroupedWarning& one : grouped(report.warnings)) {
    warnings.push_back(one.text + one.others);
  }
  std::vector<std::string> machines;
  for (const HostRecord& one : report.hosts) machines.push_back(to_text(one));
  return errors_html(report.errors) + revisions_html(report.revisions) +
         texts_html("Warnings", warnings) + texts_html("Machines", machines);
}

std::string names_html(const std::string& what,
                       const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text = "<p>" + what + ": ";
  for (const std::string& one : names) {
    text += (&one == &names.front() ? "" : ", ") + html_name(one);
  }
  return text + '\n';
}

std::string left_out_html(const std::string& what,
                          const std::vector<LeftOut>& all) {
  std::vector<std::string> names;
  for (const LeftOut& one : all) {
    names.push_back(one.name + " (" + one.reason + ')');
  }
  return names_html(what, names);
}

std::string filter_html(const std::vector<logic::Verdict>& verdicts) {
  static constexpr logic::Verdict kWorstFirst[] = {
      logic::Verdict::kViolated, logic::Verdict::kError,
      logic::Verdict::kUndecided, logic::Verdict::kHolds};
  std::string text =
      "<form hidden><label>Filter <input type=search "
      "placeholder=\"words of a row\"></label>";
  for (const logic::Verdict one : kWorstFirst) {
    if (std::ranges::find(verdicts, one) == verdicts.end()) {
      continue;
    }
    text += fmt::format(
        " <label><input type=checkbox checked value=\"{0}\"> {0}</label>",
        to_text(one));
  }
  return text + " <output></output></form>\n";
}

}  // namespace spl::runner
