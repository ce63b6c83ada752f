#include "spl/statistics/sequential/sequential_levels.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>

#include <boost/math/tools/toms748_solve.hpp>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/t_test.hpp"

// The recursive numerical integration of Armitage, McPherson and Rowe (1969):
// the score S at information t has independent normal increments; its density
// is carried from look to look over the region in which nothing was found.
namespace spl::statistics {
namespace {

constexpr double kFarStandardDeviations = 9;

// A point of the integration, with its weight times the density.
struct Node {
  double score;
  double mass;
};

double normal_density(double z) {
  constexpr double kFactor = 0.39894228040143267794;  // 1/sqrt(2 pi)
  return kFactor * std::exp(-z * z / 2);
}

// Ten-point Gauss-Legendre rule on [-1, 1], by symmetry.
struct Abscissa {
  double position;
  double weight;
};
constexpr std::array<Abscissa, 5> kGauss = {{
    {0.14887433898163121088, 0.29552422471475287017},
    {0.43339539412924719080, 0.26926671930999635509},
    {0.67940956829902440623, 0.21908636251598204400},
    {0.86506336668898451073, 0.14945134915058059315},
    {0.97390652851717172008, 0.06667134430868813759},
}};

// Returns points from `from` to `to` in panels no wider than `panel`, with the
// weights of the rule as masses.
std::vector<Node> quadrature(double from, double to, double panel) {
  const double count = std::max(1.0, std::ceil((to - from) / panel));
  const double half = (to - from) / count / 2;
  std::vector<Node> nodes;
  nodes.reserve(static_cast<std::size_t>(count) * 2 * kGauss.size());
  for (double i = 0; i < count; ++i) {
    const double middle = from + (2 * i + 1) * half;
    for (const auto& [position, weight] : kGauss) {
      nodes.push_back({middle - half * position, half * weight});
      nodes.push_back({middle + half * position, half * weight});
    }
  }
  return nodes;
}

// Returns P(the score is above the bound at the next look, and no earlier look
// found anything).
double crossing(const std::vector<Node>& nodes, double bound, double step) {
  double probability = 0;
  for (const Node& node : nodes) {
    probability += node.mass * normal_tail((bound - node.score) / step);
  }
  return probability;
}

double next_density(const std::vector<Node>& nodes, double score, double step) {
  double density = 0;
  for (const Node& node : nodes) {
    const double z = (score - node.score) / step;
    if (std::abs(z) < kFarStandardDeviations) {
      density += node.mass * normal_density(z) / step;
    }
  }
  return density;
}

// Returns the z whose crossing probability, which falls with z, is `spent`. The
// quantile without earlier looks lies above it.
double bound_for(const std::vector<Node>& nodes, double deviation, double step,
                 double spent) {
  constexpr double kNoDoubleBeyond = 40;
  const auto excess = [&](double z) {
    return crossing(nodes, z * deviation, step) - spent;
  };
  const double high = spent > 0
                          ? std::min(normal_quantile(spent), kNoDoubleBeyond)
                          : kNoDoubleBeyond;
  const double at_high = excess(high);
  if (at_high >= 0) return high;
  constexpr double kLow = -kFarStandardDeviations;
  const boost::math::tools::eps_tolerance<double> all_digits;
  std::uintmax_t most = 200;
  const auto [from, to] = boost::math::tools::toms748_solve(
      excess, kLow, high, excess(kLow), at_high, all_digits, most);
  return (from + to) / 2;
}

void require_fractions(std::span<const double> fractions) {
  double before = 0;
  for (const double fraction : fractions) {
    if (!(fraction > before && fraction <= 1)) {
      throw std::invalid_argument(
          "the fractions of looks must increase within (0, 1]");
    }
    before = fraction;
  }
}

}  // namespace

std::vector<std::size_t> look_counts(std::size_t most, std::size_t first) {
  std::vector<std::size_t> counts;
  for (auto count = static_cast<double>(first);
       count < static_cast<double>(most); count = std::nearbyint(1.5 * count)) {
    counts.push_back(static_cast<std::size_t>(count));
  }
  counts.push_back(most);
  return counts;
}

std::vector<double> sequential_levels(double alpha,
                                      std::span<const double> fractions) {
  require_alpha(alpha);
  std::vector<double> spent;
  for (const double fraction : fractions) {
    spent.push_back(alpha * std::log1p(std::expm1(1.0) * fraction));
  }
  return levels_spending(spent, fractions);
}

std::vector<double> levels_spending(std::span<const double> spent_by_look,
                                    std::span<const double> fractions) {
  assert(spent_by_look.size() == fractions.size());
  require_fractions(fractions);
  std::vector<double> levels;
  std::vector<Node> nodes = {{0, 1}};  // Before any look the score is 0.
  double spent = 0;
  double before = 0;
  for (std::size_t look = 0; look < fractions.size(); ++look) {
    const double fraction = fractions[look];
    const double deviation = std::sqrt(fraction);
    const double step = std::sqrt(fraction - before);
    const double spent_now = spent_by_look[look];
    const double bound = bound_for(nodes, deviation, step, spent_now - spent);
    levels.push_back(normal_tail(bound));
    if (look + 1 == fractions.size()) break;

    // The panels resolve both this density and the kernel of the next look.
    const double next_step = std::sqrt(fractions[look + 1] - fraction);
    std::vector<Node> next =
        quadrature(-kFarStandardDeviations * deviation, bound * deviation,
                   2 * std::min(step, next_step));
    for (Node& node : next) {
      node.mass *= next_density(nodes, node.score, step);
    }
    nodes = std::move(next);
    spent = spent_now;
    before = fraction;
  }
  return levels;
}

std::vector<double> holm_levels(std::span<const double> p_values,
                                double family_level) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t left, std::size_t right) {
    return p_values[left] < p_values[right];
  });

  std::vector<double> levels(p_values.size());
  double level = 0;
  bool rejecting = true;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto remaining = static_cast<double>(order.size() - rank);
    // The level stays once the procedure stops, since larger p-values fail it,
    // too.
    if (rejecting) level = family_level / remaining;
    rejecting = rejecting && p_values[order[rank]] <= level;
    levels[order[rank]] = level;
  }
  return levels;
}

}  // namespace spl::statistics
