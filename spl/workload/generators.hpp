#pragma once

#include <cstddef>
#include <vector>

#include "spl/workload/random.hpp"

/// Generators to register for formulas with SPL_GENERATOR:
///
///     SPL_GENERATOR("uniform", spl::uniform, spl::values(100, 1000));
///
/// and then `sort[uniform](n)`. Each call of the method gets its own vector.
/// The numbers follow from the run's seed, which is that of its block, so all
/// runs of a block get the same vectors.
namespace spl {

/// Returns uniform numbers in [0, 1).
[[nodiscard]] std::vector<double> uniform(Random& random, std::size_t size);

/// Returns the numbers 0 .. size - 1 in random order, each order equally
/// likely.
[[nodiscard]] std::vector<int> permutation(Random& random, std::size_t size);

/// Returns normally distributed numbers with mean 0 and standard deviation 1.
[[nodiscard]] std::vector<double> gaussian(Random& random, std::size_t size);

/// Returns exponentially distributed numbers with mean 1.
[[nodiscard]] std::vector<double> exponential(Random& random, std::size_t size);

}  // namespace spl
