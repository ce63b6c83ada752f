#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/outcome.hpp"
#include "runner/layouts/layouts.hpp"
#include "runner/measuring/pilot.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"
#include "spl/statistics/sample.hpp"

/// The self-test of a machine (doctor): how often it calls identical code
/// different, and what disturbs its measurements.
namespace spl::runner {

/// An unwanted effect as a fraction of the mean, and the p-value of its absence
/// (two-sided Student's test).
struct Effect {
  double size = 0;
  double p = 1;
};

/// How far the layout of its program moves a performance.
struct LayoutSpread {
  std::size_t layouts = 0;  ///< Measured.
  /// Standard deviation between layouts, without the variation between the runs
  /// of one (T of the layouts' level), as a fraction of the mean.
  double sd = 0;
  /// The number of layouts that find a change of `change` in nine of ten
  /// experiments on two such performances, if nothing but their layouts varies.
  std::size_t needed = 0;
  double change = 0;
};

/// The change that experiments of that many seconds find in nine of ten cases,
/// as a fraction of the mean, and what one of ten does not see.
struct Prospect {
  double seconds = 0;
  double typical_calls = 0;  ///< Or of the test that decides alone.
  /// If the three parts decide.
  std::optional<double> all_calls = std::nullopt;
  std::optional<statistics::Unseen> unseen = std::nullopt;
};

/// The test of a performance against a second one of the same code.
struct SelfTest {
  logic::Performance performance;
  std::string failure;  ///< A sentence, or empty.
  std::size_t blocks = 0;
  double block_seconds = 0;

  std::size_t experiments =
      0;             ///< With kBlocksOfExperiment blocks and one look each.
  double alpha = 0;  ///< The level of each direction.
  std::size_t greater = 0;  ///< Experiments that found the first slower.
  std::size_t less = 0;
  std::optional<double> false_alarm_rate;  ///< Findings of either direction.
  statistics::RateInterval false_alarms;   ///< 95 % interval of the rate.

  // Fractions of the mean; absent if it is 0.
  std::optional<double> between_sd;  ///< Standard deviation of run statistics.
  /// Standard deviation of observations about the mean of their run, if runs
  /// have at least two.
  std::optional<double> within_sd;
  std::optional<double> impact_factor;  ///< Impact of a run's initial state.
  /// From the first block to the last, by linear regression; absent if there
  /// are fewer than three.
  std::optional<Effect> drift;
  /// The difference of the second run of a block from the first run.
  std::optional<Effect> position;
  std::vector<Prospect> prospects;  ///< For 1, 5 and 25 s.
  std::optional<LayoutSpread> layout;
  std::string
      no_layouts;  ///< A clause that says why that is unknown; or empty.
};

/// The result of doctor, for each performance.
struct SelfTests final : Outcome {
  [[nodiscard]] Basis basis() const override {
    return all.empty() ? Basis::kNothing : Basis::kMeasurements;
  }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;

  std::vector<SelfTest> all;
};

/// The blocks of a first look at the three parts.
inline constexpr std::size_t kBlocksOfExperiment = statistics::kFewestUnits;

/// Returns the same code under another name, which does not merge with it.
[[nodiscard]] logic::Performance twin(logic::Performance performance);

/// Evaluates the blocks of a group that holds a performance and its twin.
[[nodiscard]] SelfTest self_test(const logic::Performance& performance,
                                 const GroupResult& result,
                                 const logic::DecisionSettings& settings);

inline constexpr std::size_t kLayoutsOfSelfTest = 10;

/// Evaluates blocks that took turns in the layouts; returns nothing if no
/// layout has two blocks, or their mean is 0.
[[nodiscard]] std::optional<LayoutSpread> layout_spread(
    const logic::Performance& performance, const GroupResult& result,
    const Settings& settings);

/// Returns sentences about what the test shows to be wrong, each with its
/// remedy.
[[nodiscard]] std::vector<std::string> advice(const SelfTest& test);

/// The performances that a catalogue says how to call: workloads that need no
/// arguments, or declare values for them, of which the first is taken.
struct PlainPerformances {
  std::vector<logic::Performance> all;
  /// "c (without declared values)": other workloads, and methods, which take
  /// objects of some generator and factory.
  std::vector<std::string> left_out;
};
[[nodiscard]] PlainPerformances plain_performances(
    const logic::Catalogue& catalogue);

/// Layouts of a program, or a clause that says why there is only one; empty if
/// one was asked for.
struct OfferedLayouts {
  std::unique_ptr<Layouts> layouts;
  std::string problem;
};
using OfferLayouts = std::function<OfferedLayouts(const std::string& program)>;

/// How self tests are made, and in which programs.
struct SelfTesting {
  const Settings& settings;
  const ProgramCatalogue& programs;
  std::uint64_t seed = 0;
  const Surroundings& surroundings;
  const OfferLayouts& offer_layouts;
};

/// Measures each performance and its twin for the budget of the settings in the
/// program as it was built and, if there are some, once more in
/// kLayoutsOfSelfTest layouts.
[[nodiscard]] std::vector<SelfTest> self_tests(
    const std::vector<logic::Performance>& performances,
    const SelfTesting& how);

}  // namespace spl::runner
