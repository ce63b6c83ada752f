#include "laboratory/peers/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "laboratory/peers/habits.hpp"
#include "laboratory/peers/kernels.hpp"
#include "laboratory/peers/peer_tests.hpp"
#include "spl/statistics/effects/rate_interval.hpp"

namespace spl::bench {
namespace {

using statistics::Finding;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr Tool kOurs = Tool::kSpl5;  // At the level of the peers.
constexpr std::size_t kRunCounts[] = {3, 5, 10, 30};

bool compares(Tool tool) { return tool != Tool::kCheck; }

double share(std::size_t count, std::size_t of) {
  if (of == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(count) / static_cast<double>(of);
}

// "5.0 [2.1 .. 9.8]".
std::string percents(double rate, const statistics::RateInterval& interval) {
  return fmt::format("{:.1f} [{:.1f} .. {:.1f}]", 100 * rate,
                     100 * interval.lower, 100 * interval.upper);
}

std::string percents(std::size_t count, std::size_t of) {
  return percents(share(count, of), statistics::rate_interval(count, of));
}

// Of pairs of alternatives, by study: those of one have alternatives in common.
class PairShares {
 public:
  void add(std::size_t count, std::size_t pairs) {
    shares_.push_back(share(count, pairs));
    counted_ += count;
    pairs_ += pairs;
  }
  [[nodiscard]] std::size_t counted() const { return counted_; }
  [[nodiscard]] std::size_t pairs() const { return pairs_; }
  [[nodiscard]] std::string text() const {
    return percents(mean(shares_), clustered_rate_interval(shares_, pairs_));
  }

 private:
  std::vector<double> shares_;
  std::size_t counted_ = 0;
  std::size_t pairs_ = 0;
};

void add(const Result& result, Tally& tally) {
  const bool identical = result.comparison.slowed_percent == 0;
  const bool resolved = result.stopped == "resolution";
  const bool slower = result.finding == Finding::kLess;
  ++tally.count;
  tally.slower += slower;
  tally.faster += result.finding == Finding::kGreater;
  tally.resolved += resolved;
  tally.seconds.push_back(result.seconds);
  tally.run_seconds.push_back(result.run_seconds);
  const bool right = identical ? resolved : slower;
  tally.seconds_to_right.push_back(right ? result.run_seconds : kInfinite);
}

std::string tools_row(Tool tool, int percent, const Tally& tally,
                      const Tally& ours) {
  return fmt::format(
      "| {} % | {} | {} | {} | {} | {:.2f} | {:.2f} | {:.1f} |\n", percent,
      to_text(tool), tally.count, percents(tally.slower, tally.count),
      percents(tally.faster, tally.count), quantile(tally.seconds, 0.5),
      mean(tally.seconds), mean(tally.seconds) / mean(ours.seconds));
}

// The ratios measured of a kernel at a slowdown, and their range.
std::string checked(const std::vector<double>& ratios) {
  if (ratios.empty()) return "-";
  const auto percent = [](double ratio) { return 100 * (ratio - 1); };
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  return fmt::format("{:.1f} ({:.1f} .. {:.1f})", percent(median(ratios)),
                     percent(*least), percent(*most));
}

// In percent, of the direction that has more of them, as low as the interval
// lets it be.
GoalFigure false_alarms(const std::vector<Result>& results, Tool tool,
                        const char* alpha, double limit) {
  const Tally found = tally(results, tool, 0);
  const std::size_t more = std::max(found.slower, found.faster);
  return {
      fmt::format("false alarms at {}, worse direction, lower end, %", alpha),
      100 * statistics::rate_interval(more, found.count).lower, limit};
}

std::string habits_row(const std::vector<Study>& all, Habit habit,
                       std::size_t runs) {
  PairShares misleading;
  PairShares incorrect;
  PairShares indicative;
  for (const Study& study : all) {
    const Disagreement found = disagreement(study, habit, runs);
    misleading.add(found.misleading, found.pairs);
    incorrect.add(found.incorrect, found.pairs);
    indicative.add(found.indicative, found.pairs);
  }
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", to_text(habit), runs,
                     misleading.pairs(), misleading.text(), incorrect.text(),
                     indicative.text());
}

GoalFigure seconds_found(const std::vector<Result>& results, int percent,
                         double limit) {
  const Tally found = tally(results, Tool::kSpl2, percent);
  const std::string what = percent == 0
                               ? "change of 2 % ruled out"
                               : fmt::format("slowdown of {} % found", percent);
  return {what + ", 9 of 10 cases, s of runs",
          quantile(found.seconds_to_right, 0.9), limit};
}

void add_against_google(const std::vector<Result>& results, Tool tool,
                        double times_sooner, std::vector<GoalFigure>& figures) {
  const Tally google_same = tally(results, tool, 0);
  const Tally our_same = tally(results, kOurs, 0);
  const Tally google = tally(results, tool, 2);
  const Tally ours = tally(results, kOurs, 2);
  const std::string name = to_text(tool);
  figures.push_back({name + ": its seconds / ours at 2 %",
                     mean(google.seconds) / mean(ours.seconds), times_sooner,
                     Goal::kAtLeast});
  figures.push_back({name + ": false alarms less ours, %",
                     100 * (share(google_same.different(), google_same.count) -
                            share(our_same.different(), our_same.count)),
                     0.01, Goal::kAtLeast});
  figures.push_back({"found at 2 % less that of " + name,
                     100 * (share(ours.slower, ours.count) -
                            share(google.slower, google.count)),
                     0.01, Goal::kAtLeast});
}

// As on the intervals of other rates: a goal is missed where they exclude it.
void add_copies(const std::vector<Result>& results,
                std::vector<GoalFigure>& figures) {
  const Tally same = tally(results, Tool::kSpl2, 0, Sides::kCopies);
  const Tally slowed =
      tally(results, Tool::kSpl2, kCopySlowdown, Sides::kCopies);
  figures.push_back(
      {"false alarms on copies at alpha 1 %, lower end, %",
       100 * statistics::rate_interval(same.different(), same.count).lower, 2});
  figures.push_back(
      {fmt::format("slowdown of {} % of a copy found, upper end, %",
                   kCopySlowdown),
       100 * statistics::rate_interval(slowed.slower, slowed.count).upper, 90,
       Goal::kAtLeast});
  const Tally google = tally(results, Tool::kGoogleShort, 0, Sides::kCopies);
  const Tally ours = tally(results, kOurs, 0, Sides::kCopies);
  figures.push_back({fmt::format("{}: false alarms on copies less ours, %",
                                 to_text(Tool::kGoogleShort)),
                     100 * (share(google.different(), google.count) -
                            share(ours.different(), ours.count)),
                     0.01, Goal::kAtLeast});
}

void add_overhead(const std::vector<Result>& results,
                  std::vector<GoalFigure>& figures) {
  std::vector<double> added;
  std::vector<double> spawns;
  for (const Result& result : results) {
    if (result.run_seconds <= 0) continue;
    added.push_back(result.seconds - result.run_seconds);
    spawns.push_back(result.spawn_seconds);
  }
  const double seconds = quantile(added, 0.5);
  figures.push_back({"what spl-run adds to the runs, s", seconds, 0.25});
  figures.push_back({"what spl-run adds to the runs / bare spawn",
                     seconds / quantile(spawns, 0.5), 200});
}

}  // namespace

Tally tally(const std::vector<Result>& results, Tool tool, int slowed_percent,
            Sides sides) {
  Tally found;
  for (const Result& result : results) {
    if (result.comparison.tool != tool) continue;
    if (result.comparison.slowed_percent != slowed_percent) continue;
    if (result.comparison.sides != sides) continue;
    add(result, found);
  }
  return found;
}

double quantile(std::vector<double> numbers, double share) {
  if (numbers.empty()) return kInfinite;
  std::sort(numbers.begin(), numbers.end());
  const double rank = std::ceil(share * static_cast<double>(numbers.size()));
  return numbers[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

double mean(const std::vector<double>& numbers) {
  if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
         static_cast<double>(numbers.size());
}

std::string tools_table(const std::vector<Result>& results, Sides sides) {
  std::string table =
      "| slowed by | tool | comparisons | called slower, % | called faster, % "
      "| median s | mean s | times ours |\n|---|---|---|---|---|---|---|---|\n";
  for (const int percent : kSlowdowns) {
    const Tally ours = tally(results, kOurs, percent, sides);
    for (const Tool tool : kTools) {
      const Tally found = tally(results, tool, percent, sides);
      if (!compares(tool) || found.count == 0) continue;
      table += tools_row(tool, percent, found, ours);
    }
  }
  return table;
}

std::string false_alarms_table(const std::vector<Result>& results,
                               Sides sides) {
  std::map<std::pair<std::string, Tool>, std::pair<std::size_t, std::size_t>>
      counts;
  for (const Result& result : results) {
    if (result.comparison.slowed_percent != 0) continue;
    if (result.comparison.sides != sides) continue;
    auto& [different, all] =
        counts[{result.comparison.kernel, result.comparison.tool}];
    different +=
        result.finding == Finding::kLess || result.finding == Finding::kGreater;
    ++all;
  }
  std::string head = "| kernel |";
  std::string rule = "|---|";
  for (const Tool tool : kTools) {
    if (!compares(tool)) continue;
    head += fmt::format(" {} |", to_text(tool));
    rule += "---|";
  }
  std::string table = head + '\n' + rule + '\n';
  for (const std::string& kernel : kernel_names()) {
    table += fmt::format("| {} |", kernel);
    for (const Tool tool : kTools) {
      if (!compares(tool)) continue;
      const auto& [different, all] = counts[{kernel, tool}];
      table += all == 0 ? std::string(" - |")
                        : fmt::format(" {} |", percents(different, all));
    }
    table += '\n';
  }
  return table;
}

std::string checks_table(const std::vector<Result>& results) {
  std::map<std::pair<std::string, int>, std::vector<double>> ratios;
  for (const Result& result : results) {
    if (result.comparison.tool != Tool::kCheck) continue;
    ratios[{result.comparison.kernel, result.comparison.slowed_percent}]
        .push_back(result.right.front());
  }
  std::string table = "| kernel |";
  std::string rule = "|---|";
  for (const int percent : kSlowdowns) {
    table += fmt::format(" {} % |", percent);
    rule += "---|";
  }
  table += '\n' + rule + '\n';
  for (const std::string& kernel : kernel_names()) {
    table += fmt::format("| {} |", kernel);
    for (const int percent : kSlowdowns) {
      table += fmt::format(" {} |", checked(ratios[{kernel, percent}]));
    }
    table += '\n';
  }
  return table;
}

std::string habits_table(const std::vector<Result>& results) {
  const std::vector<Study> all = studies(results);
  if (all.empty()) return "No study has all its runs yet.\n";
  std::string table =
      "| habit | runs | pairs | misleading, % | incorrect, % | indicative, % "
      "|\n|---|---|---|---|---|---|\n";
  for (const Habit habit : kHabits) {
    for (const std::size_t runs : kRunCounts) {
      table += habits_row(all, habit, runs);
    }
  }
  PairShares identical;
  for (const Study& study : all) {
    const IdenticalPairs found = identical_pairs(study);
    identical.add(found.different, found.pairs);
  }
  return table + fmt::format(
                     "\nOf {} pairs of identical code the test calls "
                     "{} different, {} %.\n",
                     identical.pairs(), identical.counted(), identical.text());
}

std::vector<GoalFigure> goal_figures(const std::vector<Result>& results) {
  std::vector<GoalFigure> figures = {
      false_alarms(results, Tool::kSpl2, "alpha 1 %", 1),
      false_alarms(results, Tool::kSpl10, "alpha 5 %", 5),
      seconds_found(results, 10, 0.3),
      seconds_found(results, 5, 0.6),
      seconds_found(results, 2, 2),
      seconds_found(results, 1, 7),
      seconds_found(results, 0, 2)};
  add_against_google(results, Tool::kGoogleShort, 10, figures);
  add_against_google(results, Tool::kGoogle, 40, figures);
  add_copies(results, figures);
  add_overhead(results, figures);
  return figures;
}

}  // namespace spl::bench
