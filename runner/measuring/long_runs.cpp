#include "runner/measuring/long_runs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "runner/measuring/budget.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;

/// Returns the numbers of the pairs that all performances have.
std::set<std::size_t> common_pairs(const Relation& relation,
                                   const GroupResult& result) {
  std::map<std::size_t, std::size_t> count;
  const auto performances = performances_of(relation);
  for (const Performance& one : performances) {
    const auto found = result.long_runs.find(one);
    if (found == result.long_runs.end()) return {};
    for (const RunRecord& record : found->second.records) {
      ++count[record.block];
    }
  }
  std::set<std::size_t> pairs;
  for (const auto& [pair, times] : count) {
    if (times == performances.size()) pairs.insert(pair);
  }
  return pairs;
}

Followed longest(const Measured& measured, std::size_t runs) {
  Followed result;
  for (std::size_t i = 0; i < std::min(runs, measured.records.size()); ++i) {
    const RunRecord& record = measured.records[i];
    const double calls =
        static_cast<double>(record.iterations) *
        static_cast<double>(record.warmup + measured.observations[i].size());
    if (calls < result.calls) continue;
    result = {calls, record.warmup_seconds + record.counted_seconds};
  }
  return result;
}

/// Names a side by its performance, if that is all.
std::string side_text(const logic::LinearForm& side, const char* name) {
  const auto& terms = side.terms();
  return terms.size() == 1 && side.constant() == 0
             ? to_text(terms[0].performance)
             : name;
}

std::size_t longest_size(const Measured& measured) {
  std::size_t most = 0;
  for (const auto& run : measured.observations) {
    most = std::max(most, run.size());
  }
  return most;
}

/// Returns the longest warm-up that usual runs make where nothing disturbs it.
double warmup_seconds(const Relation& relation, const GroupResult& result) {
  double longest = 0;
  for (const Performance& one : performances_of(relation)) {
    const auto& runs = result.performances.at(one).records;
    const auto shortest =
        std::ranges::min_element(runs, [](const auto& run, const auto& other) {
          return run.warmup_seconds < other.warmup_seconds;
        });
    longest = std::max(longest, shortest->warmup_seconds);
  }
  return longest;
}

/// Returns whether a side was seen to change by more than the resolution.
bool changes_by(const logic::Settling& found, double resolution) {
  const auto change = [](double factor) { return std::abs(std::log(factor)); };
  return std::max(change(found.left), change(found.right)) >
         std::log1p(resolution);
}

/// Returns the seconds that a pair may take.
double seconds_of_pair(const Group& group, const GroupResult& result,
                       LongRunsFor purpose) {
  constexpr double kShare = 0.1;
  constexpr double kShareOfBudget = 0.01;
  const double least =
      purpose == LongRunsFor::kDoubt ? kShareOfBudget * budget(group) : 0;
  const double wanted =
      std::max(kShare * result.seconds - result.long_seconds, least);
  if (!is_bounded(group)) return wanted;
  return std::min(wanted, (budget(group) - spent(result)) /
                              static_cast<double>(logic::kFewestLongPairs));
}

}  // namespace

std::size_t usual_observations(const Relation& relation,
                               const GroupResult& result) {
  const auto& one = result.performances.at(*performances_of(relation).begin());
  return one.observations.back().size();
}

std::uint64_t observations_of_long_run(const Relation& relation,
                                       const Group& group,
                                       const GroupResult& result,
                                       LongRunsFor purpose) {
  if (group.measuring.are_processes) return 0;  // No call is a late one.
  constexpr double kLongest = 26;
  constexpr double kShortest = 4;
  double others = 0;
  double observation = 0;
  for (const logic::Performance& one : performances_of(relation)) {
    const Measured& measured = result.performances.at(one);
    const RunRecord& record = measured.records.back();
    others += record.seconds - record.counted_seconds;
    observation += record.counted_seconds /
                   static_cast<double>(measured.observations.back().size());
  }
  const auto usual = static_cast<double>(usual_observations(relation, result));
  const double time = seconds_of_pair(group, result, purpose) - others;
  const double held = observation > 0 ? time / observation : kLongest * usual;
  if (held < kShortest * usual) return 0;
  return static_cast<std::uint64_t>(std::min(held, kLongest * usual));
}

bool is_time_for_long_runs_over(const Group& group, const GroupResult& result) {
  const double pair =
      result.long_seconds / static_cast<double>(result.long_pairs);
  return is_bounded(group) && spent(result) + pair > budget(group);
}

std::size_t long_pairs(const Relation& relation, const GroupResult& result) {
  return common_pairs(relation, result).size();
}

std::string failure_of_long_run(const logic::Experiment& runs) {
  for (const auto& [performance, observed] : runs) {
    if (const auto* failure = std::get_if<logic::Failure>(&observed)) {
      return failure->reason;
    }
  }
  return {};
}

std::string late_calls_text(const Relation& relation,
                            const logic::LateCalls& found,
                            std::uint64_t observations) {
  return fmt::format(
      "late calls of {} take {} times as long as early ones, those of {} {} "
      "times; -s observations={} measures them",
      side_text(relation.left, "the left side"), ratio_text(found.left),
      side_text(relation.right, "the right side"), ratio_text(found.right),
      observations);
}

JudgedLongRuns judged_long_runs(const Relation& relation,
                                const GroupResult& result,
                                const UsualLook& look, bool is_last) {
  JudgedLongRuns judged;
  const logic::Experiment runs = long_runs(relation, result);
  const std::size_t usual = usual_observations(relation, result);
  const logic::Experiment blocks = experiment(relation, result, result.blocks);
  judged.late = logic::late_calls(relation, runs, usual);
  if (judged.late) {
    judged.late->by_chance = logic::late_calls_by_chance(relation, blocks);
    judged.late->share = look.share;
  }
  if (judged.late && !look.is_finding) {
    const logic::LateVerdict verdict = logic::verdict_of(
        *judged.late, relation.sign, look.mean, look.mean_resolution, is_last);
    judged.needs_more = verdict == logic::LateVerdict::kMorePairs;
    if (verdict == logic::LateVerdict::kChange) {
      judged.doubt =
          late_calls_text(relation, *judged.late,
                          longest_size(result.long_runs.begin()->second));
    }
  }
  if (!look.is_of_time) return judged;
  const auto settling = logic::settling(relation, blocks, runs, usual,
                                        {look.resolution, look.share});
  if (!settling) return judged;
  judged.needs_more |= settling->needs_long_runs && !is_last;
  if (settling->is_settled()) return judged;
  constexpr std::size_t kPairs = 3;
  if (!is_last && long_pairs(relation, result) < kPairs) {
    judged.needs_more = true;
  }
  const std::string text =
      unsettled_text(relation, *settling,
                     {followed(relation, result, result.blocks).seconds,
                      warmup_seconds(relation, result)});
  if (!runs.empty() || changes_by(*settling, look.resolution)) {
    judged.unsettled = text;
  }
  const logic::Settling late =
      runs.empty() ? logic::in_long_runs(*settling) : *settling;
  if (judged.doubt.empty() &&
      logic::turns(late, relation, blocks, look.is_finding, look.resolution)) {
    judged.doubt = text;
  }
  return judged;
}

std::string unsettled_text(const Relation& relation,
                           const logic::Settling& found,
                           const UnsettledTimes& times) {
  constexpr double kLonger = 10;
  constexpr double kLeast = 0.02;
  std::vector<std::string> sides;
  const auto add = [&](const logic::LinearForm& side, const char* name,
                       double factor) {
    if (factor == 1) return;
    sides.push_back(fmt::format(
        "calls of {} go on getting {} with the calls of a process ({} times "
        "as long after {} as at first)",
        side_text(side, name), factor < 1 ? "faster" : "slower",
        ratio_text(factor), seconds_text(times.followed)));
  };
  add(relation.left, "the left side", found.left);
  add(relation.right, "the right side", found.right);
  const bool falls = std::min(found.left, found.right) < 1;
  return fmt::format(
      "{}: {}", fmt::join(sides, ", "),
      falls
          ? fmt::format("`warmup = {}` measures them settled, a generator or "
                        "more input as fresh input finds them",
                        seconds_text(std::max(kLeast, kLonger * times.warmup)))
          : std::string("let each call begin with the same state, or compare "
                        "after as many calls as a process makes"));
}

logic::Experiment long_runs(const Relation& relation,
                            const GroupResult& result) {
  const std::set<std::size_t> pairs = common_pairs(relation, result);
  logic::Experiment experiment;
  for (const Performance& one : performances_of(relation)) {
    const auto found = result.long_runs.find(one);
    if (found == result.long_runs.end()) continue;
    const Measured& measured = found->second;
    if (!measured.failure.empty()) {
      experiment.emplace(one, logic::Failure{measured.failure});
      continue;
    }
    statistics::Runs runs;
    for (std::size_t i = 0; i < measured.records.size(); ++i) {
      if (pairs.contains(measured.records[i].block)) {
        runs.push_back(measured.observations[i]);
      }
    }
    if (runs.empty()) continue;
    experiment.emplace(one, statistics::Sample(std::move(runs)));
  }
  return experiment;
}

Followed followed(const Relation& relation, const GroupResult& result,
                  std::size_t blocks) {
  std::optional<Followed> fewest;
  for (const Performance& one : performances_of(relation)) {
    const auto usual = result.performances.find(one);
    if (usual == result.performances.end()) return {};
    Followed found = longest(usual->second, blocks);
    const auto longer = result.long_runs.find(one);
    if (longer != result.long_runs.end()) {
      const Followed other =
          longest(longer->second, longer->second.records.size());
      if (other.calls > found.calls) found = other;
    }
    if (!fewest || found.calls < fewest->calls) fewest = found;
  }
  return fewest.value_or(Followed{});
}

}  // namespace spl::runner
