#pragma once

#include <stdexcept>

namespace spl::runner {

/// The exit status of spl-run.
enum class ExitStatus {
  kFound = 0,      ///< All formulas hold, or the answer is known.
  kViolated = 1,   ///< A formula is violated.
  kError = 2,      ///< A mistake of the user or an error of the system.
  kFailed = 3,     ///< Something could not be measured.
  kUndecided = 4,  ///< The answer is not known.
};

/// A verdict that is missing because measuring failed: kFailed.
class MeasuringFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
