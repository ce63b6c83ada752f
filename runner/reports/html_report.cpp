#include "runner/reports/format_writers.hpp"

#include <fmt/format.h>

#include "runner/reports/html/assets.hpp"
#include "runner/reports/html/figures.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {
namespace {

std::string head(const std::string& title) {
  return fmt::format(
      "{}{}\">\n"
      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
      "style-src '{}'; script-src '{}'; base-uri 'none'; form-action "
      "'none'\">\n"
      "<meta name=viewport content=\"width=device-width\">"
      "<meta name=color-scheme content=\"light dark\">\n"
      "<title>{}</title>\n<style>{}</style>\n",
      kHtmlBeginning, kSplVersion, kPageStyleHash, kPageScriptHash, title,
      kPageStyle);
}

}  // namespace

bool has_page(const Report& report) {
  return !report.outcome || !report.outcome->headline().empty();
}

std::string html_report(const Report& report) {
  const std::string title = html(headline(report));
  Figures figures(report);
  const std::string outcome =
      report.outcome ? report.outcome->page(report, figures) : "";
  return head(title) + "<header><h1>" + title + "</h1>\n" +
         summary_html(report) + "</header>\n<main>\n" + outcome +
         remarks_html(report) +
         "</main>\n<script type=application/json id=figures>" + figures.json() +
         "</script>\n<script>" + std::string(kPageScript) +
         "</script>\n</html>\n";
}

}  // namespace spl::runner
