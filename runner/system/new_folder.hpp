#pragma once

#include <filesystem>
#include <string>

namespace spl::runner {

/// Makes an empty folder below the parent, with a name that nobody can foresee
/// after `begin`, that this user alone can use, with any umask. Throws
/// std::system_error.
[[nodiscard]] std::filesystem::path make_new_folder(
    const std::filesystem::path& parent, const std::string& begin);

}  // namespace spl::runner
