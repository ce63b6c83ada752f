#include "spl/statistics/sample.hpp"

#include <cassert>
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

Hierarchy::Hierarchy(std::vector<std::size_t> counts,
                     std::vector<double> values)
    : counts_(std::move(counts)), values_(std::move(values)) {
  if (counts_.empty()) throw std::invalid_argument("a hierarchy needs a level");
  std::size_t expected = 1;
  for (const std::size_t count : counts_) expected *= count;
  if (expected == 0) {
    throw std::invalid_argument("a level of a hierarchy repeats nothing");
  }
  if (values_.size() != expected) {
    throw std::invalid_argument("a hierarchy of " + std::to_string(expected) +
                                " values got " +
                                std::to_string(values_.size()));
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!std::isfinite(values_[i])) {
      throw std::invalid_argument("value " + std::to_string(i + 1) +
                                  " is not a finite number");
    }
  }
}

Hierarchy Hierarchy::merged(std::size_t level) const {
  assert(level >= 2 && level <= level_count());
  std::vector<std::size_t> counts = counts_;
  counts[level - 2] *= counts[level - 1];
  counts.erase(counts.begin() + static_cast<std::ptrdiff_t>(level) - 1);
  return {std::move(counts), values_};
}

}  // namespace spl::statistics
