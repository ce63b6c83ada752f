#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "runner/builds/compiled_code.hpp"

namespace spl::runner {

/// Returns the sources that commands in the log of a build compiled by
/// compilers with a path, which no wrapper in PATH sees; as far as its tools
/// printed them. Tools begin in the folder `build`, or where make says that it
/// enters. Sources are named from `build_slot`, each with the flags of its
/// command.
[[nodiscard]] std::vector<CompiledSource> printed_calls(
    std::string_view log, const std::filesystem::path& build,
    const std::filesystem::path& build_slot);

}  // namespace spl::runner
