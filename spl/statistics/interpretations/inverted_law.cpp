// One side's replicate has the characteristic function
// [1/r_X sum_i phi_i(c t/(r o))^o]^r, phi_i that of run i's observations about
// the mean of X's run means; independent terms multiply. The distribution
// function follows by Gil-Pelaez' inversion at equal steps (Davies 1973,
// "Numerical inversion of a characteristic function"), whose error is the mass
// further out than the period. Everything here is in units of the standard
// deviation of the law.
#include "spl/statistics/interpretations/inverted_law.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <set>
#include <utility>

namespace spl::statistics {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Finer atoms do not move a tail by more than 1 %.
constexpr double kFineAtoms = 1.0 / 150;

Complex power(Complex base, std::size_t exponent) {
  Complex result = 1;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

// A term, and the contribution of one of its observations to a replicate.
struct Source {
  std::size_t runs;
  std::size_t observations;
  std::vector<std::vector<double>> steps;
};

std::vector<Source> sources_of(const std::vector<BootstrapTerm>& terms,
                               double scale) {
  std::vector<Source> sources;
  for (const BootstrapTerm& term : terms) {
    const auto averaged = static_cast<double>(term.runs * term.observations);
    const double factor = term.coefficient / averaged / scale;
    Source source = {term.runs, term.observations, deviations(*term.learned)};
    for (auto& run : source.steps) {
      for (double& step : run) step *= factor;
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

// --- The characteristic function ------------------------------------------

// Returns the function of a replicate of one term, from the means of e^{i t
// step} over each run.
Complex of_term(const Source& source, const std::vector<Complex>& run_means) {
  Complex mixture = 0;
  for (const Complex& mean : run_means) {
    mixture += power(mean, source.observations);
  }
  return power(mixture / static_cast<double>(run_means.size()), source.runs);
}

Complex characteristic(const std::vector<Source>& sources, double t) {
  Complex product = 1;
  for (const Source& source : sources) {
    std::vector<Complex> run_means;
    for (const auto& run : source.steps) {
      Complex sum = 0;
      for (const double step : run) sum += std::polar(1.0, t * step);
      run_means.push_back(sum / static_cast<double>(run.size()));
    }
    product *= of_term(source, run_means);
  }
  return product;
}

// The mean of e^{i t step} over a run while no angle t step is large: its
// series in the moments of the steps, without a look at each observation.
class Series {
 public:
  explicit Series(const std::vector<double>& run) {
    for (const double step : run) {
      largest_ = std::max(largest_, std::abs(step));
      double power = 1;
      for (double& one : coefficients_) {
        one += power;
        power *= step;
      }
    }
    double factorial = static_cast<double>(run.size());
    double order = 0;
    for (double& one : coefficients_) {
      one /= factorial;
      factorial *= ++order;
    }
  }

  // Terms that are left out are then below 1e-13.
  [[nodiscard]] bool holds_at(double t) const { return t * largest_ <= 0.5; }

  [[nodiscard]] Complex at(double t) const {
    double parts[2] = {0, 0};
    double power = 1;
    for (std::size_t k = 0; k < coefficients_.size(); ++k) {
      parts[k % 2] += (k % 4 < 2 ? power : -power) * coefficients_[k];
      power *= t;
    }
    return {parts[0], parts[1]};
  }

 private:
  std::array<double, 13> coefficients_{};
  double largest_ = 0;
};

// The mean of e^{i t step} over a run at t = 1/2, 3/2, 5/2, ... times a
// spacing: by its series or, from the start on if that will not hold for long,
// by turning the phase of each observation by a fixed angle, which costs a
// multiplication instead of a sine.
class RunFunction {
 public:
  RunFunction(const std::vector<double>& run, double spacing)
      : run_(run), series_(run), spacing_(spacing) {
    // By then the function of a law without atoms has faded.
    constexpr double kFar = 20;
    if (series_.holds_at(kFar)) return;
    for (const double step : run) {
      phases_.push_back(std::polar(1.0, spacing * step / 2));
      turns_.push_back(std::polar(1.0, spacing * step));
    }
  }

  // Adds the operations that it takes to `work`.
  Complex next(double& work) {
    const double t = spacing_ * (static_cast<double>(calls_++) + 0.5);
    const auto count = static_cast<double>(run_.size());
    if (!phases_.empty()) {
      work += count;
      return turned() / count;
    }
    if (series_.holds_at(t)) {
      work += 1;
      return series_.at(t);
    }
    constexpr double kSine = 10;
    work += kSine * count;
    Complex sum = 0;
    for (const double step : run_) sum += std::polar(1.0, t * step);
    return sum / count;
  }

 private:
  // Sums the phases and turns them. Products are written out because those of
  // std::complex look for infinities first.
  Complex turned() {
    double real = 0;
    double imaginary = 0;
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      const Complex phase = phases_[i];
      const Complex by = turns_[i];
      real += phase.real();
      imaginary += phase.imag();
      phases_[i] = {phase.real() * by.real() - phase.imag() * by.imag(),
                    phase.real() * by.imag() + phase.imag() * by.real()};
    }
    return {real, imaginary};
  }

  const std::vector<double>& run_;
  Series series_;
  double spacing_;
  std::size_t calls_ = 0;
  std::vector<Complex> phases_ = {};
  std::vector<Complex> turns_ = {};
};

// The characteristic function at 1/2, 3/2, 5/2, ... times a spacing.
class Frequencies {
 public:
  Frequencies(const std::vector<Source>& sources, double spacing)
      : sources_(sources) {
    for (const Source& source : sources_) {
      for (const auto& run : source.steps) runs_.emplace_back(run, spacing);
    }
  }

  Complex next() {
    Complex product = 1;
    auto run = runs_.begin();
    for (const Source& source : sources_) {
      std::vector<Complex> run_means;
      while (run_means.size() < source.steps.size()) {
        run_means.push_back(run++->next(work_));
      }
      product *= of_term(source, run_means);
    }
    return product;
  }

  // The operations so far.
  [[nodiscard]] double work() const { return work_; }

 private:
  const std::vector<Source>& sources_;
  std::vector<RunFunction> runs_;
  double work_ = 0;
};

// --- How far out the law reaches --------------------------------------------

double support(const std::vector<Source>& sources) {
  double reach = 0;
  for (const Source& source : sources) {
    double largest = 0;
    for (const auto& run : source.steps) {
      for (const double step : run) largest = std::max(largest, std::abs(step));
    }
    reach += largest * static_cast<double>(source.runs * source.observations);
  }
  return reach;
}

// ln E[e^{s B}], with the largest exponents taken out of the sums.
double cumulants(const std::vector<Source>& sources, double s) {
  double sum = 0;
  for (const Source& source : sources) {
    const auto observations = static_cast<double>(source.observations);
    std::vector<double> exponents;
    for (const auto& run : source.steps) {
      double mean = 0;
      for (const double step : run) mean += std::exp(s * step);
      mean /= static_cast<double>(run.size());
      exponents.push_back(observations * std::log(mean));
    }
    const double largest = *std::ranges::max_element(exponents);
    double mixture = 0;
    for (const double exponent : exponents) {
      mixture += std::exp(exponent - largest);
    }
    mixture /= static_cast<double>(exponents.size());
    sum += static_cast<double>(source.runs) * (largest + std::log(mixture));
  }
  return sum;
}

// The x with P(|B| > x) negligible, by Chernoff's bound
// P(B > x) <= E[e^{s B}] e^{-s x} at the best of some s.
double reach(const std::vector<Source>& sources, double negligible) {
  double best[2] = {kInfinity, kInfinity};
  for (const double s : {0.5, 1.0, 2.0, 4.0, 6.0, 8.0}) {
    for (const int side : {0, 1}) {
      const double bound =
          (cumulants(sources, side == 0 ? s : -s) - std::log(negligible)) / s;
      if (bound < best[side]) best[side] = bound;
    }
  }
  return std::min(std::max(best[0], best[1]), support(sources));
}

// --- Atoms -------------------------------------------------------------------

// The largest step of which all differences of the numbers are multiples, or 0
// if it is smaller than fine atoms (Euclid's algorithm, stopped there).
double common_step(const std::vector<double>& numbers) {
  double common = 0;
  for (const double number : numbers) {
    double rest = std::abs(number - numbers.front());
    while (rest > kFineAtoms / 1000) {
      common = std::fmod(common, rest);
      std::swap(common, rest);
    }
    if (common > 0 && common < kFineAtoms) return 0;
  }
  return common;
}

// Returns the steps of the lattices that runs, or run means of constant runs,
// form.
std::set<double> lattice_steps(const std::vector<Source>& sources) {
  std::set<double> steps;
  for (const Source& source : sources) {
    std::vector<double> firsts;
    bool constant = true;
    for (const auto& run : source.steps) {
      const auto [low, high] = std::ranges::minmax_element(run);
      constant = constant && *low == *high;
      steps.insert(common_step(run));
      firsts.push_back(run.front() * static_cast<double>(source.observations));
    }
    if (constant) steps.insert(common_step(firsts));
  }
  steps.erase(0);
  return steps;
}

// Whether the characteristic function fades and comes back before the atoms are
// fine, as that of a law on a lattice does at 2 pi over the step.
bool comes_back(const std::vector<Source>& sources, double faded, double from) {
  constexpr int kMost = 64;
  const double last = 2 * pi / kFineAtoms;
  int looked_at = 0;
  double before = 0;
  for (const double step : lattice_steps(sources)) {
    // Equal lattices differ by rounding.
    if (step - before < 1e-9 * step) continue;
    before = step;
    for (double t = 2 * pi / step; t < last; t += 2 * pi / step) {
      if (t <= from) continue;
      if (++looked_at > kMost) return true;
      if (std::abs(characteristic(sources, t)) > faded) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<InvertedLaw> InvertedLaw::of(
    const std::vector<BootstrapTerm>& terms, double level) {
  const double faded = 1e-3 * level;
  InvertedLaw law;
  law.scale_ = std::sqrt(bootstrap_variance(terms));
  assert(law.scale_ > 0);
  const std::vector<Source> sources = sources_of(terms, law.scale_);
  law.half_ = reach(sources, 1e-3 * faded);
  const double spacing = pi / law.half_;
  Frequencies frequencies(sources, spacing);

  // Go on twice as far as the function took to fade: atoms show there, if
  // anywhere.
  constexpr double kMostWork = 1e8;
  constexpr std::size_t kMostFrequencies = 4096;
  std::size_t last_large = 0;
  while (law.spectrum_.size() <= 3 * last_large + 8) {
    const bool takes_too_long = law.spectrum_.size() == kMostFrequencies ||
                                frequencies.work() > kMostWork;
    if (takes_too_long) return std::nullopt;
    law.spectrum_.push_back(frequencies.next());
    if (std::abs(law.spectrum_.back()) > faded) {
      last_large = law.spectrum_.size();
    }
  }
  const double looked_at = spacing * static_cast<double>(law.spectrum_.size());
  if (comes_back(sources, faded, looked_at)) return std::nullopt;
  return law;
}

double InvertedLaw::at_or_below(double value) const {
  const double x = value / scale_;
  if (x <= -half_) return 0;
  if (x >= half_) return 1;
  double sum = 0;
  for (std::size_t j = 0; j < spectrum_.size(); ++j) {
    const double order = static_cast<double>(j) + 0.5;
    const double angle = order * pi / half_ * x;
    sum += (spectrum_[j].imag() * std::cos(angle) -
            spectrum_[j].real() * std::sin(angle)) /
           order;
  }
  return std::clamp(0.5 - sum / pi, 0.0, 1.0);
}

double InvertedLaw::at_or_above(double value) const {
  return 1 - at_or_below(value);
}

double InvertedLaw::quantile(double p) const {
  assert(p > 0 && p < 1);
  double low = -half_ * scale_;
  double high = half_ * scale_;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (at_or_below(middle) < p ? low : high) = middle;
  }
  return high;
}

}  // namespace spl::statistics
