#pragma once

#include <cstddef>
#include <vector>

#include "spl/statistics/sample.hpp"

/// Samples whose answers were computed outside this project, in exact or
/// 30-digit arithmetic. X, Y, Z are those of section 4.1 of "SPL: Unit Testing
/// Performance"; E and F carry a large common offset.
namespace spl::statistics::known {

/// What a sample can be made of, and what can be changed. Sample(Lists{{5}}) is
/// one run of one; without the type it is ambiguous.
using Lists = std::vector<std::vector<double>>;

[[nodiscard]] Lists lists(const Sample& sample);

extern const Sample kX, kY, kZ;
extern const Sample kA, kB;    ///< Four runs of five.
extern const Sample kC;        ///< Three runs of four.
extern const Sample kD;        ///< Five runs of three.
extern const Sample kE, kF;    ///< Three runs of three, near 10^9.
extern const Sample kT1, kT2;  ///< Two runs of two.

extern const Hierarchy kK3;  ///< Binaries, executions, measurements: 3 x 2 x 2.
extern const Hierarchy kQ4;  ///< 3 x 2 x 2 x 3.

/// One item of the highest level.
[[nodiscard]] Hierarchy item(const Hierarchy& data, std::size_t index);

/// Runs of equal length as the higher of two levels.
[[nodiscard]] Hierarchy as_hierarchy(const Sample& sample);

}  // namespace spl::statistics::known
