#pragma once

#include <string>

#include "spl/logic/span.hpp"

namespace spl::logic {

/// A name as written: identifiers joined by `.` or `::`, or any text in quotes
/// (then `text` is what is between them).
struct Name {
  std::string text;
  bool quoted = false;
  Span span;
};

/// `.` and `::` mean the same in names.
[[nodiscard]] bool same_name(const std::string& left, const std::string& right);

/// Whether a formula can write this name without quotes: identifiers joined by
/// `.` or `::`.
[[nodiscard]] bool is_plain_name(const std::string& name);

}  // namespace spl::logic
