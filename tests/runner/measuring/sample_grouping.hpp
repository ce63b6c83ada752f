#pragma once

#include <vector>

#include "runner/measuring/grouping.hpp"

namespace spl::runner {

/// Runs of 30 observations.
inline const Measuring kSampleMeasuring = [] {
  Measuring measuring;
  measuring.observations = 30;
  return measuring;
}();

/// Groups relations that are measured so.
inline Grouping grouped(const std::vector<logic::Relation>& relations,
                        const RunSeconds& seconds = {}) {
  std::vector<Wanted> wanted;
  for (const logic::Relation& one : relations) {
    wanted.push_back({&one, kSampleMeasuring});
  }
  return group(wanted, seconds);
}

}  // namespace spl::runner
