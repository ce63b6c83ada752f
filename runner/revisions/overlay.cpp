#include "runner/revisions/revisions.hpp"

#include <algorithm>
#include <iterator>

#include "runner/git/content_id.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + '/');
}

TreeFile disk_file(const fs::path& file, const std::string& path) {
  if (fs::is_symlink(file)) {
    return {path, TreeFile::Kind::kLink,
            content_id(fs::read_symlink(file).string()), file, ""};
  }
  const bool executable = (fs::status(file).permissions() &
                           fs::perms::owner_exec) != fs::perms::none;
  return {path,
          executable ? TreeFile::Kind::kExecutable : TreeFile::Kind::kRegular,
          file_id(file), file, ""};
}

/// Returns the files at or below a path, with their names in the tree.
Tree files_of(const fs::path& path, const std::string& name) {
  // The status of links themselves, which may be circular.
  const fs::file_status status = fs::symlink_status(path);
  if (fs::is_symlink(status) || fs::is_regular_file(status)) {
    return {disk_file(path, name)};
  }
  if (!fs::is_directory(status)) return {};  // Reading a pipe would wait.
  Tree result;
  for (const auto& one : fs::directory_iterator(path)) {
    const std::string file = one.path().filename().string();
    if (file == ".git") continue;
    Tree more = files_of(one.path(), (fs::path(name) / file).string());
    std::move(more.begin(), more.end(), std::back_inserter(result));
  }
  return result;
}

/// Returns the name that a word of the overlay has in trees; empty for all of
/// them.
std::string name_in_trees(const std::string& word, const fs::path& project,
                          const fs::path& repository) {
  const fs::path path = fs::absolute(project / word).lexically_normal();
  fs::path relative = path.lexically_relative(repository);
  if (repository.empty() || *relative.begin() == "..") {
    relative = fs::path(word).lexically_normal();
  }
  std::string name = relative.string();
  while (name.ends_with('/')) name.pop_back();
  return name == "." ? "" : name;
}

}  // namespace

Tree overlaid(Tree tree, const std::vector<std::string>& overlay,
              const fs::path& project, const fs::path& repository) {
  for (const std::string& word : overlay) {
    const fs::path path = fs::absolute(project / word).lexically_normal();
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error))) {
      throw RepositoryError("there is no " + path.string() +
                            ", which \"overlay\" in \"revisions\" of spl.json "
                            "lays over each revision");
    }
    const std::string name = name_in_trees(word, project, repository);
    std::erase_if(tree, [&](const TreeFile& file) {
      return name.empty() || is_below(file.path, name);
    });
    Tree files = files_of(path, name);
    std::move(files.begin(), files.end(), std::back_inserter(tree));
  }
  std::ranges::sort(tree, {}, &TreeFile::path);
  return tree;
}

}  // namespace spl::runner
