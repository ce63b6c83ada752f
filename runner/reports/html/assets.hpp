#pragma once

#include <string_view>

/// The style and the script of HTML reports: page.css and page.js, which
/// embed.cmake makes strings of.
namespace spl::runner {

extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

/// The words that allow them in a Content-Security-Policy: `sha256-...`.
extern const std::string_view kPageStyleHash;
extern const std::string_view kPageScriptHash;

}  // namespace spl::runner
