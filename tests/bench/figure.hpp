#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

/// Of figures that are ratios of two things measured side by side.
namespace spl::bench {

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Prints the figure's line; whether it meets its goal.
inline bool report(const char* figure, double measured, double goal) {
  const bool met = measured <= goal;
  std::printf("%-58s %7.3f  <= %.2f  %s\n", figure, measured, goal,
              met ? "ok" : "MISSED");
  return met;
}

}  // namespace spl::bench
