#pragma once

#include <filesystem>
#include <string>

namespace spl::runner {

/// Returns a hash of what the machine executes: equal for files that behave
/// alike and take the same time wherever they are. Of an ELF file it covers all
/// but its build id and the parts for debuggers only: sections of debug
/// information, symbol tables that are not loaded, the compiler's name, and
/// where these are in the file. Of any other file it covers all bytes. Throws
/// FileError.
[[nodiscard]] std::string program_content(const std::filesystem::path& file);

}  // namespace spl::runner
