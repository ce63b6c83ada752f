#pragma once

#include <cstddef>
#include <string>

/// Places in a text of formulas, and mistakes there.
namespace spl::logic {

/// Bytes [begin, end) of the text that something was read from.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A mistake found in a text, and the remedy: one sentence, and the place.
struct Problem {
  std::string message;
  Span span;
};

}  // namespace spl::logic
