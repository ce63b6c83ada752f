#include "runner/system/text_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <limits>

#include "runner/system/files.hpp"

namespace spl::runner {

std::string read_text_file(const std::filesystem::path& path,
                           struct stat* facts) {
  refuse_outside_link(path);
  const Descriptor file(
      open_regular(path, std::numeric_limits<std::uint64_t>::max()));
  if (facts != nullptr) (void)fstat(file.number(), facts);
  std::string text = read_opened_file(file, path, kMostText + 1);
  check_text_size(path, text.size());
  return text;
}

void check_text_size(const std::filesystem::path& path, std::size_t bytes) {
  if (bytes <= kMostText) return;
  throw FileError("cannot read " + path.string() +
                  ": it has more than 64 MiB; give a smaller file");
}

namespace {

namespace fs = std::filesystem;

fs::path top_of(const fs::path& folder) {
  const fs::path top = nearest_with(".git", folder);
  return top.empty() ? nearest_with("spl.json", folder) : top;
}

/// Returns what a link leads to, also if that does not exist: it may be made.
fs::path end_of(const fs::path& link) {
  std::error_code error;
  fs::path real = fs::canonical(link, error);
  if (!error) return real;
  return fs::weakly_canonical(
      link.parent_path() / fs::read_symlink(link, error), error);
}

/// Whether another user made an entry of a folder in which all users can.
bool is_of_another(const fs::path& entry, const fs::path& folder) {
  struct stat parent {};
  struct stat facts {};
  (void)stat(folder.c_str(), &parent);
  if (lstat(entry.c_str(), &facts) != 0) return false;
  const bool is_own = facts.st_uid == geteuid() || facts.st_uid == 0 ||
                      facts.st_uid == parent.st_uid;
  const bool is_of_all =
      (parent.st_mode & S_ISVTX) != 0 && (parent.st_mode & S_IWOTH) != 0;
  return is_of_all && !is_own;
}

}  // namespace

fs::path nearest_with(const char* entry, const fs::path& folder) {
  std::error_code error;
  for (fs::path at = folder;; at = at.parent_path()) {
    const fs::path found = at / entry;
    if (fs::exists(fs::symlink_status(found, error)) &&
        !is_of_another(found, at)) {
      return at;
    }
    if (at == at.parent_path()) return {};
  }
}

bool is_within(const fs::path& path, const fs::path& folder) {
  const auto ends =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return ends.first == folder.end();
}

std::string outside_link(const fs::path& path) {
  std::error_code error;
  fs::path real;
  for (const fs::path& part : fs::absolute(path)) {
    if (part == "." || part.empty()) continue;
    const fs::path entry = real / part;
    const bool is_link = fs::is_symlink(fs::symlink_status(entry, error));
    const fs::path target = is_link        ? end_of(entry)
                            : part == ".." ? real.parent_path()
                                           : entry;
    const fs::path top = is_link ? top_of(real) : fs::path();
    if (!top.empty() && !is_within(target, top)) {
      return entry.string() + " is a link to " + target.string() +
             ", outside of the project in " + top.string();
    }
    real = target;
  }
  return {};
}

std::string foreign_link(const fs::path& path) {
  fs::path at;
  for (const fs::path& part : fs::absolute(path)) {
    const fs::path folder = at;
    at /= part;
    struct stat facts {};
    if (lstat(at.c_str(), &facts) != 0) continue;
    if (!S_ISLNK(facts.st_mode) && !S_ISFIFO(facts.st_mode)) continue;
    if (!is_of_another(at, folder)) continue;
    return at.string() +
           (S_ISLNK(facts.st_mode) ? " is a link" : " is a pipe") +
           " of another user";
  }
  return {};
}

void refuse_outside_link(const fs::path& path) {
  std::string link = foreign_link(path);
  if (link.empty()) link = outside_link(path);
  if (link.empty()) return;
  throw FileError("cannot read " + path.string() + ": " + link +
                  "; name what it links to, or copy it into the project");
}

}  // namespace spl::runner
