#pragma once

#include <stdexcept>

namespace spl::runner {

/// A command line that cannot be understood; what() is a sentence.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
