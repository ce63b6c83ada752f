#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spl::bench {

/// Executes a command, its standard output in a file, and waits for it: the
/// seconds from before its start to after its end. Variables that begin with
/// SPL_ are not handed on. Throws std::runtime_error with the command if it
/// ends with none of these statuses.
double run_child(const std::vector<std::string>& command,
                 const std::filesystem::path& output,
                 const std::vector<int>& statuses = {0});

}  // namespace spl::bench
