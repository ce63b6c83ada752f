#include "spl/statistics/interpretations/drawn_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "tests/statistics/close.hpp"
#include "tests/statistics/interpretations/differences.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

/// The law of the difference of two samples with every atom, which is a whole
/// multiple of 1/per_unit.
class DiscreteLaw {
 public:
  DiscreteLaw(const Sample& left, const Sample& right, double per_unit)
      : per_unit_(per_unit),
        atoms_(sum(replicates(left, per_unit), replicates(right, -per_unit))) {}

  [[nodiscard]] std::size_t size() const { return atoms_.size(); }
  [[nodiscard]] double lowest() const { return in_units(*atoms_.begin()); }
  [[nodiscard]] double highest() const { return in_units(*atoms_.rbegin()); }

  [[nodiscard]] double at_or_below(double value) const {
    double share = 0;
    for (const auto& atom : atoms_) {
      if (in_units(atom) <= value) share += atom.second;
    }
    return share;
  }

  [[nodiscard]] double quantile(double p) const {
    double share = 0;
    for (const auto& atom : atoms_) {
      share += atom.second;
      if (share >= p) return in_units(atom);
    }
    return highest();
  }

  [[nodiscard]] double variance() const {
    double result = 0;
    for (const auto& atom : atoms_) {
      result += atom.second * in_units(atom) * in_units(atom);
    }
    return result;  // The mean is 0.
  }

  // The largest difference between the shares at or below an atom.
  [[nodiscard]] double distance(const DrawnLaw& drawn) const {
    double share = 0;
    double largest = 0;
    for (const auto& atom : atoms_) {
      share += atom.second;
      const double drawn_share =
          drawn.at_or_below(in_units(atom) + 0.25 / per_unit_);
      largest = std::max(largest, std::abs(drawn_share - share));
    }
    return largest;
  }

 private:
  using Atoms = std::map<long long, double>;

  [[nodiscard]] double in_units(const Atoms::value_type& atom) const {
    return static_cast<double>(atom.first) / per_unit_;
  }

  static Atoms sum(const Atoms& left, const Atoms& right) {
    Atoms result;
    for (const auto& [one, share] : left) {
      for (const auto& [other, other_share] : right) {
        result[one + other] += share * other_share;
      }
    }
    return result;
  }

  static Atoms sum_of(std::size_t count, const Atoms& one) {
    Atoms result = {{0, 1}};
    for (std::size_t i = 0; i < count; ++i) result = sum(result, one);
    return result;
  }

  // Definition 4.10: runs, then observations in each, then the shift.
  static Atoms replicates(const Sample& sample, double scale) {
    const auto& runs = sample.runs();
    const std::size_t length = runs.front().size();
    const auto runs_share = 1 / static_cast<double>(runs.size());
    const auto share = 1 / static_cast<double>(length);
    long long total = 0;
    Atoms run_law;
    for (const auto& run : runs) {
      Atoms observation;
      for (const double value : run) {
        const long long atom = std::llround(value * scale * runs_share * share);
        observation[atom] += share;
        total += atom;
      }
      for (const auto& [atom, atom_share] : sum_of(length, observation)) {
        run_law[atom] += runs_share * atom_share;
      }
    }
    Atoms result;
    for (const auto& [atom, atom_share] : sum_of(runs.size(), run_law)) {
      result[atom - total] = atom_share;
    }
    return result;
  }

  double per_unit_;
  Atoms atoms_;
};

/// What is known of the law of a difference of two samples.
struct KnownLaw {
  const char* name;
  const Sample &left, &right;
  double per_unit;
  std::size_t atoms;
  double lowest, highest, variance, quantile_05, quantile_95;
  double tolerance;  ///< Of drawn quantiles; atoms of C,D lie close together.
  std::vector<std::pair<double, double>> shares;
};

// Of K replicates the share at or below a value is nowhere further from the
// exact one than 2.5/sqrt(K), but for 1 in 100 000 seeds.
TEST(DrawnLaw, FollowsDiscreteLawsAtEveryAtom) {
  constexpr std::size_t kReplicates = 400000;
  for (const KnownLaw& c : {
           KnownLaw{"T1,T2",
                    kT1,
                    kT2,
                    8,
                    52,
                    -3.125,
                    3.875,
                    1.828125,
                    -2.125,
                    2.25,
                    1e-9,
                    {{-2, 0.0849609375},
                     {-1, 0.254638671875},
                     {0, 0.523193359375},
                     {1, 0.764892578125},
                     {2, 0.919677734375}}},
           KnownLaw{"C,D",
                    kC,
                    kD,
                    480,
                    3052,
                    -3.225,
                    3.775,
                    0.495995515046,
                    -1.09166666667,
                    1.20625,
                    0.01,
                    {{-1.25, 0.0242629778142},
                     {-0.75, 0.154143447927},
                     {0, 0.515779466283},
                     {0.75, 0.84581358158},
                     {1.25, 0.95592836225}}},
       }) {
    SCOPED_TRACE(c.name);
    const DiscreteLaw law(c.left, c.right, c.per_unit);
    EXPECT_EQ(law.size(), c.atoms);
    EXPECT_CLOSE(law.lowest(), c.lowest, 1e-12);
    EXPECT_CLOSE(law.highest(), c.highest, 1e-12);
    EXPECT_CLOSE(law.variance(), c.variance, 1e-11);
    EXPECT_CLOSE(law.quantile(0.05), c.quantile_05, 1e-11);
    EXPECT_CLOSE(law.quantile(0.95), c.quantile_95, 1e-11);
    for (const auto& [value, share] : c.shares) {
      EXPECT_CLOSE(law.at_or_below(value), share, 1e-11);
    }
    const DrawnLaw drawn(drawn_difference(c.left, c.right),
                         {kReplicates, 3, 0});
    EXPECT_LT(law.distance(drawn), 2.5 / std::sqrt(double{kReplicates}));
    EXPECT_EQ(drawn.at_or_above(c.lowest), 1);
    EXPECT_EQ(drawn.at_or_below(c.highest), 1);
    EXPECT_NEAR(drawn.quantile(0.05), c.quantile_05, c.tolerance);
    EXPECT_NEAR(drawn.quantile(0.95), c.quantile_95, c.tolerance);
  }
}

// Half of a single observation's replicates is each of its two values.
TEST(DrawnLaw, CountsAtomsOnBothSides) {
  const Sample two({{0, 2}});
  const DrawnLaw law({{1, &two, 1, 1}}, {10000, 1, 1});
  EXPECT_EQ(law.at_or_below(-1) + law.at_or_above(1), 1);
  EXPECT_EQ(law.at_or_below(0) + law.at_or_above(0), 1);
  EXPECT_EQ(law.at_or_below(1), 1);
  EXPECT_EQ(law.at_or_above(-1), 1);
}

TEST(DrawnLaw, IsTheSameOnAnyNumberOfThreads) {
  const auto terms = drawn_difference(kA, kB);
  const DrawnLaw one(terms, {1001, 5, 1});
  for (const unsigned threads : {2U, 3U, 7U, 64U}) {
    const DrawnLaw several(terms, {1001, 5, threads});
    for (const double p : {0.001, 0.05, 0.5, 0.9, 0.999}) {
      EXPECT_EQ(several.quantile(p), one.quantile(p));
    }
  }
}

TEST(BootstrapVariance, IsKnown) {
  EXPECT_NEAR(bootstrap_variance(drawn_difference(kA, kB)), 0.610889515808,
              1e-11);
  EXPECT_NEAR(bootstrap_variance(drawn_difference(kT1, kT2)), 1.828125, 1e-15);
  EXPECT_NEAR(bootstrap_variance(drawn_difference(kC, kD)), 0.495995515046,
              1e-11);
}

}  // namespace
}  // namespace spl::statistics
