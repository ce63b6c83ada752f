#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/formula_text.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/reports/terminal/sections.hpp"

namespace spl::runner {
namespace {

std::size_t count(const std::vector<FormulaReport>& formulas,
                  logic::Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count_if(
      formulas,
      [&](const FormulaReport& one) { return one.verdict == verdict; }));
}

std::string context_html(const Report& report) {
  const Context& context = report.context;
  return fmt::format("<p class=m>{}, {} {}, <time>{}</time>\n",
                     html_name(context.host), context.processors,
                     context.processors == 1 ? "processor" : "processors",
                     html_name(context.time));
}

}  // namespace

std::string formulas_headline(const std::vector<FormulaReport>& formulas,
                              std::string_view noun) {
  const std::size_t all = formulas.size();
  const std::size_t held = count(formulas, logic::Verdict::kHolds);
  if (all == 1) {
    return fmt::format("The {} {}", noun,
                       held == 1 ? "holds" : "does not hold") +
           weakly_text(formulas);
  }
  if (held == all) {
    return fmt::format("All {} {}s hold", all, noun) + weakly_text(formulas);
  }
  return fmt::format("{} of {} {}s {} not hold", all - held, all, noun,
                     all - held == 1 ? "does" : "do");
}

std::string headline(const Report& report) {
  if (!report.errors.empty()) {
    const std::size_t count = report.errors.size();
    return count == 1 ? "An error" : fmt::format("{} errors", count);
  }
  const std::string found = report.outcome ? report.outcome->headline() : "";
  if (!found.empty()) return found;
  return "Nothing was decided";
}

std::string summary_html(const Report& report) {
  std::string text;
  if (report.errors.empty()) {
    text = "<p>" + html(summary_section(report, {Detail::kVerbose})) + '\n';
  }
  return text + context_html(report);
}

}  // namespace spl::runner
