#pragma once

#include <vector>

#include "spl/statistics/interpretations/drawn_law.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::statistics {

/// Draws as many runs and observations as the samples have.
inline std::vector<BootstrapTerm> drawn_difference(const Sample& left,
                                                   const Sample& right) {
  return {{1, &left, left.run_count(), left.runs().front().size()},
          {-1, &right, right.run_count(), right.runs().front().size()}};
}

inline SampleContrast difference(const Sample& left, const Sample& right,
                                 double right_factor = 1) {
  return {{{1, &left}, {-right_factor, &right}}, 0};
}

}  // namespace spl::statistics
