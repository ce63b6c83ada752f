#pragma once

#include <cstddef>
#include <span>

namespace spl::statistics {

/// Puts at `rank` (from 0, below the count) the number that sorting would put
/// there, with no greater number before it and no lower one after it, in linear
/// time. Several times faster than std::nth_element on numbers in random order.
void select(std::span<double> numbers, std::size_t rank);

}  // namespace spl::statistics
