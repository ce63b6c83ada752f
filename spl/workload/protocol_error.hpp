#pragma once

#include <stdexcept>

namespace spl::workload {

/// A text that does not follow the protocol; what() says which line and why.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace spl::workload
