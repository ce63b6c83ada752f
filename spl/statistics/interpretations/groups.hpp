#pragma once

#include <vector>

namespace spl::statistics {

/// Values by alternative.
using Groups = std::vector<std::vector<double>>;

/// The relation between the values of different groups.
enum class Design {
  kIndependent,  ///< Independent values.
  kBlocks  ///< The i-th value of each group is from block i; sizes are equal.
};

}  // namespace spl::statistics
