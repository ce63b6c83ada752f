# Writes a source with the style and the script of HTML reports as strings, and
# with the hashes by which a Content-Security-Policy allows them.
# cmake -D FOLDER=... -D OUTPUT=... -P embed.cmake

set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

# Sets a variable to the SHA-256 of a file in base64: three digits of its 64
# hexadecimal ones are two of base64, and the last is one.
function(hash_in_base64 variable path)
  file(SHA256 "${path}" hex)
  set(result "")
  foreach(at RANGE 0 60 3)
    string(SUBSTRING "${hex}" ${at} 3 part)
    math(EXPR high "0x${part} / 64")
    math(EXPR low "0x${part} % 64")
    string(SUBSTRING "${digits}" ${high} 1 high)
    string(SUBSTRING "${digits}" ${low} 1 low)
    string(APPEND result "${high}${low}")
  endforeach()
  string(SUBSTRING "${hex}" 63 1 part)
  math(EXPR last "0x${part} * 4")
  string(SUBSTRING "${digits}" ${last} 1 last)
  set(${variable} "sha256-${result}${last}=" PARENT_SCOPE)
endfunction()

file(READ "${FOLDER}/page.css" style)
file(READ "${FOLDER}/page.js" script)
hash_in_base64(style_hash "${FOLDER}/page.css")
hash_in_base64(script_hash "${FOLDER}/page.js")
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
[[#include "runner/reports/html/assets.hpp"

namespace spl::runner {

const std::string_view kPageStyle = R"spl(@style@)spl";
const std::string_view kPageScript = R"spl(@script@)spl";
const std::string_view kPageStyleHash = "@style_hash@";
const std::string_view kPageScriptHash = "@script_hash@";

}  // namespace spl::runner
]])
