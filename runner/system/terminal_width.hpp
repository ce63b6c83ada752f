#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace spl::runner {

/// Returns the columns of the terminal of a descriptor; 80 if it is none or
/// does not know.
[[nodiscard]] std::size_t terminal_width(int descriptor);

/// Returns whether the first of LC_ALL, LC_CTYPE and LANG that is set and not
/// empty names a locale of UTF-8.
[[nodiscard]] bool is_utf8(
    const std::function<std::optional<std::string>(const std::string&)>&
        environment);

}  // namespace spl::runner
