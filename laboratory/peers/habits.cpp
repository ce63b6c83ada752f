#include "laboratory/peers/habits.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "laboratory/peers/kernels.hpp"

namespace spl::bench {
namespace {

constexpr double kDifference = 1.01;
constexpr double kLevel = 0.95;
constexpr std::size_t kJoined = 3;  // Comparisons in a study.

// -1 where the left time is less, 1 where it is greater, 0 without a
// difference.
int seen_by_habit(double left, double right) {
  if (left > kDifference * right) return 1;
  if (right > kDifference * left) return -1;
  return 0;
}

// The comparisons by whole processes.
class Processes {
 public:
  explicit Processes(const std::vector<Result>& results) {
    for (const Result& result : results) {
      if (result.comparison.tool != Tool::kProcesses) continue;
      found_.emplace(result.comparison, &result);
    }
  }

  // Empty unless complete.
  [[nodiscard]] statistics::Groups study(const std::string& kernel,
                                         std::size_t first) const {
    statistics::Groups study;
    for (const int percent : kSlowdowns) {
      if (percent == 0) continue;
      std::vector<double> base;
      std::vector<double> slowed;
      for (std::size_t number = first; number < first + kJoined; ++number) {
        const auto result =
            found_.find({kernel, percent, Tool::kProcesses, number});
        if (result == found_.end()) return {};
        append(result->second->left, base);
        append(result->second->right, slowed);
      }
      study.push_back(std::move(base));
      study.push_back(std::move(slowed));
    }
    return study;
  }

 private:
  static void append(const std::vector<double>& runs,
                     std::vector<double>& alternative) {
    alternative.insert(alternative.end(), runs.begin(), runs.end());
  }

  std::map<Comparison, const Result*> found_;
};

int seen_by_test(const statistics::PairComparison& pair) {
  if (pair.lower > 0) return 1;
  if (pair.upper < 0) return -1;
  return 0;
}

}  // namespace

const char* to_text(Habit habit) {
  switch (habit) {
    case Habit::kBest:
      return "best";
    case Habit::kSecondBest:
      return "second best";
    case Habit::kWorst:
      return "worst";
    case Habit::kMean:
      return "mean";
    case Habit::kMedian:
      return "median";
  }
  return "";
}

double time_of(Habit habit, const std::vector<double>& runs,
               std::size_t count) {
  const auto end = runs.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<double> times(runs.begin(), end);
  std::sort(times.begin(), times.end());
  switch (habit) {
    case Habit::kBest:
      return times.front();
    case Habit::kSecondBest:
      return times[1];
    case Habit::kWorst:
      return times.back();
    case Habit::kMean:
      return std::accumulate(times.begin(), times.end(), 0.0) /
             static_cast<double>(count);
    case Habit::kMedian:
      break;
  }
  return (times[(count - 1) / 2] + times[count / 2]) / 2;
}

Study tested(statistics::Groups runs) {
  auto pairs = statistics::tukey_comparisons(runs, kLevel);
  return {std::move(runs), std::move(pairs)};
}

Disagreement disagreement(const Study& study, Habit habit, std::size_t count) {
  std::vector<double> times;
  for (const auto& runs : study.runs) {
    times.push_back(time_of(habit, runs, count));
  }
  Disagreement found;
  for (const auto& pair : study.pairs) {
    const int habitual = seen_by_habit(times[pair.first], times[pair.second]);
    const int tested = seen_by_test(pair);
    ++found.pairs;
    if (habitual == tested) continue;
    if (tested == 0) {
      ++found.misleading;
    } else if (habitual == 0) {
      ++found.indicative;
    } else {
      ++found.incorrect;
    }
  }
  return found;
}

IdenticalPairs identical_pairs(const Study& study) {
  IdenticalPairs found;
  for (const auto& pair : study.pairs) {
    if (pair.first % 2 != 0 || pair.second % 2 != 0) continue;
    ++found.pairs;
    found.different += seen_by_test(pair) != 0;
  }
  return found;
}

std::vector<Study> studies(const std::vector<Result>& results) {
  const Processes found(results);
  std::vector<Study> all;
  for (const std::string& kernel : kernel_names()) {
    for (std::size_t first = 0;; first += kJoined) {
      statistics::Groups study = found.study(kernel, first);
      if (study.empty()) break;
      all.push_back(tested(std::move(study)));
    }
  }
  return all;
}

}  // namespace spl::bench
