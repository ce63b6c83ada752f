#pragma once

#include <string>
#include <string_view>

/// Texts as content of HTML: UTF-8 that can neither become markup nor turn the
/// direction of writing, whatever the text is.
namespace spl::runner {

/// Returns a text as the content of an element or of an attribute in double
/// quotes. Characters that cannot be shown are escaped as shown_text() does.
[[nodiscard]] std::string html(std::string_view text);

/// Returns a name likewise, with its line feeds and tabs escaped, too.
[[nodiscard]] std::string html_name(std::string_view name);

/// Returns a name as a string of JSON, quotes included, inside a script
/// element.
[[nodiscard]] std::string script_string(std::string_view name);

}  // namespace spl::runner
