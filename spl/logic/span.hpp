#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Places in a text of formulas, and mistakes there.
namespace spl::logic {

/// A place in a text: its bytes [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The kinds of mistakes that something else than their message depends on.
enum class Mistake {
  kOther,
  kUnknownName  ///< No such method, workload or given performance.
};

/// Returns the kind as reports name it; empty for others.
[[nodiscard]] constexpr std::string_view to_text(Mistake mistake) {
  return mistake == Mistake::kUnknownName ? "unknown name" : "";
}

/// A mistake in a text: a sentence that names the remedy, and the place.
struct Problem {
  std::string message;
  Span span;
  Mistake mistake = Mistake::kOther;
};

}  // namespace spl::logic
