#pragma once

#include <cstddef>

#include "spl/logic/decision.hpp"

/// What a few runs of slow code can show. By exchange of the sides alone, k
/// blocks that all point one way come by chance with probability 2^-k: too
/// often for a level of 1 % where the time holds two or three. So this takes
/// more than a direction, a factor of 2, and knowledge from outside: of equal
/// code, fewer than one block in ten has a side that takes twice as long.
namespace spl::logic {

/// How often a block of equal code may show a factor of 2 in one direction.
inline constexpr double kTwofoldByChance = 0.1;

/// The side that is at least twice the other in every run, compared with every
/// run of the other, as written; kIndistinct where none is, or where a side may
/// be negative. The experiment has a sample of each performance.
[[nodiscard]] Finding twofold(const Relation& relation,
                              const Experiment& experiment,
                              statistics::RunStatistic statistic);

/// So many blocks show it at the level of one direction: two, or more.
[[nodiscard]] std::size_t twofold_blocks(double alpha);

}  // namespace spl::logic
