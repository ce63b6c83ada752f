#include "runner/commands/guard/guard.hpp"

#include <fmt/format.h>

#include <map>

#include "runner/reports/quotient_text.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/statistics/effects/geometric_ratio.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::runner {
namespace {

/// Whether nothing that was seen had a say in the number of runs.
bool is_fixed(const RelationReport& relation) {
  return relation.stopped == Stop::kData || relation.stopped == Stop::kRuns;
}

using ByPerformance = std::map<logic::Performance, const PerformanceReport*>;

ByPerformance reports_of(const std::string& metric,
                         const std::vector<PerformanceReport>& performances) {
  ByPerformance result;
  for (const PerformanceReport& one : performances) {
    if (!one.metric || to_text(*one.metric) == metric) {
      result.emplace(one.performance, &one);
    }
  }
  return result;
}

/// The value of each run.
std::vector<double> values_of(const PerformanceReport& one) {
  if (one.measured.observations.empty()) return {};
  return statistics::run_statistics(
      statistics::Sample(one.measured.observations), one.statistic);
}

/// The runs of the two sides of a claim; empty where one was not measured.
statistics::RatioMember member_of(const RelationReport& relation,
                                  const ByPerformance& performances) {
  statistics::RatioMember result;
  for (const logic::Performance& one : relation.performances) {
    const auto found = performances.find(one);
    if (found == performances.end()) continue;
    const std::string text = to_text(one);
    const std::string& left = relation.sides.left.text;
    const bool is_left = left == text || left == text + "()";
    (is_left ? result.left : result.right) = values_of(*found->second);
  }
  return result;
}

}  // namespace

std::string to_text(const Together& together) {
  const QuotientText text = quotient_text(
      {*together.ratio.estimate, *together.ratio.lower, *together.ratio.upper},
      compared(together.metric, together.dimension));
  std::string words = text.words;
  if (words.ends_with(" than")) words.resize(words.size() - 5);
  if (words.starts_with("about")) words += " before";
  if (!words.starts_with("about") && words.ends_with(" as")) {
    words.resize(words.size() - 3);
  }
  const std::string which =
      together.claims == together.all_claims
          ? fmt::format("all {}", together.claims)
          : fmt::format("{} of {}", together.claims, together.all_claims);
  return which + " together: " + words +
         (text.range.empty() ? "" : " (" + text.range + ')');
}

std::optional<Together> together(
    const std::vector<FormulaReport>& claims,
    const std::vector<PerformanceReport>& performances) {
  if (claims.empty() || is_rate(claims.front().metric)) return std::nullopt;
  const FormulaReport& first = claims.front();
  const auto reports = reports_of(first.metric, performances);
  std::vector<statistics::RatioMember> members;
  auto design = statistics::Design::kBlocks;
  for (const FormulaReport& one : claims) {
    const RelationReport& relation = one.relations.front();
    if (one.metric != first.metric) return std::nullopt;
    if (relation.performances.size() != 2 ||
        !relation.decision.ratio.estimate) {
      continue;
    }
    if (!is_fixed(relation)) return std::nullopt;
    const bool has_blocks =
        relation.parts ||
        relation.decision.decided_by == logic::Interpretation::kBlocks;
    if (!has_blocks) design = statistics::Design::kIndependent;
    members.push_back(member_of(relation, reports));
  }
  if (members.size() < 2) return std::nullopt;
  Together result{members.size(), {},           first.deciding.alpha,
                  claims.size(),  first.metric, first.dimension};
  result.ratio = statistics::geometric_ratio(members, design, result.alpha);
  if (!result.ratio.refusal.empty()) return std::nullopt;
  return result;
}

}  // namespace spl::runner
