#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "runner/commands/bisect/bisection_report.hpp"
#include "runner/reports/quotient_text.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/style.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

/// Shows a commit as `git log` does.
std::string commit_text(const Revision& revision) {
  std::string text = fmt::format("commit {}\nDate:   {}\n\n", revision.id,
                                 revision.author_date);
  std::string_view rest = revision.message;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) text += "    ";
    text += fmt::format("{}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text + '\n';
}

/// The first suspect, or how many there are.
std::string place_text(const BisectionReport& bisection) {
  const auto& suspects = bisection.suspects;
  if (suspects.size() == 1) return to_text(suspects.front());
  std::string text = fmt::format("one of {} commits (", suspects.size());
  for (const Revision& one : suspects) {
    text += (&one == &suspects.front() ? "" : ", ") + to_text(one);
  }
  return text + ')';
}

/// "unique(1000) takes 117 times as long as at v1 (110..137)": the factors of
/// the formula are on both sides.
std::string step_text(const BisectionStep& step,
                      const BisectionReport& bisection) {
  const FormulaReport* formula = nullptr;
  const RelationReport* relation = nullptr;
  for (const FormulaReport& one : bisection.formulas) {
    for (const RelationReport& other : one.relations) {
      if (other.text == step.relation) {
        formula = &one;
        relation = &other;
      }
    }
  }
  const QuotientText text = quotient_text(
      {step.ratio, step.lower, step.upper},
      formula == nullptr ? Compared::kTime
                         : compared(formula->metric, formula->dimension));
  const std::string name =
      relation == nullptr ? step.relation : relation->sides.left.text;
  const std::string than =
      relation == nullptr || relation->sides.right.terms.empty() ||
              relation->sides.right.text.find('@') != std::string::npos
          ? ""
          : ", against " + relation->sides.right.text + ",";
  return fmt::format("{}{} takes {} at {}{}", foreign_name(name),
                     foreign_name(than), text.words,
                     to_text(bisection.last_good),
                     text.range.empty() ? "" : " (" + text.range + ')');
}

std::string tested_text(const BisectionReport& bisection,
                        const Report& report) {
  std::string text = fmt::format("{} of {} commits tested", bisection.tested,
                                 bisection.commits + 1);
  if (!bisection.skipped.empty()) {
    text += fmt::format(", {} skipped", bisection.skipped.size());
  }
  text += ", " + time_text(report) + '.';
  const std::size_t unknown = bisection.unknown_before;
  if (unknown > 0) {
    text += fmt::format(" {} earlier {} not tested, and may be slow, too.",
                        unknown, unknown == 1 ? "commit was" : "commits were");
  } else if (bisection.untested() > 0) {
    text += " An untested one could be slow, too, if the cost rose twice.";
  }
  return text;
}

}  // namespace

std::string BisectionReport::section(const Report& report,
                                     const Style& style) const {
  constexpr std::size_t kIndent = 8;
  const std::string indent(kIndent, ' ');
  std::string text;
  for (const SkippedCommit& one : skipped) {
    text += fmt::format("{} was skipped: {}\n", to_text(one.revision),
                        foreign_text(one.reason));
  }
  const std::string head =
      "first " + painted("violated", logic::Verdict::kViolated, style.colors) +
      " at " + place_text(*this);
  const bool is_only = steps.size() == 1;
  text += head + (is_only ? ": " + step_text(steps.front(), *this) : "") + '\n';
  if (!is_only) {
    for (const BisectionStep& one : steps) {
      text += indent + step_text(one, *this) + '\n';
    }
  }
  if (suspects.size() > 1) {
    text += indent +
            (going_on.empty() ? "the others have no verdict"
                              : "the time of the search is used up") +
            '\n';
  }
  for (const Revision& one : suspects) {
    text += indent + "show:  git show " + one.id + '\n';
    if (one.parents > 1) {
      text += indent + "a merge; what it brings was not searched\n";
    }
  }
  text = wrapped(text, {style.most_columns(), kIndent});
  if (!again.empty()) {
    text += shell_line(indent + "rerun: ", again, style);
  }
  if (!going_on.empty()) {
    text += shell_line(indent + "go on: ", going_on, style);
  }
  if (style.detail == Detail::kVerbose) {
    for (const Revision& one : suspects) text += commit_text(one);
  }
  if (style.detail == Detail::kVerbose || steps.empty()) {
    text += formulas_text(formulas, style);
  }
  return text +
         wrapped(indent + tested_text(*this, report),
                 {style.most_columns(), kIndent}) +
         '\n';
}

}  // namespace spl::runner
