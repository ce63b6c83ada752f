#include "tests/logic/answers_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "spl/logic/look.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/sample.hpp"

namespace spl::logic {
namespace {

using statistics::RunStatistic;
using statistics::Sample;

constexpr double kAlpha = 0.01;
constexpr std::size_t kCallsOfAUnit = 50;

Performance performance(std::size_t number) {
  return {std::string(1, static_cast<char>('a' + number)), "", "", "", {}};
}

Experiment experiment_of(const std::vector<std::vector<double>>& series) {
  Experiment result;
  for (std::size_t i = 0; i < series.size(); ++i) {
    std::vector<std::vector<double>> runs;
    for (const double one : series[i]) runs.push_back({one});
    result.emplace(performance(i), Sample(runs));
  }
  return result;
}

Relation relation_of(const Answered& one) {
  Relation result;
  result.sign = one.sign;
  LinearForm& left = result.left;
  LinearForm& right = result.right;
  (one.constant > 0 ? left : right) = LinearForm(std::abs(one.constant));
  for (std::size_t i = 0; i < one.coefficients.size(); ++i) {
    const double coefficient = one.coefficients[i];
    LinearForm& side = coefficient > 0 ? left : right;
    side = side.plus(LinearForm(performance(i)).scaled(std::abs(coefficient)));
  }
  result.theta = left.minus(right);
  return result;
}

}  // namespace

PartsDecision answer(const Answered& one) {
  const std::size_t units = one.series.front().size();
  const Experiment typical = experiment_of(one.series);
  const Experiment plain =
      one.plain.empty() ? typical : experiment_of(one.plain);
  statistics::LookSettings settings;
  settings.alpha = kAlpha;
  settings.shares = one.shares;
  settings.levels =
      statistics::single_look(units, kAlpha, one.shares).levels[0];
  return *decide_parts(
      relation_of(one),
      {typical, plain, RunStatistic::kTrimmed, units * kCallsOfAUnit},
      settings);
}

double Rate::least() const {
  return statistics::rate_interval(count, of).lower;
}

namespace {

/// What an answer and the ranges beside it say.
struct Seen {
  Strength strength = Strength::kUndecided;
  bool is_greater = false;
  bool is_less = false;
  bool is_above = false;  ///< A range that decides.
  bool is_below = false;
  std::vector<double> ends;  ///< Of the ranges; empty if nothing varies.
  bool is_outside = false;   ///< The ratio is not in its range.
};

Seen seen(const PartsDecision& found) {
  Seen result;
  result.strength = found.strength;
  result.is_greater = found.findings.greater;
  result.is_less = found.findings.less;
  for (const statistics::RatioSet& set : found.findings.sets) {
    result.is_above |= set.lower > 1;
    result.is_below |= set.upper < 1;
  }
  if (found.ratio) {
    result.ends = {*found.ratio->lower, *found.ratio->upper, found.lower,
                   found.upper};
    const auto& ratio = *found.ratio;
    constexpr double kRounding = 1 + 1e-9;
    result.is_outside = ratio.estimate && *ratio.lower <= *ratio.upper &&
                        (*ratio.estimate * kRounding < *ratio.lower ||
                         *ratio.estimate > *ratio.upper * kRounding);
  }
  return result;
}

Seen seen(const Answered& one) {
  if (!one.alone) return seen(answer(one));
  const Relation relation = relation_of(one);
  const bool is_mean = one.alone == RunStatistic::kMean;
  const Experiment experiment = experiment_of(is_mean ? one.plain : one.series);
  DecisionSettings how;
  how.alpha = kAlpha;
  how.statistic = *one.alone;
  const Look found = look(relation, experiment, how, 0.02);
  const statistics::RatioInterval ratio = ratio_of(relation, experiment, how);
  return {found.strength,
          found.finding == Finding::kGreater,
          found.finding == Finding::kLess,
          *ratio.lower > 1,
          *ratio.upper < 1,
          {*ratio.lower, *ratio.upper}};
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  double normal() { return normal_(random_); }
  double exponential() { return -std::log(1 - uniform_(random_)); }
  double uniform() { return uniform_(random_); }
  bool chance(double share) { return uniform_(random_) < share; }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

/// Typical and all calls of a run, as multiples of its level.
struct Noisy {
  double typical = 1;
  double plain = 1;
};

Noisy alike(double factor) { return {factor, factor}; }

struct Shape {
  const char* name;
  std::function<Noisy(Draw&)> run;
};

double positive(double number) { return std::max(number, 0.05); }

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> kShapes = {
      {"normal 1 %", [](Draw& d) { return alike(1 + 0.01 * d.normal()); }},
      {"normal 10 %", [](Draw& d) { return alike(1 + 0.1 * d.normal()); }},
      {"normal 40 %",
       [](Draw& d) { return alike(positive(1 + 0.4 * d.normal())); }},
      {"skewed up", [](Draw& d) { return alike(1 + 0.3 * d.exponential()); }},
      {"skewed down",
       [](Draw& d) { return alike(positive(1 - 0.1 * d.exponential())); }},
      {"lognormal", [](Draw& d) { return alike(std::exp(d.normal())); }},
      {"two-pointed 10 %",
       [](Draw& d) { return alike(d.chance(0.5) ? 1.1 : 1); }},
      {"two-pointed 2x", [](Draw& d) { return alike(d.chance(0.5) ? 2 : 1); }},
      {"1 in 20 runs 2x",
       [](Draw& d) {
         return alike((1 + 0.01 * d.normal()) * (d.chance(0.05) ? 2 : 1));
       }},
      {"1 in 10 runs 5x",
       [](Draw& d) {
         return alike((1 + 0.01 * d.normal()) * (d.chance(0.1) ? 5 : 1));
       }},
      {"a third of runs slower",
       [](Draw& d) {
         const double slow = d.chance(1.0 / 3) ? 1.1 + 0.7 * d.uniform() : 1;
         return alike(slow * (1 + 0.01 * d.normal()));
       }},
      {"one outlier",
       [](Draw& d) {
         return alike((1 + 0.02 * d.normal()) * (d.chance(0.03) ? 100 : 1));
       }},
      {"ties",
       [](Draw& d) { return alike(std::round(10 * (1 + d.uniform())) / 10); }},
      {"counts", [](Draw& d) { return alike(d.chance(0.2) ? 1.25 : 1); }},
      {"slow calls",
       [](Draw& d) {
         const double typical = 1 + 0.01 * d.normal();
         return Noisy{typical, typical * (d.chance(0.2) ? 1.5 : 1)};
       }},
      {"nothing varies", [](Draw&) { return alike(1); }}};
  return kShapes;
}

/// The coefficients of equal code; the limit is in units of its mean.
struct Form {
  const char* name;
  std::vector<double> coefficients;
  double constant = 0;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> kForms = {{"a <= b", {1, -1}},
                                           {"a <= 1", {1}, -1},
                                           {"a + b <= c + d", {1, 1, -1, -1}},
                                           {"2 a <= b + c", {2, -1, -1}},
                                           {"2 a <= b + 1", {2, -1}, -1}};
  return kForms;
}

double mean_of(const Shape& shape) {
  constexpr int kDraws = 20000;
  Draw draw(7);
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += shape.run(draw).plain;
  return sum / kDraws;
}

constexpr double kLevel = 100;

struct Cell {
  const Shape& shape;
  const Form& form;
  std::size_t units;
  std::uint64_t seed;
  double mean;  ///< Of the shape.

  [[nodiscard]] Answered drawn() const {
    Draw draw(seed);
    Answered result;
    result.coefficients = form.coefficients;
    result.constant = form.constant * mean * kLevel;
    for (std::size_t i = 0; i < form.coefficients.size(); ++i) {
      result.series.emplace_back();
      result.plain.emplace_back();
      for (std::size_t unit = 0; unit < units; ++unit) {
        const Noisy one = shape.run(draw);
        result.series.back().push_back(kLevel * one.typical);
        result.plain.back().push_back(kLevel * one.plain);
      }
    }
    return result;
  }
};

/// Multiplies the right side.
Answered times(Answered one, double factor) {
  for (double& coefficient : one.coefficients) {
    if (coefficient < 0) coefficient *= factor;
  }
  if (one.constant < 0) one.constant *= factor;
  return one;
}

Answered grown(Answered one, double factor) {
  for (std::size_t i = 0; i < one.series.size(); ++i) {
    if (one.coefficients[i] < 0) continue;
    for (double& number : one.series[i]) number *= factor;
    for (double& number : one.plain[i]) number *= factor;
  }
  return one;
}

double side_of(const Answered& one, std::size_t unit, double sign) {
  const auto& series = one.shares.typical_calls > 0 ? one.series : one.plain;
  double sum = std::max(sign * one.constant, 0.0);
  for (std::size_t i = 0; i < series.size(); ++i) {
    sum += std::max(sign * one.coefficients[i], 0.0) * series[i][unit];
  }
  return sum;
}

bool every_unit_contradicts(const Answered& one) {
  for (std::size_t unit = 0; unit < one.series.front().size(); ++unit) {
    if (!(side_of(one, unit, 1) > 1.25 * side_of(one, unit, -1))) return false;
  }
  return true;
}

/// Ranks answers by how far they speak for the left side being no longer.
int rank_of(Strength strength) {
  switch (verdict(strength)) {
    case Verdict::kHolds:
      return 2;
    case Verdict::kUndecided:
      return 1;
    default:
      return 0;
  }
}

class Check {
 public:
  Check(std::string name, MatrixResult& result)
      : name_(std::move(name)), result_(result) {}

  void factors(const Answered& one, const std::vector<double>& factors) {
    int before = 0;
    std::vector<double> ends;
    for (const double factor : factors) {
      const Answered here = times(one, factor);
      const Seen found = seen(here);
      const int rank = rank_of(found.strength);
      if (rank < before) fail("is not monotone", factor);
      before = rank;
      if (found.ends.empty()) continue;
      agrees(here, found, factor);
      if (one.constant == 0) depends_on_no(factor, found, ends);
    }
  }

  void growth(const Answered& one, double factor) {
    const Answered here = times(one, factor);
    if (seen(here).strength != Strength::kRefuted) return;
    for (const double growth : {1.001, 1.3, 20.0}) {
      const Strength later = seen(grown(here, growth)).strength;
      if (verdict(later) == Verdict::kHolds) fail("holds if it grew", growth);
    }
  }

 private:
  void fail(const char* what, double factor) {
    result_.disagreements.push_back(
        fmt::format("{} {} at {}", name_, what, factor));
  }

  void agrees(const Answered& one, const Seen& found, double factor) {
    if (found.is_outside) fail("has a ratio outside its range", factor);
    if (found.is_greater && !found.is_above) {
      fail("is greater beside ratios that are not", factor);
    }
    if (found.is_less && !found.is_below) {
      fail("is less beside ratios that are not", factor);
    }
    const bool holds = verdict(found.strength) == Verdict::kHolds;
    if (holds && one.sign == Sign::kLessEqual && found.ends[0] > 1) {
      fail("holds beside a range above it", factor);
    }
    if (holds && !one.alone && every_unit_contradicts(one)) {
      fail("holds though every unit shows a quarter more", factor);
    }
  }

  void depends_on_no(double factor, const Seen& found,
                     std::vector<double>& ends) {
    constexpr double kRounding = 1e-9;
    for (std::size_t i = 0; i < found.ends.size(); ++i) {
      const double end = found.ends[i] * factor;
      if (ends.size() <= i) ends.push_back(end);
      if (std::isfinite(end) &&
          !(std::abs(end - ends[i]) <= kRounding * ends[i])) {
        fail("has a range that depends on the factor", factor);
      }
    }
  }

  std::string name_;
  MatrixResult& result_;
};

/// Equal numbers in all units decide as they are, whatever they are drawn from.
void count(const Seen& found, Rate& greater, Rate& less) {
  if (found.ends.empty()) return;
  ++greater.of;
  ++less.of;
  greater.count += found.is_greater ? 1 : 0;
  less.count += found.is_less ? 1 : 0;
}

struct Asked {
  const char* name;
  statistics::OfParts shares;
  std::optional<RunStatistic> alone;
};

bool is_alike(const Form& form) {
  return form.constant == 0 &&
         std::accumulate(form.coefficients.begin(), form.coefficients.end(),
                         0.0) == 0 &&
         form.coefficients.size() % 2 == 0;
}

constexpr Asked kAsked[] = {
    {"both", statistics::kBothShares, std::nullopt},
    {"mean", statistics::kMeanShares, std::nullopt},
    {"typical", statistics::kBothShares, RunStatistic::kTrimmed},
    {"median", statistics::kBothShares, RunStatistic::kMedian},
    {"plain mean", statistics::kMeanShares, RunStatistic::kMean}};

std::string name_of(const char* statistic, const Form& form) {
  return fmt::format("{}, {}, ", statistic, form.name);
}

}  // namespace

MatrixResult run(const Matrix& matrix) {
  MatrixResult result;
  for (const auto& [statistic, shares, alone] : kAsked) {
    for (const Form& form : forms()) {
      for (const Shape& shape : shapes()) {
        const std::string base = name_of(statistic, form) + shape.name;
        if (!base.starts_with(matrix.cells)) continue;
        const double mean = mean_of(shape);
        for (const std::size_t units : matrix.units) {
          Rate greater{base, "greater", units};
          Rate less{base, "less", units};
          for (std::size_t i = 0; i < matrix.seeds; ++i) {
            const std::uint64_t seed = matrix.first_seed + i;
            Answered one = Cell{shape, form, units, seed, mean}.drawn();
            one.shares = shares;
            one.alone = alone;
            count(seen(one), greater, less);
            if (matrix.factors.size() < 2) continue;
            Check check(fmt::format("{}, {} units, seed {}", base, units, seed),
                        result);
            check.factors(one, matrix.factors);
            check.growth(one, 0.8);
            one.sign = Sign::kLess;
            check.factors(one, matrix.factors);
          }
          // A single statistic keeps alpha of sides that are alike in form.
          if (alone && !is_alike(form)) continue;
          result.rates.push_back(greater);
          // A sample does not show what may lie above a limit.
          if (form.constant == 0) result.rates.push_back(less);
        }
      }
    }
  }
  return result;
}

std::vector<std::string> kinds_of_cells() {
  std::vector<std::string> result;
  for (const Asked& asked : kAsked) {
    for (const Form& form : forms()) {
      result.push_back(name_of(asked.name, form));
    }
  }
  return result;
}

std::vector<std::string> rates_above_alpha(const Matrix& matrix,
                                           const std::vector<Rate>& rates,
                                           std::size_t times) {
  std::vector<std::string> result;
  for (const Rate& rate : rates) {
    if (rate.least() <= kAlpha) continue;
    Matrix anew = matrix;
    anew.cells = rate.cell;
    anew.units = {rate.units};
    anew.first_seed = matrix.first_seed + matrix.seeds;
    anew.seeds = times * matrix.seeds;
    for (const Rate& one : run(anew).rates) {
      const bool is_same = one.cell == rate.cell && one.finding == rate.finding;
      if (!is_same || one.least() <= kAlpha) continue;
      result.push_back(fmt::format("{}, {} units, {}: {} of {}", one.cell,
                                   one.units, one.finding, one.count, one.of));
    }
  }
  return result;
}

}  // namespace spl::logic
