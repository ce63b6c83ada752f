#pragma once

#include <stdexcept>

namespace spl::runner {

/// An error that no place in a formula belongs to.
class PlainError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
