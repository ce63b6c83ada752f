#pragma once

#include <cstddef>
#include <string>

#include "spl/logic/span.hpp"

namespace spl::logic {

/// Statements at the beginning of a document that several documents share.
struct Preface {
  std::size_t end = 0;  ///< Their spans begin before it, all others do not.
  std::string files;    ///< Where they are, for messages.

  [[nodiscard]] bool has(Span span) const { return span.begin < end; }
};

}  // namespace spl::logic
