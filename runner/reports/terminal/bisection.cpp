#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "runner/reports/terminal/sections.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

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
  if (revision.parents > 1) {
    text += "\n    (a merge: what it brings was not searched)\n";
  }
  return text + '\n';
}

/// Mentions earlier commits: a cost may rise, fall and rise again.
std::string earlier_text(std::size_t unknown) {
  if (unknown == 0) return {};
  return fmt::format("; {} earlier {} not tested, and may be bad, too", unknown,
                     unknown == 1 ? "commit was" : "commits were");
}

}  // namespace

std::string outcome_section(const BisectionReport& bisection,
                            const Report& /*report*/, Style style) {
  const auto& suspects = bisection.suspects;
  std::string text;
  for (const SkippedCommit& one : bisection.skipped) {
    text += fmt::format("{} was skipped: {}\n", to_text(one.revision),
                        foreign_text(one.reason));
  }
  text += fmt::format("{} commits: {} tested, {} skipped, {} untested; ",
                      bisection.commits + 1, bisection.tested,
                      bisection.skipped.size(), bisection.untested());
  text += bisection.unknown_before == 0 ? "the first bad commit is"
                                        : "the formulas stopped holding at";
  if (suspects.size() > 1) {
    text += fmt::format(" one of {}, for {}", suspects.size(),
                        bisection.going_on.empty()
                            ? "the others have no verdict"
                            : "the time of the search is used up");
  } else if (bisection.unknown_before > 0) {
    text += " the one below";
  }
  text += earlier_text(bisection.unknown_before) + '\n';
  for (const Revision& one : suspects) text += commit_text(one);
  for (const BisectionStep& one : bisection.steps) {
    text +=
        fmt::format("{}: left / right is {} times ({} .. {}) that of {}\n",
                    one.relation, ratio_text(one.ratio), ratio_text(one.lower),
                    ratio_text(one.upper), to_text(bisection.last_good));
  }
  return text + formulas_text(bisection.formulas, style);
}

std::string commands_section(const BisectionReport& bisection) {
  std::string text = "again: " + bisection.again + '\n';
  if (!bisection.going_on.empty()) {
    text += "go on: " + bisection.going_on + '\n';
  }
  return text;
}

}  // namespace spl::runner
