#include "spl/statistics/shares.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace spl::statistics {

void in_shares(std::size_t count, unsigned threads,
               const std::function<void(std::size_t, std::size_t)>& work) {
  const std::size_t parts = std::max(
      1U, threads != 0 ? threads : std::thread::hardware_concurrency());
  const auto begin_of = [&](std::size_t part) {
    return count / parts * part + count % parts * part / parts;
  };
  std::vector<std::jthread> helpers;  // Joined at the end.
  std::size_t part = 1;
  try {
    for (; part < parts; ++part) {
      helpers.emplace_back(work, begin_of(part), begin_of(part + 1));
    }
  } catch (const std::system_error&) {
    work(begin_of(part), count);
  }
  work(0, begin_of(1));
}

}  // namespace spl::statistics
