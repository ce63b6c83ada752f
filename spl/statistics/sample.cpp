#include "spl/statistics/sample.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace spl::statistics {
Sample::Sample(Runs runs) : runs_(std::move(runs)) {
  if (runs_.empty()) throw std::invalid_argument("a sample needs a run");
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const std::string run = "run " + std::to_string(i + 1);
    if (runs_[i].empty()) {
      throw std::invalid_argument(run + " has no observations");
    }
    for (std::size_t j = 0; j < runs_[i].size(); ++j) {
      if (!std::isfinite(runs_[i][j])) {
        throw std::invalid_argument("observation " + std::to_string(j + 1) +
                                    " of " + run + " is not a finite number");
      }
    }
  }
}

std::size_t Sample::observation_count() const {
  std::size_t count = 0;
  for (const auto& run : runs_) count += run.size();
  return count;
}

}  // namespace spl::statistics
