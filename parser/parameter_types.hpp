#pragma once

#include <string>
#include <string_view>

namespace spl::parser {

/// Returns the types of a function's parameters, `(int)` for `(int key = 3)`:
/// without names, default values and attributes, so that all declarations of a
/// function give the same text. Like the other readers of C++ it assumes the
/// most common case: the names in `(int (*f)(int))` stay.
[[nodiscard]] std::string parameter_types(std::string_view parameters);

/// Returns the tokens of a text with single spaces after commas and where they
/// are needed.
[[nodiscard]] std::string spaced_tokens(std::string_view text);

}  // namespace spl::parser
