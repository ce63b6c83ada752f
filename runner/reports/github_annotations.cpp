#include "runner/reports/format_writers.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "runner/reports/formula_block.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// An annotation; without a file it belongs to the whole run.
struct Annotation {
  std::string level;
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;  ///< 0: none.
  std::string title;
  std::string message;
};

/// Escapes what ends a command, and what ends a property.
std::string command_data(std::string_view text,
                         std::string_view escaped = "%\r\n") {
  std::string result;
  for (const char c : shown_text(text)) {
    if (escaped.find(c) == std::string_view::npos) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

std::string property(std::string_view text) {
  return command_data(text, "%\r\n:,");
}

/// Returns a path from the repository's top; one outside it, or without a
/// repository, stays as it is.
std::string path_in_repository(const std::string& file,
                               const Context& context) {
  if (context.repository.empty()) return file;
  const fs::path whole = (fs::path(context.folder) / file).lexically_normal();
  const fs::path inside = whole.lexically_relative(context.repository);
  const bool is_inside = !inside.empty() && *inside.begin() != "..";
  return is_inside ? inside.string() : file;
}

/// The rows that decided, and what can be done.
std::string message_of(const FormulaReport& formula) {
  std::string text;
  for (const std::string& one : deciding_sentences(formula)) {
    text += (text.empty() ? "" : "\n") + one;
  }
  for (const Hint& one : hints_of(formula)) {
    text += '\n' + one.label + ": " + foreign_name(one.text);
  }
  return text;
}

std::vector<Annotation> annotations(const Report& report) {
  std::vector<Annotation> result;
  for (const parser::Diagnostic& one : report.errors) {
    const bool in_file = !one.file.empty() && !one.file.starts_with('<');
    result.push_back({"error", in_file ? one.file : std::string(), one.line,
                      one.column, "spl-run", one.message});
  }
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return result;
  for (const FormulaReport& one : *formulas) {
    if (one.verdict == logic::Verdict::kHolds) continue;
    const bool is_mild = one.verdict == logic::Verdict::kUndecided &&
                         report.settings.undecided != Undecided::kFail;
    result.push_back({is_mild ? "warning" : "error",
                      is_in_file(one) ? one.file : std::string(), one.line, 0,
                      head_of(one, Place::kNone), message_of(one)});
  }
  return result;
}

std::string command(const Annotation& one, const Context& context) {
  std::string text = "::" + one.level + ' ';
  if (!one.file.empty()) {
    text +=
        fmt::format("file={},line={},",
                    property(path_in_repository(one.file, context)), one.line);
    if (one.column > 0) text += fmt::format("col={},", one.column);
  }
  return text + fmt::format("title={}::{}\n", property(one.title),
                            command_data(one.message));
}

}  // namespace

std::optional<std::string> github_annotations(const Report& report) {
  constexpr std::size_t kMostOfLevel = 10;
  const std::vector<Annotation> all = annotations(report);
  std::string text;
  for (const char* level : {"error", "warning"}) {
    std::vector<const Annotation*> of_level;
    for (const Annotation& one : all) {
      if (one.level == level) of_level.push_back(&one);
    }
    const bool fits = of_level.size() <= kMostOfLevel;
    const std::size_t shown = fits ? of_level.size() : kMostOfLevel - 1;
    for (std::size_t i = 0; i < shown; ++i) {
      text += command(*of_level[i], report.context);
    }
    if (fits) continue;
    text += command({level, "", 0, 0, "spl-run",
                     fmt::format("{} more, which GitHub would not show; the "
                                 "log and other reports have all",
                                 of_level.size() - shown)},
                    report.context);
  }
  return text;
}

bool is_github_annotations(std::string_view begin) {
  const std::string_view line = begin.substr(0, begin.find('\n'));
  return (line.starts_with("::error ") || line.starts_with("::warning ")) &&
         line.find("title=") != line.npos;
}

}  // namespace spl::runner
