#include "tests/statistics/interpretations/simulated_units.hpp"

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <tuple>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

constexpr double kTime = 100;
constexpr double kResolution = 0.02;
constexpr std::size_t kCallsOfARun = 50;
constexpr double kCallSd = 0.02;
// Where calls are not drawn they are short, many in one observation.
constexpr std::size_t kIterations = 100;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  bool chance(double share) { return share > 0 && uniform_(random_) < share; }
  double normal() { return normal_(random_); }
  double exponential() { return exponential_(random_); }
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }
  double between(double from, double to) {
    return from + (to - from) * uniform_(random_);
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::exponential_distribution<double> exponential_;
  std::uniform_real_distribution<double> uniform_;
};

RunMeans calls(double level, const Code& code, Draw& draw) {
  std::array<double, kCallsOfARun> times;
  for (double& time : times) {
    time = level * (1 + kCallSd * draw.normal());
    if (draw.chance(code.slow_calls)) time *= code.call_factor;
  }
  return {run_statistic(times, RunStatistic::kTrimmed),
          run_statistic(times, RunStatistic::kMean)};
}

// Sides that differ in no call need none.
bool are_drawn(const Machine& machine) {
  return machine.code.slow_calls > 0 || machine.other_code.slow_calls > 0;
}

RunMeans run(const Machine& machine, const Code& code, double extra,
             double& kept, Draw& draw) {
  const Noise& noise = machine.noise;
  kept = noise.serial * kept +
         std::sqrt(1 - noise.serial * noise.serial) * draw.normal();
  double level = kTime * code.factor * (1 + noise.run_sd * kept);
  if (draw.chance(noise.slow_share)) {
    level *= draw.between(noise.from, noise.to);
  }
  if (noise.pareto > 0) {
    level *= 1 + 0.01 * std::exp(draw.exponential() / noise.pareto);
  }
  if (draw.chance(code.slow_runs)) level *= code.run_factor;
  if (code.exponential > 0) level *= 1 + code.exponential * draw.exponential();
  level *= 1 + extra;
  return are_drawn(machine) ? calls(level, code, draw) : RunMeans{level, level};
}

// Blocks of a - b, as many as are asked for.
class Blocks {
 public:
  Blocks(const Machine& machine, std::uint64_t seed, const Needed& needed)
      : machine_(machine), draw_(seed) {
    means_.needed = needed;
    means_.coefficients = machine.coefficients;
    means_.constant = machine.constant;
    means_.typical.assign(means_.coefficients.size(), {kTime, {}});
    means_.plain = means_.typical;
    kept_.assign(means_.coefficients.size(), 0);
    if (noise().serial > 0) {
      for (double& one : kept_) one = draw_.normal();
    }
  }

  const UnitMeans& first(std::size_t count) {
    while (means_.plain[0].excesses.size() < count) add();
    const bool are_single =
        are_drawn(machine_) || machine_.recording != nullptr;
    means_.calls = count * kCallsOfARun * (are_single ? 1 : kIterations);
    return means_;
  }

 private:
  [[nodiscard]] const Noise& noise() const { return machine_.noise; }

  void add_recorded() {
    const auto& all = *machine_.recording;
    const RecordedBlock& block = all[draw_.below(all.size())];
    const RunMeans* sides[] = {&block.left, &block.right};
    for (std::size_t i = 0; i < 2; ++i) {
      means_.typical[i].excesses.push_back(sides[i]->typical - kTime);
      means_.plain[i].excesses.push_back(sides[i]->plain - kTime);
    }
  }

  void add() {
    if (machine_.recording != nullptr) return add_recorded();
    const Noise& noise = machine_.noise;
    const std::size_t block = means_.plain[0].excesses.size();
    if (noise.one_of_both > 0 && !(noise.in_pairs && block % 2 == 1)) {
      is_left_ = draw_.chance(0.5);
    } else {
      is_left_ = !is_left_;
    }
    for (std::size_t i = 0; i < means_.coefficients.size(); ++i) {
      const bool is_left = means_.coefficients[i] > 0;
      const RunMeans means =
          run(machine_, is_left ? machine_.code : machine_.other_code,
              is_left == is_left_ ? noise.one_of_both : 0, kept_[i], draw_);
      means_.typical[i].excesses.push_back(means.typical - kTime);
      means_.plain[i].excesses.push_back(means.plain - kTime);
    }
  }

  const Machine& machine_;
  Draw draw_;
  bool is_left_ = false;
  std::vector<double> kept_;  ///< Of each performance, in run_sd.
  UnitMeans means_;
};

// Levels take their time, and are the same for all experiments.
template <typename Key, typename Value, typename Make>
const Value& known(std::map<Key, Value>& values, const Key& key,
                   const Make& make) {
  const auto found = values.find(key);
  return found != values.end() ? found->second
                               : values.emplace(key, make()).first->second;
}

const PartLooks& looks_of(const Asking& asking) {
  using Key = std::tuple<std::size_t, double>;
  static thread_local std::map<Key, PartLooks> made;
  return known(made, Key{asking.most, asking.alpha}, [&] {
    return part_looks(asking.most, asking.alpha, kBothShares);
  });
}

struct OneLevelLooks {
  std::vector<std::size_t> units;
  std::vector<double> levels;
};

const OneLevelLooks& earlier_looks_of(const Asking& asking) {
  using Key = std::tuple<std::size_t, double>;
  static thread_local std::map<Key, OneLevelLooks> made;
  return known(made, Key{asking.most, asking.alpha}, [&] {
    OneLevelLooks looks{look_counts(asking.most), {}};
    std::vector<double> fractions;
    for (const std::size_t count : looks.units) {
      fractions.push_back(static_cast<double>(count) /
                          static_cast<double>(asking.most));
    }
    looks.levels = sequential_levels(asking.alpha, fractions);
    return looks;
  });
}

// Of an experiment: of all numbers of blocks one is as likely as another.
std::size_t cut_of(const Asking& asking, std::uint64_t seed) {
  if (asking.cut == 0) return asking.most;
  Draw draw(~seed);
  return asking.cut + draw.below(asking.most - asking.cut + 1);
}

Part finder(const PartFindings& found, End end) {
  for (const Part part : kParts) {
    const RatioSet& set = found.set(part);
    if (end == End::kGreater ? set.lower > 1 : set.upper < 1) return part;
  }
  return Part::kTypicalCalls;
}

End end_of(const PartFindings& found, const Asking& asking) {
  const bool is_less =
      asking.asked == Asked::kEqual ? found.less : found.proven_less;
  if (found.greater) return End::kGreater;
  if (is_less) return End::kLess;
  if (!asking.ends_without_change) return End::kLast;
  bool is_excluded = found.no_increase;
  if (asking.asked == Asked::kLess) is_excluded = found.no_decrease;
  if (asking.asked == Asked::kEqual) {
    is_excluded = found.no_increase && found.no_decrease;
  }
  return is_excluded ? End::kNoChange : End::kLast;
}

Finding scaled(const UnitMeans& means, double factor, double level) {
  std::vector<double> coefficients = means.coefficients;
  for (double& one : coefficients) one *= one < 0 ? factor : 1;
  const BlockContrasts contrasts =
      block_contrasts(means.typical, coefficients,
                      means.constant * (means.constant < 0 ? factor : 1));
  const bool clips =
      is_clippable(means.typical, means.coefficients, means.constant);
  return t_test(clips ? clipped_mean_of(contrasts) : mean_of(contrasts), level)
      .finding;
}

bool is_excluded(const UnitMeans& means, Asked asked, double level) {
  const bool no_increase =
      asked == Asked::kLess ||
      scaled(means, 1 + kResolution, level) == Finding::kLess;
  const bool no_decrease =
      asked == Asked::kAtMost ||
      scaled(means, 1 - kResolution, level) == Finding::kGreater;
  return no_increase && no_decrease;
}

}  // namespace

Ending ask_three_parts(const Machine& machine, const Asking& asking,
                       std::uint64_t seed) {
  Blocks blocks(machine, seed, asking.needed);
  const PartLooks& looks = looks_of(asking);
  const std::size_t end_of_time = cut_of(asking, seed);
  LookSettings how;
  how.alpha = asking.alpha;
  for (std::size_t i = 0; i < looks.units.size(); ++i) {
    const bool is_cut = looks.units[i] > end_of_time;
    const std::size_t units = is_cut ? end_of_time : looks.units[i];
    const ThreeParts parts(blocks.first(units));
    how.levels = is_cut ? levels_of_early_end(asking.most, units, asking.alpha,
                                              kBothShares)
                        : looks.levels[i];
    const PartFindings found = parts.look(how);
    const End end = end_of(found, asking);
    if (end == End::kLast && !is_cut) continue;
    return {end, units, finder(found, end)};
  }
  return {End::kLast, asking.most, Part::kTypicalCalls};
}

Ending ask_typical_calls(const Machine& machine, const Asking& asking,
                         std::uint64_t seed) {
  Blocks blocks(machine, seed, asking.needed);
  const OneLevelLooks& looks = earlier_looks_of(asking);
  for (std::size_t i = 0; i < looks.units.size(); ++i) {
    const UnitMeans& means = blocks.first(looks.units[i]);
    const double level = looks.levels[i];
    const Finding found = scaled(means, 1, level);
    if (found == Finding::kGreater) return {End::kGreater, looks.units[i]};
    if (found == Finding::kLess) return {End::kLess, looks.units[i]};
    if (asking.ends_without_change && is_excluded(means, asking.asked, level)) {
      return {End::kNoChange, looks.units[i]};
    }
  }
  return {End::kLast, asking.most};
}

}  // namespace spl::statistics
