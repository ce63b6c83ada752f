#include "runner/system/passing_folder.hpp"

#include <system_error>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "runner/system/new_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

void clear_abandoned(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const fs::path lock = entry.path() / "lock";
    if (!fs::exists(lock, error)) continue;
    FileLock abandoned(lock);
    if (abandoned.try_to_take()) remove_folder(entry.path());
  }
}

}  // namespace

PassingFolder::PassingFolder(const fs::path& parent) {
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) throw FileError(disk_error("write", parent, error.value()));
  FileLock all(parent / "lock");
  all.take_alone();
  clear_abandoned(parent);
  try {
    path_ = make_new_folder(parent, "");
  } catch (const std::system_error& refused) {
    throw FileError(disk_error("write", parent, refused.code().value()));
  }
  lock_.emplace(path_ / "lock").take_alone();
}

PassingFolder::~PassingFolder() { remove_folder(path_); }

}  // namespace spl::runner
