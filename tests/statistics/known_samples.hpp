#pragma once

#include <vector>

#include "spl/statistics/sample.hpp"

/// Samples whose answers were computed outside this project, in exact or
/// 30-digit arithmetic. X, Y, Z are those of section 4.1 of "SPL: Unit Testing
/// Performance"; E and F carry a large common offset.
namespace spl::statistics::known {

/// Sample(Runs{{5}}) is one run of one; without the type it is ambiguous.
using Runs = std::vector<std::vector<double>>;

extern const Sample kX, kY, kZ;
extern const Sample kA, kB;  ///< Four runs of five.
extern const Sample kC;      ///< Three runs of four.
extern const Sample kD;      ///< Five runs of three.
extern const Sample kE, kF;  ///< Three runs of three, near 10^9.

}  // namespace spl::statistics::known
