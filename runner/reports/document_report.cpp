#include "runner/reports/format_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runner/findings/formula_report.hpp"
#include "runner/reports/markdown_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kHead =
    "# Performance\n"
    "\n"
    "This page is written by `spl-run document`, which replaces the entries "
    "of the\nfunctions that it evaluates. Ratios are left / right.\n";

// No other line of an entry begins so.
constexpr std::string_view kEntry = "## ";

/// The ratio of the calls that the relation is about.
struct Ratio {
  std::string estimate;
  std::string interval;
};

Ratio ratio_of(const RelationReport& relation, logic::Dimension dimension) {
  const logic::Decision& decision = relation.decision;
  if (relation.parts && !relation.parts->asks_typical_calls) {
    const logic::PartsDecision& parts = *relation.parts;
    return {ratio_text(parts.mean),
            ratio_text(parts.lower) + " .. " + ratio_text(parts.upper)};
  }
  const statistics::RatioInterval& ratio = decision.ratio;
  if (!ratio.estimate) {
    return {decision.difference
                ? "difference " + amount_text(*decision.difference, dimension)
                : "",
            ""};
  }
  return {ratio_text(*ratio.estimate),
          ratio.lower && ratio.upper
              ? ratio_text(*ratio.lower) + " .. " + ratio_text(*ratio.upper)
              : ""};
}

std::string documented_row(const RelationReport& relation,
                           const FormulaReport& formula) {
  const Ratio ratio = ratio_of(relation, formula.dimension);
  return fmt::format("| {} | {} | {} | {} |\n", markdown_code(relation.text),
                     logic::to_text(relation.decision.strength), ratio.estimate,
                     ratio.interval);
}

std::string text_of(const FormulaReport& formula) {
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  std::string text = fmt::format(
      "\n{}: **{}**{}\n", markdown_code(formula.text), verdict_text(formula),
      is_wall ? std::string() : " (" + markdown_text(formula.metric) + ')');
  if (formula.relations.empty()) return text;
  text += "\n| relation | strength | ratio | interval |\n|---|---|---|---|\n";
  for (const RelationReport& one : formula.relations) {
    text += documented_row(one, formula);
  }
  return text;
}

std::string origin_of(const Report& report) {
  if (!report.origins.empty()) {
    std::string text;
    for (const ReportOrigin& one : report.origins) {
      text += fmt::format("{} {}, {} processors, {}",
                          text.empty() ? "Measured on" : "; on",
                          markdown_code(one.host), one.processors, one.time);
    }
    return text + "; evaluated " + report.context.time;
  }
  const bool is_given = !report.settings.data.empty();
  return fmt::format(
      "{} on {}, {} processors, {}",
      is_given ? "Evaluated from given observations" : "Measured",
      markdown_code(report.context.host), report.context.processors,
      report.context.time);
}

/// Returns the entries of a page by their headings; an entry begins with it.
std::map<std::string, std::string> entries_of(std::string_view page) {
  std::map<std::string, std::string> result;
  std::string* entry = nullptr;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size() - 1) + 1;
    const std::string_view line = page.substr(0, end);
    if (line.starts_with(kEntry)) entry = &result[std::string(line)];
    if (entry != nullptr) *entry += line;
    page.remove_prefix(end);
  }
  return result;
}

std::string page_of(const std::map<std::string, std::string>& entries) {
  std::string text(kHead);
  for (const auto& [heading, entry] : entries) {
    text += (text.ends_with("\n\n") ? "" : "\n") + entry;
  }
  if (entries.empty()) text += "\nNo formula documents a function.\n";
  return text;
}

}  // namespace

std::optional<std::string> document_report(const Report& report) {
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return std::nullopt;
  std::map<std::string, std::string> entries;
  for (const FormulaReport& one : *formulas) {
    const auto found = report.functions.find({one.file, one.line});
    if (found == report.functions.end()) continue;
    const std::string heading =
        std::string(kEntry) + markdown_code(found->second) + '\n';
    std::string& entry = entries[heading];
    if (entry.empty()) {
      entry = fmt::format("{}\n{}:{}. {}.\n", heading, markdown_code(one.file),
                          one.line, origin_of(report));
    }
    entry += text_of(one);
  }
  return page_of(entries);
}

bool is_document_report(std::string_view begin) {
  return begin.starts_with(kHead);
}

std::string united_documents(std::string_view earlier,
                             const std::string& fresh) {
  std::map<std::string, std::string> entries = entries_of(fresh);
  entries.merge(entries_of(earlier));
  return page_of(entries);
}

}  // namespace spl::runner
