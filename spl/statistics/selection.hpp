#pragma once

#include <cstddef>
#include <span>

namespace spl::statistics {

/// Puts the number there that sorting would put at `rank` (from 0, below the
/// count), with none above it before and none below it after, in linear time.
/// It is std::nth_element, several times faster on numbers in random order.
void select(std::span<double> numbers, std::size_t rank);

}  // namespace spl::statistics
