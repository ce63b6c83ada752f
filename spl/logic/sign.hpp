#pragma once

#include <string_view>

namespace spl::logic {

/// The sign of a relation.
enum class Sign {
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual
};

/// Returns the sign of the negated relation: `not (a <= b)` is `a > b`.
[[nodiscard]] Sign opposite(Sign sign);

/// Returns "<", "<=", "=", "!=" and so on.
[[nodiscard]] std::string_view to_text(Sign sign);

}  // namespace spl::logic
