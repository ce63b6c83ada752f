#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/measuring/pilot.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"
#include "spl/statistics/sample.hpp"

/// What --self-test reports about this machine: how often identical code is
/// called different on it, and what disturbs measurements.
namespace spl::runner {

/// An effect that should not be, as a fraction of the mean, and the p-value of
/// its absence (two-sided Student's test).
struct Effect {
  double size = 0;
  double p = 1;
};

/// How far the layout of its program moves a performance.
struct LayoutSpread {
  std::size_t layouts = 0;  ///< That were measured.
  /// Between layouts, without what varies between the runs of one (T of the
  /// layouts' level); a fraction of the mean.
  double sd = 0;
  /// So many layouts find a change of `change` in nine of ten experiments of
  /// two such performances, if nothing but their layouts varies.
  std::size_t needed = 0;
  double change = 0;
};

/// What experiments of so many seconds would find, as a fraction of the mean,
/// in nine of ten cases, and what one of ten does not see.
struct Prospect {
  double seconds = 0;
  double typical_calls = 0;  ///< Or what else decides alone.
  /// Where the three parts decide.
  std::optional<double> all_calls = std::nullopt;
  std::optional<statistics::Unseen> unseen = std::nullopt;
};

/// A performance against a second one of the same code.
struct SelfTest {
  logic::Performance performance;
  std::string failure;  ///< A sentence, or empty.
  std::size_t blocks = 0;
  double block_seconds = 0;

  std::size_t experiments = 0;  ///< Of kBlocksOfExperiment blocks, one look.
  double alpha = 0;             ///< Of each direction.
  std::size_t greater = 0;      ///< Experiments that found the first slower.
  std::size_t less = 0;
  std::optional<double> false_alarm_rate;  ///< In either direction.
  statistics::RateInterval false_alarms;   ///< Of the rate; 95 %.

  // Fractions of the mean, which is not 0 where there are any.
  std::optional<double> between_sd;  ///< Of run statistics.
  /// Of observations about the mean of their run, which has two of them.
  std::optional<double> within_sd;
  std::optional<double> impact_factor;  ///< Of the initial state of a run.
  /// From the first block to the last, by linear regression; absent where
  /// these are fewer than three.
  std::optional<Effect> drift;
  /// Of the second run of a block against the first.
  std::optional<Effect> position;
  std::vector<Prospect> prospects;  ///< Of a second, five and 25.
  std::optional<LayoutSpread> layout;
  std::string no_layouts;  ///< A clause: why that is not known. May be empty.
};

/// As many as a first look of the three parts takes.
inline constexpr std::size_t kBlocksOfExperiment = statistics::kFewestUnits;

/// The same code under another name, which does not merge with it.
[[nodiscard]] logic::Performance twin(logic::Performance performance);

/// From the blocks of a group that holds a performance and its twin.
[[nodiscard]] SelfTest self_test(const logic::Performance& performance,
                                 const GroupResult& result,
                                 const logic::DecisionSettings& settings);

inline constexpr std::size_t kLayoutsOfSelfTest = 10;

/// From blocks that were measured in that many layouts by turns; nothing where
/// none has two blocks, or their mean is 0.
[[nodiscard]] std::optional<LayoutSpread> layout_spread(
    const logic::Performance& performance, const GroupResult& result,
    const Settings& settings);

/// Sentences, each with its remedy, on what the test shows to be wrong.
[[nodiscard]] std::vector<std::string> advice(const SelfTest& test);

/// What a catalogue says how to call: its workloads that need no arguments, or
/// declare values for them, of which the first is taken.
struct PlainPerformances {
  std::vector<logic::Performance> all;
  /// "c (without declared values)": other workloads, and methods, which take
  /// what some generator and factory make.
  std::vector<std::string> left_out;
};
[[nodiscard]] PlainPerformances plain_performances(
    const logic::Catalogue& catalogue);

/// Layouts of a program, or why there is one only: a clause, or nothing where
/// one layout is what was asked for.
struct OfferedLayouts {
  std::unique_ptr<Layouts> layouts;
  std::string problem;
};
using OfferLayouts = std::function<OfferedLayouts(const std::string& program)>;

/// Measures each performance and its twin for the budget of the settings in the
/// program as it was built and, if there are some, once more in
/// kLayoutsOfSelfTest layouts.
[[nodiscard]] std::vector<SelfTest> self_tests(
    const std::vector<logic::Performance>& performances,
    const Settings& settings, const ProgramCatalogue& programs,
    std::uint64_t seed, const Surroundings& surroundings,
    const OfferLayouts& offer_layouts);

}  // namespace spl::runner
