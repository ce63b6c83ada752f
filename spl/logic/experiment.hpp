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

/// What was observed of each performance. In the samples of performances that
/// were measured in the same blocks, run i is of block i.
using Experiment =
    std::map<Performance, std::variant<statistics::Sample, Failure>>;

/// What similar methods showed earlier, for `nonparametric` to learn from.
using History = std::map<Performance, statistics::Sample>;

/// Whether all observations of each performance are equal, in its runs and from
/// run to run.
[[nodiscard]] bool nothing_varied(const Experiment& experiment);

}  // namespace spl::logic
