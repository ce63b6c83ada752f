#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What a program printed, in messages.
namespace spl::runner {

/// Its last lines, `most` at most, each behind a line break and four blanks;
/// empty without a line. They are UTF-8, not long, and cannot move a terminal's
/// cursor.
[[nodiscard]] std::string last_lines(std::string_view text, std::size_t most);

}  // namespace spl::runner
