#include "runner/git/tracked_file.hpp"

#include <string_view>

#include "runner/git/handles.hpp"
#include "runner/git/opening.hpp"
#include "runner/git/top_folder.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Whether an index has, or may have, an extension. The first byte of its size
/// follows its name, and is zero.
bool may_have_extension(const std::string& index, std::string_view name) {
  return index.find(std::string(name) + '\0') != std::string::npos;
}

/// Whether an index may have an entry with this name in its path. Up to version
/// 3 the paths are in the file as they are, unless some are in another file or
/// stand for all in a folder.
bool may_have(const fs::path& index, const std::string& name) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(index, error))) {
    return fs::exists(index.parent_path(), error) &&
           !fs::is_directory(index.parent_path(), error);  // Of a work tree.
  }
  if (!fs::is_regular_file(index, error)) return true;
  const std::string content = read_file(index);
  constexpr std::size_t kVersion = 7;  // The last byte of a number.
  const bool is_plain = content.size() > kVersion && content[kVersion] < 4 &&
                        !may_have_extension(content, "link") &&
                        !may_have_extension(content, "sdir");
  return !is_plain || content.find(name) != std::string::npos;
}

/// Returns what follows the path in entries, those of a conflict too.
std::vector<std::string> endings(git_repository* repository,
                                 const std::string& path) {
  git_index* index = nullptr;
  git::check(git_repository_index(&index, repository), "cannot read the index");
  const git::IndexHandle owned(index);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < git_index_entrycount(index); ++i) {
    const std::string_view entry = git_index_get_byindex(index, i)->path;
    if (entry.starts_with(path)) result.emplace_back(entry.substr(path.size()));
  }
  return result;
}

}  // namespace

std::vector<std::string> tracked_endings(const fs::path& file) {
  std::error_code error;
  const fs::path folder =
      fs::weakly_canonical(fs::absolute(file).parent_path(), error);
  const fs::path top = top_folder(folder);
  if (error || top.empty()) return {};
  if (!may_have(top / ".git" / "index", file.filename().string())) return {};
  const git::RepositoryHandle repository = git::open(top);
  return endings(
      repository.get(),
      (folder / file.filename()).lexically_relative(top).generic_string());
}

}  // namespace spl::runner
