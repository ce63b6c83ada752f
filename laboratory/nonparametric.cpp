// What a finding of Definition 4.10 costs against drawing its law by a plain
// loop of the standard library, all on one core and in turns.
#include "spl/statistics/interpretations/nonparametric.hpp"

#include <cstddef>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include "spl/statistics/interpretations/drawn_law.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/relation_data.hpp"

namespace {

using spl::bench::cpu_seconds;
using spl::bench::Goal;
using spl::bench::median;
using spl::bench::report;
using spl::statistics::BootstrapTerm;
using spl::statistics::DrawnLaw;
using spl::statistics::Sample;

constexpr int kRounds = 7;
constexpr double kReplicates = 10000;  // Of the paper.
constexpr std::size_t kDrawn = 500;    // In a round; costs are proportional.
constexpr std::size_t kDrawnByAll = 4000;

double plain_replicate(const Sample& sample, std::mt19937_64& random) {
  const auto& runs = sample.runs();
  std::uniform_int_distribution<std::size_t> any_run(0, runs.size() - 1);
  double sum = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& run = runs[any_run(random)];
    std::uniform_int_distribution<std::size_t> any(0, run.size() - 1);
    for (std::size_t j = 0; j < run.size(); ++j) sum += run[any(random)];
  }
  return sum / static_cast<double>(sample.observation_count());
}

double plain_seconds(const Sample& left, const Sample& right) {
  std::mt19937_64 random(1);
  std::vector<double> law;
  const double taken = cpu_seconds([&] {
    for (std::size_t i = 0; i < kDrawn; ++i) {
      law.push_back(plain_replicate(left, random) -
                    plain_replicate(right, random));
    }
  });
  if (!(median(law) > -100)) std::puts("cannot be");
  return taken;
}

double drawn_seconds(const std::vector<BootstrapTerm>& terms, unsigned threads,
                     std::size_t replicates, clockid_t clock) {
  return cpu_seconds(
      [&] {
        (void)DrawnLaw(terms, {replicates, 1, threads});
      },
      clock);
}

double found_seconds(const Sample& left, const Sample& right) {
  return cpu_seconds([&] {
    (void)spl::statistics::nonparametric({{{1, &left}, {-1, &right}}, 0}, 0.01);
  });
}

}  // namespace

int main() {
  const Sample left = spl::bench::relation_sample(1);
  const Sample right = spl::bench::relation_sample(2);
  const std::vector<BootstrapTerm> terms = {
      {1, &left, spl::bench::kRuns, spl::bench::kObservations},
      {-1, &right, spl::bench::kRuns, spl::bench::kObservations}};
  std::vector<double> found;
  std::vector<double> drawn;
  std::vector<double> two_threads;
  std::vector<double> all_threads;
  for (int round = 0; round < kRounds; ++round) {
    const double plain = plain_seconds(left, right);
    found.push_back(plain * kReplicates / kDrawn / found_seconds(left, right));
    const auto processor_seconds = [&](unsigned threads) {
      return drawn_seconds(terms, threads, kDrawn, CLOCK_PROCESS_CPUTIME_ID);
    };
    const double one = processor_seconds(1);
    drawn.push_back(plain / one);
    two_threads.push_back(processor_seconds(2) / one);
    const auto seconds = [&](unsigned threads) {
      return drawn_seconds(terms, threads, kDrawnByAll, CLOCK_MONOTONIC);
    };
    all_threads.push_back(seconds(1) / seconds(0));
  }
  bool met = report("plain loop of 10 000 replicates / finding of Def. 4.10",
                    median(found), 40, Goal::kAtLeast);
  met &= report("plain loop / drawn law, one thread", median(drawn), 6,
                Goal::kAtLeast);
  const DrawnLaw one(terms, {kDrawn, 1, 1});
  const DrawnLaw two(terms, {kDrawn, 1, 2});
  const bool same = one.quantile(0.01) == two.quantile(0.01) &&
                    one.quantile(0.5) == two.quantile(0.5) &&
                    one.quantile(0.99) == two.quantile(0.99);
  met &= report("quantiles of one and two threads agree", same ? 1 : 0, 1,
                Goal::kAtLeast);
  // Threads wait for nothing but the last one, so they scale as far as they do
  // no work that one thread would not.
  met &= report("drawn law, processor time of two threads / one",
                median(two_threads), 1.2);
  // Of the cores there are, three quarters of what they could give at most.
  // Whatever else runs takes its part of it.
  const unsigned cores = std::thread::hardware_concurrency();
  met &= report("drawn law, time of one thread / of one for each core",
                median(all_threads), 0.75 * cores, Goal::kAtLeast);
  return met ? 0 : 1;
}
