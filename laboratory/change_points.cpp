// How long the search for change points takes, which ones it finds in a
// published series, and how often it finds one where there is none: tables in
// Markdown, as in laboratory.
#include "spl/statistics/history/change_points.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "laboratory/parallel.hpp"
#include "tests/statistics/history/published_series.hpp"

namespace {

using spl::bench::report;
using spl::statistics::change_points;

using Series = std::vector<double>;
using Random = std::mt19937_64;

constexpr std::size_t kPoints = 365;

void print_changes(const Series& series, double level) {
  std::printf("| p %.2f |", level);
  for (const auto& one : change_points(series, {.level = level})) {
    std::printf(" %zu", one.at);
  }
  std::puts(" |");
}

bool meets_time(const Series& series) {
  constexpr int kRounds = 7;
  Series seconds;
  for (int i = 0; i < kRounds; ++i) {
    std::size_t count = 0;
    seconds.push_back(
        spl::bench::cpu_seconds([&] { count = change_points(series).size(); }));
    if (count == 0) std::puts("cannot be");
  }
  return report("processor time of the published series in s",
                spl::bench::median(seconds), 0.2);
}

/// A source of series without a change.
struct Noise {
  const char* name;
  std::size_t count;  ///< Series that are drawn.
  std::function<Series(Random&)> draw;
};

Series repeat(Random& random, const std::function<double(Random&)>& one) {
  Series series;
  for (std::size_t i = 0; i < kPoints; ++i) series.push_back(one(random));
  return series;
}

Series white(Random& random) {
  return repeat(random, std::normal_distribution<double>());
}

Series skewed(Random& random) {
  return repeat(random, std::lognormal_distribution<double>());
}

/// Three of a hundred numbers are 30 standard deviations off.
Series spiky(Random& random) {
  std::normal_distribution<double> normal;
  std::bernoulli_distribution spike(0.03);
  return repeat(random,
                [&](Random& from) { return spike(from) ? 30 : normal(from); });
}

/// Neighbours have this correlation.
Series alike(Random& random, double correlation) {
  std::normal_distribution<double> normal;
  double last = normal(random);
  return repeat(random, [&](Random& from) {
    last = correlation * last +
           std::sqrt(1 - correlation * correlation) * normal(from);
    return last;
  });
}

/// Returns the share of series with a change point, in percent.
double false_alarms(const Noise& noise, double level) {
  std::atomic<std::size_t> alarms = 0;
  spl::bench::in_parallel(noise.count, [&](std::size_t i) {
    Random random(i);
    const Series series = noise.draw(random);
    const auto found = change_points(series, {.level = level, .seed = i});
    if (!found.empty()) ++alarms;
  });
  return 100 * static_cast<double>(alarms) / static_cast<double>(noise.count);
}

/// Prints the shares at both levels, and returns that at 0.01.
double print_false_alarms(const Noise& noise) {
  const double lenient = false_alarms(noise, 0.05);
  const double strict = false_alarms(noise, 0.01);
  std::printf("| %s | %.1f | %.1f |\n", noise.name, lenient, strict);
  return strict;
}

}  // namespace

int main() {
  const Series series = spl::statistics::published_series("tigerbeetle.txt");
  std::puts("| level | change points |\n|---|---|");
  print_changes(series, 0.05);
  print_changes(series, 0.01);
  std::puts("\n| noise | p 0.05 | p 0.01 |\n|---|---|---|");
  const Noise independent[] = {{"white", 1000, white},
                               {"skewed (log-normal)", 1000, skewed},
                               {"spiky", 1000, spiky}};
  double worst = 0;
  for (const Noise& one : independent) {
    worst = std::max(worst, print_false_alarms(one));
  }
  // Series with many change points take long.
  for (const double correlation : {0.2, 0.5}) {
    const std::string name =
        "neighbours correlate by " + std::to_string(correlation).substr(0, 3);
    (void)print_false_alarms({name.c_str(), 100, [=](Random& random) {
                                return alike(random, correlation);
                              }});
  }
  std::puts("");
  bool met = meets_time(series);
  met &= report("false alarms in independent noise in %, worst row", worst, 5);
  return met ? 0 : 1;
}
