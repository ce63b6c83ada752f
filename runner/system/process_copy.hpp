#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "runner/system/descriptor.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {

/// A copy of this process that does a piece of work at the same time. This
/// process leaves it alone until its answer is asked for.
class ProcessCopy {
 public:
  explicit ProcessCopy(const std::function<std::string(StopWatch&)>& work);

  /// Waits for what the work returned; empty if it did not end. The watch stops
  /// the copy, too.
  [[nodiscard]] std::string answer(StopWatch& watch);

 private:
  Descriptor pipe_{-1};
  pid_t child_ = -1;
};

}  // namespace spl::runner
