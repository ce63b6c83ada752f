#include "runner/git/own_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"
#include "runner/system/files.hpp"

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

/// More than any repository has of its own; a link may lead anywhere.
constexpr std::size_t kMostEntries = 1'000'000;
constexpr std::size_t kMostNames = 1 << 20;  ///< Bytes of a list of folders.

void require_regular(const fs::path& path, const fs::file_status& status) {
  if (!fs::is_fifo(status) && !fs::is_character_file(status) &&
      !fs::is_block_file(status)) {
    return;  // Git itself makes a socket there.
  }
  std::error_code error;
  if (fs::canonical(path, error) == "/dev/null") return;
  throw RepositoryError("cannot open the Git repository: " + path.string() +
                        " is not a regular file; remove it");
}

void require_regular(const fs::path& path) {
  std::error_code error;
  require_regular(path, fs::status(path, error));
}

/// libgit2 calls itself at each `**`, and for each folder of a path.
constexpr std::size_t kMostStars = 4;

/// libgit2 reads it whole.
void require_rules(const fs::path& file, const fs::file_status& status) {
  constexpr std::uintmax_t kMostRules = std::uintmax_t{64} << 20;
  require_regular(file, status);
  std::string text;
  try {
    text = read_file(file, kMostRules + 1);
  } catch (const FileError&) {
    return;
  }
  if (text.size() > kMostRules) {
    throw RepositoryError("cannot open the Git repository: " + file.string() +
                          " has more than 64 MiB");
  }
  require_plain_patterns(text, file.string());
}

/// Returns the text of a small file, which libgit2 reads whole.
std::string text_of(const fs::path& file) {
  std::string text;
  try {
    text = read_file(file, kMostNames + 1);
  } catch (const FileError& error) {
    throw RepositoryError("cannot open the Git repository: " +
                          std::string(error.what()));
  }
  if (text.size() <= kMostNames) return text;
  throw RepositoryError("cannot open the Git repository: " + file.string() +
                        " has more than 1 MiB");
}

/// Returns a number of four bytes as Git writes numbers.
std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t result = 0;
  for (const char byte : bytes.substr(at, 4)) {
    result = result << 8 | static_cast<unsigned char>(byte);
  }
  return result;
}

/// A branch may be called x.idx, too.
bool is_pack_index(const fs::path& path) {
  std::error_code error;
  return path.extension() == ".idx" && fs::is_regular_file(path, error) &&
         fs::is_regular_file(fs::path(path).replace_extension(".pack"), error);
}

/// Returns the first bytes of a regular file, as many as there are.
std::string beginning_of(const fs::path& path, std::size_t size) {
  std::string result(size, '\0');
  auto file = regular_file(path);
  file.read(result.data(), static_cast<std::streamsize>(size));
  result.resize(static_cast<std::size_t>(file.gcount()));
  return result;
}

/// Of each object an index has some bytes behind a table of 256 sums; libgit2
/// counts them with 32 bits.
void require_pack_index(const fs::path& path) {
  constexpr std::size_t kTable = 1024;
  constexpr std::size_t kTrailer = 40;
  constexpr std::string_view kSecondVersion("\377tOc\0\0\0\2", 8);
  std::string bytes = beginning_of(path, kSecondVersion.size() + kTable);
  const bool is_second = bytes.starts_with(kSecondVersion);
  if (is_second) bytes.erase(0, kSecondVersion.size());
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  const bool has_table = !error && bytes.size() >= kTable;
  const std::uint64_t objects = has_table ? number_at(bytes, kTable - 4) : 0;
  const std::uint64_t least = (is_second ? kSecondVersion.size() : 0) + kTable +
                              objects * (is_second ? 28 : 24) + kTrailer;
  const std::uint64_t most = least + (is_second ? 8 * objects : 0);
  if (has_table && size >= least && size <= most) return;
  throw RepositoryError("cannot open the Git repository: " + path.string() +
                        " does not have the size that it says; git fsck tells "
                        "more");
}

/// libgit2 reads all but objects whole, takes some hundred bytes for each file
/// of an index, and a second for a configuration of this size: four for twice
/// as much.
void require_size(const fs::path& path) {
  const bool is_configuration = path.filename() == "config";
  const std::uintmax_t most = std::uintmax_t{1} << (is_configuration ? 19 : 30);
  const bool is_object = std::ranges::find(path, "objects") != path.end();
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (is_object || error || size <= most) return;
  throw RepositoryError("cannot open the Git repository: " + path.string() +
                        " has more than " +
                        (is_configuration ? "512 KiB" : "1 GiB"));
}

/// What libgit2 reads in and below a folder.
enum class Reach { kAll, kObjects, kFiles };

/// Folders of which all files that libgit2 reads are checked, each once.
class Folders {
 public:
  void add(const fs::path& folder, Reach reach) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (!error && fs::is_directory(real, error) &&
        known_.emplace(real, reach).second) {
      waiting_.emplace_back(real, reach);
    }
  }

  void check() {
    while (!waiting_.empty()) {
      const auto [folder, reach] = std::move(waiting_.back());
      waiting_.pop_back();
      std::error_code error;
      for (fs::directory_iterator at(folder, error), end; !error && at != end;
           at.increment(error)) {
        check(*at, reach);
      }
    }
  }

 private:
  void check(const fs::directory_entry& entry, Reach reach) {
    if (++entries_ > kMostEntries) {
      throw RepositoryError(
          "cannot open the Git repository: " + known_.begin()->first.string() +
          " has more than 1 000 000 files");
    }
    if (reach == Reach::kObjects) {
      const std::string name = entry.path().filename().string();
      const bool is_read = name == "info" || name == "pack" || name.size() == 2;
      if (is_read) add(entry.path(), Reach::kFiles);
      return;
    }
    std::error_code error;
    const fs::file_status status = entry.status(error);
    require_regular(entry.path(), status);
    if (fs::is_directory(status)) {
      if (reach == Reach::kAll) add(entry.path(), reach);
      return;
    }
    if (reach == Reach::kAll) require_size(entry.path());
    if (is_pack_index(entry.path())) {
      require_pack_index(entry.path());
    } else if (entry.path().filename() == "alternates") {
      add_alternates(entry.path());
    } else if (entry.path().parent_path().filename() == "info") {
      require_rules(entry.path(), status);
    }
  }

  /// A relative name may be one from the folder that spl-run works in, too. Any
  /// folder may be named, and of most libgit2 reads nothing.
  void add_alternates(const fs::path& file) {
    const std::string text = text_of(file);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end =
          std::min(text.find_first_of("\r\n", at), text.size());
      const std::string line = text.substr(at, end - at);
      add(file.parent_path().parent_path() / line, Reach::kObjects);
      add(line, Reach::kObjects);
      at = end + 1;
    }
  }

  std::set<std::pair<fs::path, Reach>> known_;
  std::vector<std::pair<fs::path, Reach>> waiting_;
  std::size_t entries_ = 0;
};

/// Returns the name of a folder in a small file after some word, read as
/// libgit2 does: it may have several lines. Empty without the word.
fs::path named_folder(const fs::path& file, std::string_view word) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  std::string text = text_of(file);
  text.resize(std::min(text.find('\0'), text.size()));
  if (!text.starts_with(word)) return {};
  text.resize(text.find_last_not_of(kBlanks) + 1);
  const std::size_t begin =
      word.empty() ? 0 : text.find_first_not_of(kBlanks, word.size());
  if (begin >= text.size()) return {};
  return file.parent_path() / text.substr(begin);
}

/// Returns the folder of a repository, of which a worktree or submodule has
/// only a file with its name.
fs::path git_folder(const fs::path& git) {
  std::error_code error;
  if (!fs::is_regular_file(git, error)) return git;
  return named_folder(git, "gitdir:");
}

}  // namespace

void require_plain_patterns(std::string_view text, const std::string& name) {
  std::size_t stars = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') stars = 0;
    if (text.compare(i, 2, "**") != 0) continue;
    ++i;
    if (++stars <= kMostStars) continue;
    throw RepositoryError(
        "cannot read the Git repository: " + name +
        " has a pattern with more than 4 \"**\", which libgit2 may take too "
        "long to match");
  }
}

namespace {

/// Whether libgit2 would take the folder for a repository.
bool is_repository(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "HEAD", error) &&
         (fs::exists(folder / "commondir", error) ||
          (fs::is_directory(folder / "objects", error) &&
           fs::is_directory(folder / "refs", error)));
}

/// Returns the nearest repository at or above a folder, on its file system,
/// which may be bare; empty if there is none.
fs::path nearest_repository(const fs::path& folder) {
  std::error_code error;
  const auto device = [](const fs::path& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 ? facts.st_dev : 0;
  };
  const auto own = device(folder);
  for (fs::path at = folder; device(at) == own; at = at.parent_path()) {
    fs::path git = at / ".git";
    const bool is_file =
        fs::exists(git, error) && !fs::is_directory(git, error);
    if (is_file || is_repository(git)) return git;
    if (is_repository(at)) return at;
    if (at == at.parent_path()) break;
  }
  return {};
}

}  // namespace

fs::path require_readable_repository(const fs::path& folder) {
  std::error_code error;
  fs::path git = nearest_repository(fs::weakly_canonical(folder, error));
  if (git.empty()) return git;
  require_regular(git);
  const fs::path own = git_folder(git);
  if (own.empty()) return git;
  Folders folders;
  require_regular(own / "commondir");
  std::vector<fs::path> all{own};
  const fs::path common = named_folder(own / "commondir", "");
  if (!common.empty()) all.push_back(common);
  for (const fs::path& one : all) folders.add(one, Reach::kAll);
  folders.check();
  return git;
}

void require_readable_rules(const fs::path& working_tree) {
  constexpr std::array<std::string_view, 3> kNames{
      ".gitignore", ".gitattributes", ".gitmodules"};
  std::error_code error;
  if (!fs::exists(fs::symlink_status(working_tree / ".git", error))) {
    throw RepositoryError(
        "cannot open the Git repository: its core.worktree, " +
        working_tree.string() + ", has no .git that leads to it");
  }
  fs::recursive_directory_iterator at(
      working_tree, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name == ".git" || at.depth() == kMostNested) {
      at.disable_recursion_pending();
    } else if (std::ranges::find(kNames, name) != kNames.end()) {
      require_rules(at->path(), at->status(error));
      error.clear();
    }
  }
}

}  // namespace spl::runner::git
