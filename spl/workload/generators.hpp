#pragma once

#include <cstddef>
#include <vector>

#include "spl/workload/random.hpp"

/// Generators for SPL_GENERATOR, which makes them known to formulas:
///
///     SPL_GENERATOR("uniform", spl::uniform, spl::values(100, 1000));
///
/// and then `sort[uniform](n)`. Each call of the method gets a vector of its
/// own. What is drawn follows from the run's seed, which is that of its block:
/// what is compared gets the same.
namespace spl {

/// Numbers from 0, included, to 1, excluded, each equally likely.
[[nodiscard]] std::vector<double> uniform(Random& random, std::size_t size);

/// The numbers 0 .. size - 1, each order equally likely.
[[nodiscard]] std::vector<int> permutation(Random& random, std::size_t size);

/// Normally distributed numbers, of mean 0 and standard deviation 1.
[[nodiscard]] std::vector<double> gaussian(Random& random, std::size_t size);

/// Exponentially distributed numbers of mean 1.
[[nodiscard]] std::vector<double> exponential(Random& random, std::size_t size);

}  // namespace spl
