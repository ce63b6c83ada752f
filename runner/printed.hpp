#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What a program printed, in messages.
namespace spl::runner {

/// Its last lines, `most` at most, each behind a line break and four blanks and
/// neither long nor able to move the terminal's cursor; empty without a line.
[[nodiscard]] std::string last_lines(std::string_view text, std::size_t most);

}  // namespace spl::runner
