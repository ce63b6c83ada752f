#pragma once

#include <string_view>

#include "runner/system/json_text.hpp"

/// Reports of tools that are not read.
namespace spl::runner {

/// Throws DataError for a text that is no report in JSON or XML, with the way
/// to one: HTML, and lines of a program before its JSON.
void refuse_text(const std::string& file, std::string_view text);

/// Throws DataError for JSON that is none of the forms that are read; the
/// message names the tool that writes such JSON, if it is known.
[[noreturn]] void refuse_report(const JsonText& text);

}  // namespace spl::runner
