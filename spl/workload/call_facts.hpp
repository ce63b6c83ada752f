#pragma once

namespace spl::workload {

/// Single calls of a run, from the first one of its process on, in ns of wall
/// clock; 0: not known.
struct CallFacts {
  double first = 0;
  double second = 0;
  /// In the shortest observation, whatever it timed.
  double fastest = 0;
  /// The part of a timed call that the cost of reading the clock leaves
  /// uncertain; 0: it is timed in a loop, without start() and stop().
  double uncertain = 0;
};

}  // namespace spl::workload
