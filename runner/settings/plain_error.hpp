#pragma once

#include <stdexcept>

namespace spl::runner {

/// An error without a place in a formula.
class PlainError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value that an option does not take; what() is a sentence that names the
/// option and what it takes.
class SettingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
