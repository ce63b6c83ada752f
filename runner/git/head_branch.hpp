#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace spl::runner {

/// A branch that is checked out, and its commit.
struct HeadBranch {
  std::string name;
  std::string commit;  ///< 40 hexadecimal digits.

  friend bool operator==(const HeadBranch&, const HeadBranch&) = default;
};

/// Returns the branch of the repository whose top is the folder. Nothing where
/// HEAD names a commit or a tag, and for a folder that is no such top or cannot
/// be read.
[[nodiscard]] std::optional<HeadBranch> head_branch(
    const std::filesystem::path& folder);

}  // namespace spl::runner
