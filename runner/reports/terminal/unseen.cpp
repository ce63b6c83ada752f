#include "runner/reports/terminal/wrapped_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// " (40 ms)", if the time is known.
std::string time_text(const Followed& followed) {
  return followed.seconds > 0 ? " (" + seconds_text(followed.seconds) + ')'
                              : std::string();
}

/// Returns what may be unseen; of quantiles the calls are 0: not known.
std::optional<statistics::Unseen> unseen_of(const RelationReport& relation) {
  if (relation.parts) return relation.parts->unseen;
  const bool has_quantile = relation.stated && relation.stated->quantile;
  if (!has_quantile || relation.blocks == 0) return std::nullopt;
  return statistics::Unseen{statistics::seen_one_in(relation.blocks), 0};
}

/// Whether the answer is that nothing is there, or that it is proven.
bool may_be_unseen(const RelationReport& relation) {
  if (!unseen_of(relation)) return false;
  const logic::Strength strength = relation.decision.strength;
  return strength != logic::Strength::kRefuted &&
         strength != logic::Strength::kUndecided;
}

/// Rounds a count down to two digits.
std::string in_two_digits(double count) {
  if (!(count >= 100)) return fmt::format("{:.0f}", std::floor(count));
  const double unit = std::pow(10.0, std::floor(std::log10(count)) - 1);
  return fmt::format("{:.0f}", std::floor(count / unit) * unit);
}

std::string with_followed(std::string text, const Followed& followed) {
  if (followed.calls > 0) {
    text += fmt::format(
        "; behaviour after {} {}{} of a process", count_text(followed.calls),
        followed.calls == 1 ? "call" : "calls", time_text(followed));
  }
  return text;
}

}  // namespace

std::string unseen_clause(const RelationReport& relation) {
  if (!may_be_unseen(relation)) return {};
  return with_followed(unseen_text(*unseen_of(relation)), relation.followed);
}

std::string unseen_text(const RelationReport& relation) {
  const std::string clause = unseen_clause(relation);
  return clause.empty() ? clause : "      " + clause + '\n';
}

std::string missed_text(const std::vector<FormulaReport>& formulas) {
  std::optional<statistics::Unseen> least;
  Followed followed;
  for (const FormulaReport& formula : formulas) {
    if (formula.verdict != logic::Verdict::kHolds) continue;
    for (const RelationReport& one : formula.relations) {
      if (!may_be_unseen(one)) continue;
      const statistics::Unseen unseen = *unseen_of(one);
      if (!least) least = unseen;
      least->processes = std::min(least->processes, unseen.processes);
      const bool is_fewer = least->calls == 0 || unseen.calls < least->calls;
      if (unseen.calls > 0 && is_fewer) least->calls = unseen.calls;
      const bool is_less =
          followed.calls == 0 || one.followed.calls < followed.calls;
      if (one.followed.calls > 0 && is_less) followed = one.followed;
    }
  }
  if (!least) return {};
  if (least->processes < 2) {
    return "Too few runs to see rare calls.\n";
  }
  std::string text = "May have been missed: anything rarer than ";
  if (least->calls > least->processes) {
    text += "1 in " + in_two_digits(least->calls) + " calls or ";
  }
  text += fmt::format("1 in {:.0f} processes", std::floor(least->processes));
  if (followed.calls > 0) {
    text += fmt::format(", and what happens after call {} of a process",
                        in_two_digits(followed.calls));
  }
  return text + ".\n";
}

std::string unseen_text(const statistics::Unseen& unseen) {
  const std::string processes =
      unseen.processes < 2
          ? fmt::format("{:.0f} % of the", 100 / unseen.processes)
          : fmt::format("1 of {:.0f}", unseen.processes);
  std::string text = fmt::format(
      "may be unseen (1 in 10): behaviour of fewer than {} processes",
      processes);
  if (unseen.calls > 0)
    text += fmt::format(" or 1 of {:.0f} calls", unseen.calls);
  return text;
}

}  // namespace spl::runner
