#pragma once

#include <cstddef>

#include "spl/logic/decision.hpp"
#include "spl/statistics/interpretations/tested_ratio.hpp"

/// Findings from a few runs of slow code. By exchange of the sides, k blocks
/// all point one way by chance with probability 2^-k, which is above a level of
/// 1 % if there is time for only two or three. So a finding takes a factor of
/// 2, and a fact from outside: with equal code, fewer than one block in ten has
/// a side that takes twice as long.
namespace spl::logic {

using statistics::kTwofoldByChance;

/// Finds the side, as written, each of whose runs is at least twice every run
/// of the other; kIndistinct if there is none, or if a side may be negative.
/// The experiment has a sample of each performance.
[[nodiscard]] Finding twofold(const Relation& relation,
                              const Experiment& experiment,
                              statistics::RunStatistic statistic);

/// Returns the ratios of left over right that the same test does not reject:
/// those at which no side is twice the other in all runs. They lie on the side
/// of 1 that twofold() finds. Without limits if a side may not be above 0.
[[nodiscard]] statistics::RatioInterval twofold_ratios(
    const Relation& relation, const Experiment& experiment,
    statistics::RunStatistic statistic);

/// Returns the number of blocks, at least two, that show a factor of 2 at the
/// level of one direction.
[[nodiscard]] std::size_t twofold_blocks(double alpha);

}  // namespace spl::logic
