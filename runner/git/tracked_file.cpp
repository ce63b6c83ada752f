#include <algorithm>
#include <string_view>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Whether an index has, or may have, an extension. The first byte of its size
/// follows its name, and is zero.
bool may_have_extension(const std::string& index, std::string_view name) {
  return index.find(std::string(name) + '\0') != std::string::npos;
}

/// Returns what an index in one file has, and takes its bytes from those that
/// are left: some files lie where anybody may have put them. Throws if there
/// are not as many.
std::string taken(const fs::path& index, std::uintmax_t& left) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(index, error);
  if (error || size > left) {
    throw FileError("its index is too large, or cannot be read");
  }
  left -= size;
  return read_file(index, size + 1);
}

/// Whether an index in one file may have an entry for what is at a path or
/// begins with it. Up to version 3 the paths are in the file as they are,
/// unless one that ends with a slash stands for all in a folder.
bool may_name(const std::string& content, const fs::path& path) {
  constexpr std::size_t kVersion = 7;  // The last byte of a number.
  if (content.size() <= kVersion || content[kVersion] > 3) return true;
  if (content.find(path.filename().string()) != content.npos) return true;
  if (!may_have_extension(content, "sdir")) return false;
  for (fs::path at = path.parent_path(); !at.empty(); at = at.parent_path()) {
    const std::string folder = at.generic_string() + '/';
    if (content.find(folder + '\0') != content.npos) return true;
  }
  return false;
}

/// Returns the indices of which one may be a part, where they lie. Git removes
/// old ones after some weeks; throws for too many.
std::vector<fs::path> shared_indices(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const bool is_one =
        at->path().filename().string().starts_with("sharedindex.");
    if (is_one && at->is_regular_file(error)) result.push_back(at->path());
    constexpr std::size_t kMost = 1000;
    if (result.size() > kMost) throw FileError("its index has too many parts");
  }
  return result;
}

/// Whether the index of a repository may have an entry for what is at a path
/// below its top, or begins with it.
bool may_have(const fs::path& index, const fs::path& path) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(index, error))) {
    return fs::exists(index.parent_path(), error) &&
           !fs::is_directory(index.parent_path(), error);  // Of a work tree.
  }
  if (!fs::is_regular_file(index, error)) return true;
  std::uintmax_t left = std::uintmax_t{1} << 27;
  const std::string content = taken(index, left);
  if (may_name(content, path)) return true;
  if (!may_have_extension(content, "link")) return false;
  const auto shared = shared_indices(index.parent_path());
  return std::ranges::any_of(shared, [&](const fs::path& one) {
    return may_name(taken(one, left), path);
  });
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
  const fs::path path = (folder / file.filename()).lexically_relative(top);
  if (!may_have(top / ".git" / "index", path)) return {};
  const git::RepositoryHandle repository = git::open(top);
  return endings(repository.get(), path.generic_string());
}

}  // namespace spl::runner
