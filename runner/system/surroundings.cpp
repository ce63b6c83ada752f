#include "runner/system/surroundings.hpp"

#include <vector>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Makes a link at `path`; if `like` is a link, a second name for it.
std::error_code add_link(const fs::path& target, const fs::path& path,
                         const fs::path& like) {
  std::error_code error;
  if (!like.empty()) {
    fs::create_hard_link(like, path, error);
    if (!error || error == std::errc::file_exists) return error;
  }
  fs::create_symlink(target, path, error);
  return error;
}

/// Makes links in `to` to all that is in `from`. Leaves out files that cannot
/// be listed: the program cannot see them either.
void link_entries(const fs::path& from, const fs::path& to,
                  const fs::path& like = {}) {
  std::error_code unreadable;
  for (fs::directory_iterator at(from, unreadable), end;
       !unreadable && at != end; at.increment(unreadable)) {
    const fs::path name = at->path().filename();
    const fs::path link = to / name;
    const std::error_code error =
        add_link(at->path(), link, like.empty() ? like : like / name);
    if (error && error != std::errc::file_exists) {
      throw FileError(disk_error("write", link, error.value()));
    }
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(disk_error("write", folder, error.value()));
}

}  // namespace

fs::path folder_of_copies(const fs::path& program, const fs::path& root) {
  const fs::path first = program.parent_path().parent_path();
  std::vector<fs::path> above;
  for (fs::path one = first; one.has_relative_path(); one = one.parent_path()) {
    above.push_back(one.parent_path());
  }
  fs::path folder = root;
  for (auto one = above.rbegin(); one != above.rend(); ++one) {
    if (one != above.rbegin()) folder /= "spl-copies";
    make_folder(folder);
    link_entries(*one, folder);
  }
  return folder;
}

fs::path place_of_copy(const fs::path& program) {
  return program.parent_path().filename();
}

void surround_copy(const fs::path& program, const fs::path& folder,
                   const fs::path& like) {
  const fs::path home = program.parent_path();
  const fs::path place = place_of_copy(program);
  make_folder(folder / place);
  link_entries(home, folder / place, like.empty() ? like : like / place);
  if (home.has_filename()) link_entries(home.parent_path(), folder, like);
}

}  // namespace spl::runner
