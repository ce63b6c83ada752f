#include "spl/logic/late_calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "spl/statistics/interpretations/sign_flip.hpp"

namespace spl::logic {
namespace {

using statistics::Sample;

/// The level of a look. Four looks can have enough pairs.
constexpr double kLevel = 0.0025;
constexpr double kAllLooks = 0.01;

double all_one_way(std::size_t pairs) {
  return std::exp2(-static_cast<double>(pairs));
}

/// The level of a last look: the part that earlier looks left, or that all
/// pairs can reach.
double last_level(std::size_t pairs, double share) {
  if (all_one_way(pairs) > share * kAllLooks) return all_one_way(pairs);
  const std::size_t before =
      pairs > kFewestLongPairs ? pairs - kFewestLongPairs : 0;
  return share * (kAllLooks - kLevel * static_cast<double>(before));
}

/// Means of the calls within the usual length of a run, and after it.
struct Ages {
  double early = 0;
  double late = 0;
};

Ages ages_of(const statistics::Run& run, std::size_t usual) {
  const auto middle = run.begin() + static_cast<std::ptrdiff_t>(usual);
  const auto mean = [](auto begin, auto end) {
    return std::accumulate(begin, end, 0.0) /
           static_cast<double>(std::distance(begin, end));
  };
  return {mean(run.begin(), middle), mean(middle, run.end())};
}

Ages ages_of(const LinearForm& form, const Experiment& long_runs,
             std::size_t pair, std::size_t usual) {
  Ages sum{form.constant(), form.constant()};
  for (const LinearForm::Term& term : form.terms()) {
    const auto& sample = std::get<Sample>(long_runs.at(term.performance));
    const Ages one = ages_of(sample.runs()[pair], usual);
    sum.early += term.coefficient * one.early;
    sum.late += term.coefficient * one.late;
  }
  return sum;
}

/// Counts the pairs of runs that are longer than usual; 0 if a run is not.
std::size_t pairs_of(const Experiment& long_runs, std::size_t usual) {
  std::size_t pairs = 0;
  for (const auto& [performance, observed] : long_runs) {
    const auto* sample = std::get_if<Sample>(&observed);
    if (sample == nullptr) return 0;
    const auto& runs = sample->runs();
    if (std::ranges::any_of(
            runs, [&](const auto& run) { return run.size() <= usual; })) {
      return 0;
    }
    pairs = runs.size();
  }
  return pairs;
}

}  // namespace

std::optional<LateCalls> late_calls(const Relation& relation,
                                    const Experiment& long_runs,
                                    std::size_t usual) {
  LateCalls result;
  result.pairs = usual == 0 ? 0 : pairs_of(long_runs, usual);
  if (result.pairs == 0) return std::nullopt;
  double left = 0;
  double right = 0;
  std::vector<double> differences;
  for (std::size_t pair = 0; pair < result.pairs; ++pair) {
    const Ages of_left = ages_of(relation.left, long_runs, pair, usual);
    const Ages of_right = ages_of(relation.right, long_runs, pair, usual);
    for (const Ages& side : {of_left, of_right}) {
      if (!(side.early > 0) || !(side.late > 0)) return std::nullopt;
    }
    left += std::log(of_left.late / of_left.early);
    right += std::log(of_right.late / of_right.early);
    differences.push_back(std::log(of_left.late / of_left.early) -
                          std::log(of_right.late / of_right.early));
  }
  const auto count = static_cast<double>(result.pairs);
  result.left = std::exp(left / count);
  result.right = std::exp(right / count);
  const statistics::SignFlips flips = statistics::sign_flips(differences, 0);
  result.p_greater = flips.p_greater;
  result.p_less = flips.p_less;
  return result;
}

double late_calls_by_chance(const Relation& relation,
                            const Experiment& blocks) {
  std::size_t shortest = std::numeric_limits<std::size_t>::max();
  std::size_t count = shortest;
  for (const auto& [performance, observed] : blocks) {
    const auto* sample = std::get_if<Sample>(&observed);
    if (sample == nullptr) return 1;
    count = std::min(count, sample->runs().size());
    for (const auto& run : sample->runs()) {
      shortest = std::min(shortest, run.size());
    }
  }
  if (blocks.empty() || shortest < 2) return 1;
  double largest = 1;
  for (std::size_t block = 0; block < count; ++block) {
    const Ages left = ages_of(relation.left, blocks, block, shortest / 2);
    const Ages right = ages_of(relation.right, blocks, block, shortest / 2);
    const double quotient = left.late / left.early * right.early / right.late;
    if (!(quotient > 0) || !std::isfinite(quotient)) continue;
    largest = std::max({largest, quotient, 1 / quotient});
  }
  return largest;
}

LateVerdict verdict_of(const LateCalls& found, Sign sign,
                       const MeanLimits& usual, double resolution,
                       bool is_last) {
  const double change = found.quotient();
  // A limit on the other side of 1 is no margin.
  const bool rises = std::min(1.0, usual.upper) * change > 1 + resolution;
  const bool falls = std::max(1.0, usual.lower) * change < 1 - resolution;
  const bool matters = (rises && turns_verdict(sign, Finding::kGreater)) ||
                       (falls && turns_verdict(sign, Finding::kLess));
  if (!matters) return LateVerdict::kNoChange;
  const bool ends = is_last || found.pairs >= kMostLongPairs;
  const double level =
      ends ? last_level(found.pairs, found.share) : found.share * kLevel;
  const bool are_few = all_one_way(found.pairs) > found.share * kAllLooks;
  const bool is_chance =
      are_few && std::max(change, 1 / change) <= found.by_chance;
  if ((rises ? found.p_greater : found.p_less) <= level && !is_chance) {
    return LateVerdict::kChange;
  }
  return ends ? LateVerdict::kNoChange : LateVerdict::kMorePairs;
}

}  // namespace spl::logic
