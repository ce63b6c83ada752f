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
/// of that name. Reads values with a backslash as
/// Git does.
[[nodiscard]] std::vector<ConfiguredFile> configured_files(
    std::string_view configuration, const std::filesystem::path& folder);

/// Whether a configuration that may name files has values of several lines, or
/// names with a backslash. libgit2 joins such lines, and ends such values, by
/// rules of its own, so that what it takes for a name is not known.
[[nodiscard]] bool has_unclear_names(std::string_view configuration);

}  // namespace spl::runner::git
