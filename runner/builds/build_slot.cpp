#include "runner/builds/build_slot.hpp"

#include "runner/builds/tree_writer.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "lock";

}  // namespace

BuildSlot::BuildSlot(const fs::path& parent) {
  for (unsigned number = 0;; ++number) {
    folder_ = parent / std::to_string(number);
    make_cache_folder(folder_);
    if (lock_.emplace(folder_ / kLock).try_to_take()) return;
  }
}

void BuildSlot::check_out(const Tree& tree, const TreeContent& content) {
  check_paths(tree);
  empty_folder(folder_, kLock);
  make_cache_folder(source());
  make_cache_folder(build());
  TreeWriter writer(source());
  for (const TreeFile& file : tree) writer.write(file, content(file));
}

}  // namespace spl::runner
