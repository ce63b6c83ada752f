#include "runner/reports/format_writers.hpp"

#include <fmt/format.h>

#include "runner/reports/formula_block.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/markdown_text.hpp"
#include "runner/reports/messages.hpp"
#include "runner/reports/terminal/style.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kTitle = "## spl-run: ";

// A step summary of GitHub has 1 MiB at most, a comment 64 kB.
constexpr std::size_t kMostRows = 200;

/// The blocks of formulas, as the terminal shows them; `left` is the number of
/// rows that may still be shown.
std::string blocks_of(const std::vector<const FormulaReport*>& formulas,
                      const BlockStyle& style) {
  std::string text;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    text += block_of(*formulas[i], style);
    rows += formulas[i]->relations.size() + 1;
    const std::size_t left = formulas.size() - i - 1;
    if (rows >= kMostRows && left > 0) {
      return markdown_block(text, "text") +
             fmt::format("\n{} more are in the log.\n", left);
    }
  }
  return markdown_block(text, "text");
}

std::string origin_of(const Report& report) {
  const bool is_given = !report.settings.data.empty();
  std::string text = is_given ? std::string("Given observations")
                              : fmt::format("Measured in {} on {}",
                                            seconds_text(report.seconds),
                                            markdown_code(report.context.host));
  return text + fmt::format(", {}, seed {}.", report.context.time,
                            report.context.seed);
}

std::string command_of(const Report& report) {
  if (report.command.empty()) return {};
  return "\nRepeat it:\n\n" +
         markdown_block(shell_line("", report.command, {}), "sh");
}

std::string warnings_of(const Report& report) {
  if (report.warnings.empty()) return {};
  std::string list;
  std::size_t left = kMostRows;
  const std::vector<GroupedWarning> all = grouped(report.warnings);
  for (const GroupedWarning& one : all) {
    if (left-- == 0) {
      list += "- more are in the log\n";
      break;
    }
    list += "- " + markdown_text(one.text + one.others) + '\n';
  }
  return markdown_fold(fmt::format("Warnings: {}", all.size()), list);
}

std::string errors_of(const Report& report) {
  std::string text;
  for (const parser::Diagnostic& one : report.errors) {
    const std::string place =
        one.file.empty() ? std::string()
                         : fmt::format("{}:{}:{}: ", foreign_name(one.file),
                                       one.line, one.column);
    text += '\n' + markdown_block(place + message_text(one.message));
  }
  return text;
}

std::string formulas_of_report(const std::vector<FormulaReport>& formulas) {
  std::vector<const FormulaReport*> open;
  std::vector<const FormulaReport*> held;
  for (const FormulaReport& one : formulas) {
    (one.verdict == logic::Verdict::kHolds ? held : open).push_back(&one);
  }
  std::string text;
  if (!open.empty()) text += '\n' + blocks_of(open, {});
  if (!held.empty()) {
    text += markdown_fold(fmt::format("Formulas that hold: {}", held.size()),
                          blocks_of(held, {}));
  }
  return text;
}

}  // namespace

std::optional<std::string> markdown_report(const Report& report) {
  if (report.outcome) {
    std::string table = report.outcome->markdown_table();
    if (!table.empty()) return table;
  }
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr && report.errors.empty()) return std::nullopt;
  std::string text = std::string(kTitle);
  text += formulas != nullptr && report.errors.empty() ? counts_text(*formulas)
                                                       : "error";
  text += '\n' + errors_of(report);
  if (formulas != nullptr) {
    const std::string own =
        report.outcome ? report.outcome->markdown_formulas(report) : "";
    text += (own.empty() ? formulas_of_report(*formulas) : own) + '\n' +
            origin_of(report) + '\n';
  }
  return text + command_of(report) +
         (report.outcome ? report.outcome->markdown_notes() : "") +
         warnings_of(report);
}

bool is_markdown_report(std::string_view begin) {
  return begin.starts_with(kTitle) ||
         begin.substr(0, begin.find('\n')) == kMarkdownHeading;
}

}  // namespace spl::runner
