#pragma once

#include <stdexcept>

namespace spl::runner {

/// A file of observations or a report that cannot be used. what() names the
/// file and the place in it (a JSON path), and says what was expected.
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::runner
