#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// Returns an identifier of the content, kinds and paths of a tree. Equal trees
/// have equal identifiers.
[[nodiscard]] std::string tree_id(const Tree& tree);

/// Returns the name that Git gives to a blob with these bytes.
[[nodiscard]] std::string content_id(std::string_view bytes);

/// Returns the content_id of a file. Throws RepositoryError if it cannot be
/// read or has more than 4 GiB.
[[nodiscard]] std::string file_id(const std::filesystem::path& path);

}  // namespace spl::runner
