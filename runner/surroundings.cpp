#include "runner/surroundings.hpp"

#include <string>
#include <vector>

#include "runner/disk_error.hpp"
#include "runner/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Links from `to` to all that is in `from`. What cannot be listed is as good
/// as not there for the program, too.
void link_entries(const fs::path& from, const fs::path& to) {
  std::error_code unreadable;
  for (fs::directory_iterator at(from, unreadable), end;
       !unreadable && at != end; at.increment(unreadable)) {
    std::error_code error;
    const fs::path link = to / at->path().filename();
    fs::create_symlink(at->path(), link, error);
    if (error && error != std::errc::file_exists) {
      throw FileError(disk_error("write", link, error.value()));
    }
  }
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
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw FileError(disk_error("write", folder, error.value()));
    link_entries(*one, folder);
  }
  return folder;
}

fs::path place_of_copy(const fs::path& program) {
  return program.parent_path().filename();
}

void surround_copy(const fs::path& program, const fs::path& folder) {
  const fs::path home = program.parent_path();
  link_entries(home, folder / place_of_copy(program));
  if (home.has_filename()) link_entries(home.parent_path(), folder);
}

}  // namespace spl::runner
