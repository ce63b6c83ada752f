#pragma once

#include <cstddef>
#include <functional>

namespace spl::statistics {

/// Calls `work(begin, end)` on consecutive shares of 0 ... count - 1, each on a
/// thread of its own. Uses `threads` threads, or one for each processor if that
/// is 0, or only the caller's thread if no thread can be started. Returns when
/// all work is done.
void in_shares(std::size_t count, unsigned threads,
               const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace spl::statistics
