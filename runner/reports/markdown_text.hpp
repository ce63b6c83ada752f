#pragma once

#include <string>
#include <string_view>

/// Texts of users in GitHub's Markdown, in paragraphs, lists and cells of
/// tables: nothing in them is markup, mentions anybody or ends a cell. What
/// cannot be shown is escaped as shown_text() does it.
namespace spl::runner {

/// Returns a text in which a line feed is a blank.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// Returns a text as code, in which a line feed is a blank.
[[nodiscard]] std::string markdown_code(std::string_view text);

/// Returns a text below a line that unfolds it.
[[nodiscard]] std::string markdown_fold(std::string_view line,
                                        std::string_view text);

/// Returns a block of code, whose lines stay as they are, with a line feed at
/// its end.
[[nodiscard]] std::string markdown_block(std::string_view text,
                                         std::string_view language = {});

}  // namespace spl::runner
