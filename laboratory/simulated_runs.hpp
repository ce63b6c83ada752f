#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "spl/statistics/sample.hpp"

/// Hierarchical data of which the truth is known.
namespace spl::bench {

enum class Shape { kNormal, kRightSkewed, kBimodal, kQuadrimodal };

inline constexpr Shape kShapes[] = {Shape::kNormal, Shape::kRightSkewed,
                                    Shape::kBimodal, Shape::kQuadrimodal};

inline const char* to_text(Shape shape) {
  switch (shape) {
    case Shape::kNormal:
      return "normal";
    case Shape::kRightSkewed:
      return "right-skewed";
    case Shape::kBimodal:
      return "bimodal";
    case Shape::kQuadrimodal:
      return "quadrimodal";
  }
  return "";
}

/// Draws numbers of mean 0 and standard deviation 1.
class Deviations {
 public:
  explicit Deviations(std::uint64_t seed) : random_(seed) {}

  double normal() { return normal_(random_); }

  double of(Shape shape) {
    switch (shape) {
      case Shape::kNormal:
        return normal();
      case Shape::kRightSkewed:
        return skewed();
      case Shape::kBimodal:
        return mode(std::array{std::pair{0.65, 0.0}, std::pair{0.35, 4.0}});
      case Shape::kQuadrimodal:
        return mode(std::array{std::pair{0.4, 0.0}, std::pair{0.3, 4.0},
                               std::pair{0.2, 9.0}, std::pair{0.1, 15.0}});
    }
    return 0;
  }

 private:
  // Log-normal with sigma 0.6, so a skewness of 2.3.
  double skewed() {
    const double square = 0.36;
    const double mean = std::exp(square / 2);
    return (std::exp(0.6 * normal()) - mean) /
           (mean * std::sqrt(std::expm1(square)));
  }

  // A mixture of normal numbers of standard deviation 1 about modes, given with
  // their weights.
  template <std::size_t kCount>
  double mode(const std::array<std::pair<double, double>, kCount>& modes) {
    double mean = 0;
    double square = 1;
    for (const auto& [weight, place] : modes) {
      mean += weight * place;
      square += weight * place * place;
    }
    double left = uniform_(random_);
    double chosen = 0;
    for (const auto& [weight, place] : modes) {
      chosen = place;
      left -= weight;
      if (left < 0) break;
    }
    return (chosen + normal() - mean) / std::sqrt(square - mean * mean);
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

/// Standard deviations are in percent of the mean.
struct Model {
  Shape shape = Shape::kNormal;  ///< Of runs and of observations.
  double between = 0;            ///< How much runs differ.
  double within = 1;             ///< How much observations of a run differ.
  double shared = 0;  ///< What disturbs both sides of a block alike; normal.
  std::size_t runs = 2;
  std::size_t observations = 20;
};

struct SimulatedPair {
  statistics::Sample left;
  statistics::Sample right;
};

/// Runs of two sides, block by block, the left one `factor` times as slow.
inline SimulatedPair simulate(const Model& model, double factor,
                              Deviations& draw) {
  std::vector<std::vector<double>> sides[2];
  for (std::size_t block = 0; block < model.runs; ++block) {
    const double level = 100 + model.shared * draw.normal();
    for (auto& side : sides) {
      const double run_level = level + model.between * draw.of(model.shape);
      auto& run = side.emplace_back();
      for (std::size_t i = 0; i < model.observations; ++i) {
        run.push_back(run_level + model.within * draw.of(model.shape));
      }
    }
  }
  for (auto& run : sides[0]) {
    for (double& observation : run) observation *= factor;
  }
  return {statistics::Sample(std::move(sides[0])),
          statistics::Sample(std::move(sides[1]))};
}

}  // namespace spl::bench
