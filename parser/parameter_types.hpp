#pragma once

#include <string>
#include <string_view>

namespace spl::parser {

/// The types of a function's parameters, which are in parentheses: without
/// names, default values and attributes, so that declarations of one function
/// have the same. `(int)` of `(int key = 3)`. Like all that reads C++ here it
/// takes what is most common: the names in `(int (*f)(int))` stay.
[[nodiscard]] std::string parameter_types(std::string_view parameters);

/// The tokens of a text with single spaces where they are needed and after
/// commas.
[[nodiscard]] std::string spaced_tokens(std::string_view text);

}  // namespace spl::parser
