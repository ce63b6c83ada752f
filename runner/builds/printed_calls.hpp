#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "runner/builds/compiler_call.hpp"

namespace spl::runner {

/// Takes a call and the folder in which it was made.
using OnCall =
    std::function<void(const CompilerCall&, const std::filesystem::path&)>;

/// Tells of commands in the log of a build that call compilers with a path,
/// which no wrapper in PATH sees; as far as its tools printed them. Tools begin
/// in the folder `build`, or where make says that it enters.
void read_printed_calls(std::string_view log,
                        const std::filesystem::path& build,
                        const OnCall& on_call);

}  // namespace spl::runner
