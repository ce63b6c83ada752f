#include "runner/system/files.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <set>
#include <sstream>
#include <utility>

#include "runner/system/error_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

std::string reason() { return limit_text(errno); }

bool is_pattern(const fs::path& part) {
  return part.native().find_first_of("*?[") != std::string::npos;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> result;
  for (const auto& entry :
       fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error)) {
    result.push_back(folder / entry.path().filename());
  }
  std::ranges::sort(result);
  return result;
}

bool hidden(const fs::path& path) {
  return path.filename().native().starts_with('.');
}

/// Finds the files that match a pattern, each once. Looks at a folder no more
/// often than the pattern has parts.
class Matching {
 public:
  explicit Matching(const fs::path& pattern, std::size_t left = kMostMatched)
      : pattern_(pattern),
        parts_(pattern.begin(), pattern.end()),
        left_(left) {}

  [[nodiscard]] std::size_t left() const { return left_; }

  std::vector<fs::path> found(const fs::path& folder) {
    match(folder, 0);
    return std::move(found_);
  }

 private:
  /// Adds the files below the folder that match the parts from this one on.
  void match(const fs::path& folder, std::size_t at) {
    // Several `**` reach the same folders in many ways.
    if (!known_.emplace(folder.native(), at).second) return;
    if (at == parts_.size()) {
      std::error_code error;
      if (fs::is_regular_file(folder, error)) found_.push_back(folder);
      return;
    }
    const fs::path& part = parts_[at];
    if (!is_pattern(part)) return match(folder / part, at + 1);
    if (part == "**") match(folder, at + 1);
    for (const fs::path& entry : entries(folder)) {
      if (left_-- == 0) {
        throw FileError(pattern_.string() + " looks at more than " +
                        std::to_string(kMostMatched) +
                        " files; name the folder that is meant");
      }
      if (hidden(entry)) continue;
      std::error_code error;
      if (part == "**") {
        // Links to folders may go in circles.
        const bool link = fs::is_symlink(entry, error);
        if (!link && fs::is_directory(entry, error)) match(entry, at);
      } else if (fnmatch(part.c_str(), entry.filename().c_str(), 0) == 0) {
        match(entry, at + 1);
      }
    }
  }

  fs::path pattern_;
  std::vector<fs::path> parts_;
  std::set<std::pair<std::string, std::size_t>> known_;
  std::size_t left_;  ///< Entries of folders that it may look at.
  std::vector<fs::path> found_;
};

}  // namespace

namespace {

FileError unreadable(const fs::path& path) {
  return FileError("cannot read " + path.string() + ": " +
                   (errno == EISDIR ? "it is a folder" : reason()));
}

/// Reads from the file's position on.
std::string read_on(const Descriptor& file, const fs::path& path,
                    std::size_t most) {
  std::string content;
  std::array<char, std::size_t{1} << 16> part;
  while (content.size() < most) {
    const ssize_t size = read(file.number(), part.data(),
                              std::min(part.size(), most - content.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw unreadable(path);
    if (size == 0) break;
    content.append(part.data(), static_cast<std::size_t>(size));
  }
  return content;
}

}  // namespace

int open_regular(const fs::path& path, std::uint64_t most, int flags) {
  const auto refused = [&](const std::string& why) {
    return FileError("cannot read " + path.string() + ": " + why);
  };
  const int file =
      open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
  if (file < 0 && errno == ELOOP && (flags & O_NOFOLLOW) != 0) {
    throw refused("it is a link");
  }
  if (file < 0) throw unreadable(path);
  Descriptor opened(file);
  struct stat facts {};
  if (fstat(file, &facts) != 0) throw unreadable(path);
  if (S_ISDIR(facts.st_mode)) throw refused("it is a folder");
  if (!S_ISREG(facts.st_mode)) throw refused("it is not a regular file");
  if (static_cast<std::uint64_t>(facts.st_size) > most) {
    constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
    throw refused("it has more than " +
                  (most < kGiB ? std::to_string(most >> 20) + " MiB"
                               : std::to_string(most >> 30) + " GiB"));
  }
  return opened.release();
}

std::ifstream regular_file(const fs::path& path) {
  std::ifstream result;
  try {
    const Descriptor file(open_regular(path));
    result.open("/proc/self/fd/" + std::to_string(file.number()),
                std::ios::binary);
  } catch (const FileError&) {
    result.setstate(std::ios::failbit);
  }
  return result;
}

std::vector<bool> found_texts(std::istream& file,
                              std::span<const std::string_view> texts) {
  std::vector<bool> found(texts.size());
  std::size_t longest = 0;
  for (const std::string_view one : texts)
    longest = std::max(longest, one.size());
  constexpr std::size_t kPart = std::size_t{1} << 20;
  std::vector<char> part(longest + kPart);
  std::size_t kept = 0;  // Of the part before: a text may be in both.
  while (!found.front()) {
    file.read(part.data() + kept, kPart);
    const auto size = static_cast<std::size_t>(file.gcount());
    if (size == 0) break;
    const std::string_view text(part.data(), kept + size);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      found[i] = found[i] || text.find(texts[i]) != text.npos;
    }
    kept = std::min(longest, text.size());
    std::copy_n(text.end() - static_cast<std::ptrdiff_t>(kept), kept,
                part.begin());
  }
  return found;
}

std::string read_file(const fs::path& path, std::size_t most) {
  // Faster than a stream: files are read between runs.
  const Descriptor file(open_regular(path, std::max(most, kMostFile)));
  return read_on(file, path, most);
}

std::string read_opened_file(const Descriptor& file, const fs::path& path,
                             std::size_t most) {
  return read_on(file, path, most);
}

std::string read_end(const fs::path& path, std::size_t most) {
  const Descriptor file(
      open_regular(path, std::numeric_limits<std::uint64_t>::max()));
  const auto length = static_cast<off_t>(most);
  // In a shorter file this fails, and all of it is read.
  (void)lseek(file.number(), -length, SEEK_END);
  return read_on(file, path, most);
}

bool is_cpp_file(const fs::path& path) {
  constexpr std::array<std::string_view, 16> kEndings = {
      ".C",   ".H",  ".c++", ".cc",  ".cpp", ".cppm", ".cxx", ".h",
      ".h++", ".hh", ".hpp", ".hxx", ".inl", ".ipp",  ".ixx", ".tpp"};
  const std::string ending = path.extension();
  return std::ranges::find(kEndings, ending) != kEndings.end();
}

std::vector<fs::path> formula_files(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> found = Matching("**/*.*").found(path);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [](const fs::path& file) {
                               return file.extension() != ".spl" &&
                                      !is_cpp_file(file);
                             }),
              found.end());
  if (found.empty()) {
    throw FileError("no formula files (*.spl) and no C++ files in or below " +
                    path.string());
  }
  return found;
}

std::vector<fs::path> matching_files(const fs::path& pattern) {
  std::size_t left = kMostMatched;
  return matching_files(pattern, left);
}

std::vector<fs::path> matching_files(const fs::path& pattern,
                                     std::size_t& left) {
  std::error_code error;
  if (fs::is_directory(pattern, error)) return {pattern};
  Matching matching(pattern, left);
  std::vector<fs::path> found = matching.found({});
  left = matching.left();
  if (found.empty()) {
    throw FileError("no file matches " + pattern.string());
  }
  return found;
}

std::string read_exchanged_file(const std::filesystem::path& path) {
  const Descriptor file(open_regular(path, kMostExchanged, O_NOFOLLOW));
  return read_opened_file(file, path, kMostExchanged);
}

std::string file_facts(const fs::path& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return "absent";
  std::ostringstream text;
  text << facts.st_dev << '-' << facts.st_ino << '-' << facts.st_size << '-'
       << facts.st_mtim.tv_sec << '.' << facts.st_mtim.tv_nsec << '-'
       << facts.st_ctim.tv_sec << '.' << facts.st_ctim.tv_nsec;
  return text.str();
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end())
             .first == folder.end();
}

fs::path normal_path(const fs::path& path) {
  const fs::path result = fs::absolute(path).lexically_normal();
  return result.has_filename() ? result : result.parent_path();
}

std::vector<std::string> zero_ended(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    result.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace spl::runner
