#pragma once

#include <map>
#include <string>
#include <variant>

#include "spl/logic/performance.hpp"
#include "spl/statistics/sample.hpp"

namespace spl::logic {

/// A performance that could not be measured, and why: a sentence.
struct Failure {
  std::string reason;
};

/// The observations of each performance. If performances were measured in the
/// same blocks, run i of each sample is from block i.
using Experiment =
    std::map<Performance, std::variant<statistics::Sample, Failure>>;

/// Earlier samples of similar methods, from which `nonparametric` learns.
using History = std::map<Performance, statistics::Sample>;

/// Whether all observations of each performance are equal, inside and between
/// its runs.
[[nodiscard]] bool nothing_varied(const Experiment& experiment);

}  // namespace spl::logic
