#include "runner/reports/html_report.hpp"

#include <fmt/format.h>

#include "runner/reports/html/assets.hpp"
#include "runner/reports/html/figures.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/settings/version.hpp"

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

template <typename One>
constexpr bool kHasPage = requires(const One& one, const Report& report,
                                   Figures& figures) {
  outcome_html(one, report, figures);
};

std::string outcome_of(const Report& report, Figures& figures) {
  return std::visit(
      [&](const auto& one) -> std::string {
        if constexpr (kHasPage<std::decay_t<decltype(one)>>) {
          return outcome_html(one, report, figures);
        }
        return {};
      },
      report.outcome);
}

}  // namespace

bool has_page(const Outcome& outcome) {
  return std::visit(
      [](const auto& one) {
        using One = std::decay_t<decltype(one)>;
        return kHasPage<One> || std::is_same_v<One, std::monostate>;
      },
      outcome);
}

std::string html_report(const Report& report) {
  const std::string title = html(headline(report));
  Figures figures(report);
  const std::string outcome = outcome_of(report, figures);
  return head(title) + "<header><h1>" + title + "</h1>\n" +
         summary_html(report) + "</header>\n<main>\n" + outcome +
         remarks_html(report) +
         "</main>\n<script type=application/json id=figures>" + figures.json() +
         "</script>\n<script>" + std::string(kPageScript) +
         "</script>\n</html>\n";
}

}  // namespace spl::runner
