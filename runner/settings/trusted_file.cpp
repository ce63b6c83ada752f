#include "runner/settings/trusted_file.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "runner/git/safe_directory.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/text_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Facts = struct stat;

/// The treatment of a folder that all users can write in, like /tmp: with the
/// sticky bit nobody can remove or replace files of others.
enum class Sticky { kRefused, kAccepted };

FileError unreadable(const fs::path& path, const std::string& reason) {
  return FileError("cannot read " + path.string() + ": " + reason);
}

std::string user_name(uid_t user) {
  const passwd* entry = getpwuid(user);
  return entry != nullptr ? entry->pw_name : std::to_string(user);
}

std::string group_name(gid_t group) {
  const struct group* entry = getgrgid(group);
  return entry != nullptr ? entry->gr_name : std::to_string(group);
}

/// Returns whether the group is the user's own, as most systems make one for
/// each user: it has no other member, and the user's name or, if neither has a
/// name, the user's number.
bool is_own_group(gid_t group, uid_t user) {
  const passwd* owner = getpwuid(user);
  if (owner == nullptr) return getgrgid(group) == nullptr && group == user;
  const std::string name = owner->pw_name;
  const struct group* entry = getgrgid(group);
  if (entry == nullptr || name != entry->gr_name) return false;
  for (char** member = entry->gr_mem; *member != nullptr; ++member) {
    if (name != *member) return false;
  }
  return true;
}

bool is_trusted(uid_t user, const Rights& rights) {
  return user == rights.user || user == 0 || user == rights.caller;
}

std::string remedy(const char* mode, const fs::path& path, const Facts& facts,
                   const Rights& rights) {
  if (rights.user != 0 && facts.st_uid != rights.user) return {};
  return std::string(" (chmod ") + mode + ' ' + to_text({path.string()}) + ')';
}

/// Returns why another user could have written a file with these facts; empty
/// if nobody could.
std::string distrust(const fs::path& path, const Facts& facts,
                     const Rights& rights, Sticky sticky = Sticky::kRefused) {
  if (!is_trusted(facts.st_uid, rights)) {
    return path.string() + " belongs to user " + user_name(facts.st_uid);
  }
  if (S_ISLNK(facts.st_mode)) return {};  // Nobody writes in a link.
  const bool is_sticky = (facts.st_mode & S_ISVTX) != 0;
  if (is_sticky && sticky == Sticky::kAccepted) return {};
  if (rights.is_root_of_container && facts.st_uid == 0 && !is_sticky) return {};
  if ((facts.st_mode & S_IWOTH) != 0) {
    return path.string() + " can be written by all users" +
           remedy("go-w", path, facts, rights);
  }
  const bool is_shared = (facts.st_mode & S_IWGRP) != 0 &&
                         !is_own_group(facts.st_gid, rights.user) &&
                         !is_own_group(facts.st_gid, facts.st_uid);
  if (!is_shared) return {};
  return path.string() + " can be written by group " +
         group_name(facts.st_gid) + remedy("g-w", path, facts, rights);
}

/// Returns whether root lets at most a group write there, as in /usr/local.
bool is_of_administrators(const Facts& folder) {
  return folder.st_uid == 0 && (folder.st_mode & S_IWOTH) == 0;
}

Facts facts_of(const Descriptor& file, const fs::path& path) {
  Facts facts{};
  if (file.number() < 0 || fstat(file.number(), &facts) != 0) {
    throw unreadable(path, limit_text(errno));
  }
  return facts;
}

std::string distrust_of_folder(const fs::path& folder, const Rights& rights) {
  const Descriptor opened(
      open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return distrust(folder, facts_of(opened, folder), rights);
}

/// Returns why another user could put a file where none is; else empty.
std::string distrust_of_absent(const fs::path& path, const Rights& rights) {
  Facts facts{};
  fs::path folder = fs::absolute(path);
  do {
    folder = folder.parent_path();
  } while ((stat(folder.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode)) &&
           folder.has_relative_path());
  return is_of_administrators(facts) ? "" : distrust(folder, facts, rights);
}

/// Returns the folder of a file, with all links followed.
fs::path folder_of(const Descriptor& file) {
  std::error_code error;
  const fs::path real =
      fs::read_symlink("/proc/self/fd/" + std::to_string(file.number()), error);
  return error ? fs::path() : real.parent_path();
}

/// Returns whether Git trusts the folder or its repository as a whole.
bool is_named_safe(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (error) return false;
  if (git::is_safe_directory(real)) return true;
  for (fs::path at = real; at != at.parent_path(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return git::is_safe_directory(at);
  }
  return false;
}

/// Returns why the entry at the path, or the file that was opened there, is not
/// trusted; else empty.
std::string distrust_of_file(const fs::path& path, const Descriptor& folder,
                             const Descriptor& file, const Rights& rights) {
  std::string reason = distrust(path, facts_of(file, path), rights);
  if (!reason.empty()) return reason;
  Facts entry{};
  if (fstatat(folder.number(), path.filename().c_str(), &entry,
              AT_SYMLINK_NOFOLLOW) != 0) {
    throw unreadable(path, limit_text(errno));
  }
  if (!S_ISLNK(entry.st_mode)) return {};
  reason = distrust(path, entry, rights);
  return reason.empty() ? distrust_of_folder(folder_of(file), rights) : reason;
}

}  // namespace

Rights own_rights() {
  Rights rights;
  rights.user = geteuid();
  if (rights.user != 0) return rights;
  // As in Git.
  if (const char* caller = std::getenv("SUDO_UID")) {
    char* end = nullptr;
    const unsigned long number = std::strtoul(caller, &end, 10);
    if (end != caller && *end == '\0') rights.caller = number;
  }
  // Docker and Podman leave them; only root can in their folders.
  rights.is_root_of_container = access("/.dockerenv", F_OK) == 0 ||
                                access("/run/.containerenv", F_OK) == 0;
  return rights;
}

std::string read_trusted_file(const fs::path& path, const Rights& rights) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path parent = whole.parent_path();
  const Descriptor folder(
      open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const Facts of_folder = facts_of(folder, parent);
  // Opened once, so that the file that is checked is read. A pipe would wait.
  const Descriptor file(openat(folder.number(), whole.filename().c_str(),
                               O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  const Facts of_file = facts_of(file, path);
  if (!S_ISREG(of_file.st_mode)) {
    throw unreadable(path, "it is not a regular file");
  }
  check_text_size(path, static_cast<std::size_t>(of_file.st_size));
  std::string reason = distrust_of_file(whole, folder, file, rights);
  if (reason.empty()) reason = distrust(parent, of_folder, rights);
  if (!reason.empty() && !is_named_safe(parent)) throw DistrustError(reason);
  return read_opened_file(file, path, kMostText);
}

void require_trusted_content(const fs::path& path, const Rights& rights) {
  Facts facts{};
  const std::string reason = stat(path.c_str(), &facts) == 0
                                 ? distrust(path, facts, rights)
                                 : distrust_of_absent(path, rights);
  if (reason.empty() || is_named_safe(path.parent_path())) return;
  throw DistrustError(reason);
}

void require_trusted_program(const fs::path& path, const Rights& rights,
                             const struct stat* opened) {
  std::error_code error;
  const fs::path whole = fs::absolute(path).lexically_normal();
  for (const fs::path& one : {whole, fs::canonical(path, error)}) {
    Facts facts{};
    const fs::path folder = one.parent_path();
    std::string reason;
    if (one.empty() || lstat(one.c_str(), &facts) != 0) {
      reason = distrust_of_absent(whole, rights);
    } else {
      reason = distrust(one, facts, rights);
    }
    if (reason.empty() && opened != nullptr) {
      reason = distrust(whole, *opened, rights);
    }
    if (reason.empty() && stat(folder.c_str(), &facts) == 0 &&
        !is_of_administrators(facts)) {
      reason = distrust(folder, facts, rights, Sticky::kAccepted);
    }
    if (!reason.empty() && !is_named_safe(whole.parent_path())) {
      throw DistrustError(reason);
    }
  }
}

void require_own_folder(const fs::path& folder, const Rights& rights) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  (void)mkdir(folder.c_str(), 0700);
  const fs::path real = fs::canonical(folder, error);
  std::string reason;
  for (const fs::path& one : {folder, real}) {
    Facts facts{};
    if (!reason.empty()) break;
    reason = !error && lstat(one.c_str(), &facts) == 0
                 ? distrust(one, facts, rights)
                 : distrust_of_absent(folder, rights);
    if (reason.empty() && stat(one.parent_path().c_str(), &facts) == 0) {
      reason = distrust(one.parent_path(), facts, rights, Sticky::kAccepted);
    }
  }
  if (!reason.empty()) throw DistrustError(reason);
}

}  // namespace spl::runner
