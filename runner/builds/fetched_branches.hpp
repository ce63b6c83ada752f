#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/git/head_branch.hpp"

/// Sources that a build gets by the name of a branch, as FetchContent does with
/// `GIT_TAG main`: their content depends on when they are fetched.
namespace spl::runner {

struct FetchedBranch {
  std::string folder;  ///< From the build folder.
  HeadBranch head;

  friend bool operator==(const FetchedBranch&, const FetchedBranch&) = default;
};

/// Lists the repositories below a build folder that are at a branch, by folder.
[[nodiscard]] std::vector<FetchedBranch> fetched_branches(
    const std::filesystem::path& build);

/// Writes a line for each, which decode_fetched_branches() reads; it leaves out
/// other lines.
[[nodiscard]] std::string encode(const std::vector<FetchedBranch>& branches);
[[nodiscard]] std::vector<FetchedBranch> decode_fetched_branches(
    const std::vector<std::string>& lines);

}  // namespace spl::runner
