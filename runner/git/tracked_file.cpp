#include "runner/git/tracked_file.hpp"

#include <array>
#include <string>

#include "runner/git/handles.hpp"
#include "runner/git/opening.hpp"
#include "runner/git/repository.hpp"
#include "runner/git/top_folder.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Whether an index may have an entry with this name at its end. Up to version
/// 3 the names of entries are in the file as they are.
bool may_have(const fs::path& index, const std::string& name) {
  std::error_code error;
  if (!fs::is_regular_file(index, error)) {
    return fs::exists(index.parent_path(), error) &&
           !fs::is_directory(index.parent_path(), error);  // Of a work tree.
  }
  const std::string content = read_file(index);
  constexpr std::size_t kVersion = 7;  // The last byte of a number.
  const bool is_plain = content.size() > kVersion && content[kVersion] < 4;
  return !is_plain || content.find(name) != std::string::npos;
}

bool has(git_repository* repository, const fs::path& path) {
  git_index* index = nullptr;
  git::check(git_repository_index(&index, repository), "cannot read the index");
  const git::IndexHandle owned(index);
  constexpr int kStages = 4;  // Those of a conflict, too.
  for (int stage = 0; stage < kStages; ++stage) {
    if (git_index_get_bypath(index, path.generic_string().c_str(), stage) !=
        nullptr) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_tracked(const fs::path& file) {
  std::error_code error;
  const fs::path folder =
      fs::weakly_canonical(fs::absolute(file).parent_path(), error);
  const fs::path top = top_folder(folder);
  if (error || top.empty()) return false;
  try {
    if (!may_have(top / ".git" / "index", file.filename().string())) {
      return false;
    }
    const git::RepositoryHandle repository = git::open(top);
    return has(repository.get(),
               (folder / file.filename()).lexically_relative(top));
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace spl::runner
