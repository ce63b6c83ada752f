#pragma once

#include <stdexcept>

namespace spl::runner {

/// An error without a place in a formula.
class PlainError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
