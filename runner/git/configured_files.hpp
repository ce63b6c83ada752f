#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner::git {

/// A file that a configuration of Git names.
struct ConfiguredFile {
  std::filesystem::path path;
  bool is_included = false;  ///< As a part of the configuration.
};

/// Returns the files that a configuration in a folder names: those that it
/// includes under some condition or none, and those of ignored files and of
/// attributes. Takes more for such files rather than fewer; there may be none
/// of that name.
[[nodiscard]] std::vector<ConfiguredFile> configured_files(
    std::string_view configuration, const std::filesystem::path& folder);

}  // namespace spl::runner::git
