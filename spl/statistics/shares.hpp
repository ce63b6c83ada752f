#pragma once

#include <cstddef>
#include <functional>

namespace spl::statistics {

/// Calls `work(begin, end)` on consecutive shares of 0 ... count - 1, each on a
/// thread of its own: so many, or as many as there are processors if it is 0.
/// Without threads to be had it does all on this one. Returns when all is done.
void in_shares(std::size_t count, unsigned threads,
               const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace spl::statistics
