#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// Of the content, kinds and paths: equal trees have equal ones.
[[nodiscard]] std::string tree_id(const Tree& tree);

/// Of some bytes, as Git names a blob that consists of them.
[[nodiscard]] std::string content_id(std::string_view bytes);

/// Of a file's bytes. Throws RepositoryError where it cannot be read.
[[nodiscard]] std::string file_id(const std::filesystem::path& path);

}  // namespace spl::runner
