#pragma once

#include <cstddef>
#include <string>

/// Places in a text of formulas, and mistakes there.
namespace spl::logic {

/// A place in a text: its bytes [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A mistake in a text: a sentence that names the remedy, and the place.
struct Problem {
  std::string message;
  Span span;
};

}  // namespace spl::logic
