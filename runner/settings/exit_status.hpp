#pragma once

#include <stdexcept>

namespace spl::runner {

/// What spl-run returns.
enum class ExitStatus {
  kFound = 0,      ///< All formulas hold, or what was asked for is known.
  kViolated = 1,   ///< A formula is violated.
  kError = 2,      ///< A mistake of the user, or in the world.
  kFailed = 3,     ///< Something could not be measured.
  kUndecided = 4,  ///< What was asked for is not known.
};

/// There is no verdict, for what it takes cannot be measured: kFailed.
class MeasuringFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
