#include "runner/store/store_place.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cstdint>
#include <system_error>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "history.db";

/// The numbers that <linux/magic.h> does not name.
constexpr std::uint32_t kCifs = 0xff534d42;
constexpr std::uint32_t kLustre = 0x0bd00bd0;
constexpr std::uint32_t kGpfs = 0x47504653;
constexpr std::uint32_t kBeegfs = 0x19830326;
constexpr std::uint32_t kGfs2 = 0x01161970;
constexpr std::uint32_t kVirtualBox = 0x786f4256;

constexpr std::uint32_t kNetworks[] = {NFS_SUPER_MAGIC,  SMB_SUPER_MAGIC,
                                       SMB2_SUPER_MAGIC, kCifs,
                                       FUSE_SUPER_MAGIC, AFS_SUPER_MAGIC,
                                       AFS_FS_MAGIC,     CEPH_SUPER_MAGIC,
                                       V9FS_MAGIC,       CODA_SUPER_MAGIC,
                                       NCP_SUPER_MAGIC,  OCFS2_SUPER_MAGIC,
                                       kLustre,          kGpfs,
                                       kBeegfs,          kGfs2,
                                       kVirtualBox};

std::optional<fs::path> state_folder(const Environment& environment) {
  const auto state = environment("XDG_STATE_HOME");
  if (state && fs::path(*state).is_absolute()) return fs::path(*state) / "spl";
  const auto home = environment("HOME");
  if (!home || home->empty()) return std::nullopt;
  return fs::path(*home) / ".local" / "state" / "spl";
}

}  // namespace

std::optional<StorePlace> store_place(const std::string& history,
                                      const std::optional<fs::path>& project,
                                      const Environment& environment) {
  if (history == kNoHistory) return std::nullopt;
  if (!history.empty()) return StorePlace{history, true};
  if (project) return StorePlace{*project / ".spl" / kFile};
  const auto state = state_folder(environment);
  if (!state) return std::nullopt;
  return StorePlace{*state / kFile};
}

void make_store_folder(const StorePlace& place) {
  const fs::path folder = place.file.parent_path();
  std::error_code error;
  if (place.is_named && folder.empty()) return;
  // A link could be part of somebody's repository.
  if (!place.is_named && fs::is_symlink(folder, error)) {
    throw FileError(
        folder.string() +
        " is a link; name the file that is meant with -s history=PATH");
  }
  fs::create_directories(folder, error);
  if (error) {
    throw FileError("cannot make " + folder.string() + ": " + error.message());
  }
  if (!place.is_named) keep_from_git(folder);
}

fs::path spool_folder(const fs::path& store) {
  return store.string() + ".spool";
}

bool is_on_network(const fs::path& folder) {
  struct statfs facts {};
  const char* path = folder.empty() ? "." : folder.c_str();
  if (statfs(path, &facts) != 0) return false;
  return std::ranges::find(kNetworks, static_cast<std::uint32_t>(
                                          facts.f_type)) != std::end(kNetworks);
}

}  // namespace spl::runner
