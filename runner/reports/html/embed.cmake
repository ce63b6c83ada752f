# Writes a source with the style and the script of HTML reports as strings, and
# with the hashes by which a Content-Security-Policy allows them.
# cmake -D FOLDER=... -D OUTPUT=... -P embed.cmake

set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

# Sets a variable to the SHA-256 of a file in base64: three hexadecimal digits
# are two of base64, and the last of these, of zeros alone, is written "=".
function(hash_in_base64 variable path)
  file(SHA256 "${path}" hex)
  foreach(at RANGE 0 63 3)
    string(SUBSTRING "${hex}00" ${at} 3 part)
    math(EXPR high "0x${part} / 64")
    math(EXPR low "0x${part} % 64")
    string(SUBSTRING "${digits}" ${high} 1 high)
    string(SUBSTRING "${digits}" ${low} 1 low)
    string(APPEND result "${high}${low}")
  endforeach()
  string(REGEX REPLACE ".$" "=" result "${result}")
  set(${variable} "sha256-${result}" PARENT_SCOPE)
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
