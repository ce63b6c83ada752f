#include "runner/builds/recorded_sources.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>

#include "runner/builds/compiler_call.hpp"
#include "runner/builds/link_record.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Returns the content of a file; empty if it cannot be read.
std::string content(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  try {
    return read_file(file);
  } catch (const FileError&) {
    return {};
  }
}

fs::path in(const fs::path& folder, const fs::path& path) {
  return (folder / path).lexically_normal();
}

/// The objects and libraries of a link, in the folder where it was made.
class LinkedObjects {
 public:
  explicit LinkedObjects(const LinkCommand& link) : folder_(link.folder) {
    for (const fs::path word : link.words) {
      const std::string name = word.filename().string();
      if (word.extension() == ".o") objects_.insert(in(folder_, word));
      if (word.extension() == ".a" && name.starts_with("lib")) {
        targets_.insert(word.stem().string().substr(3) + ".dir");
      }
    }
  }

  [[nodiscard]] bool contain(const fs::path& object) const {
    return objects_.contains(object) ||
           std::ranges::any_of(object, [&](const fs::path& part) {
             return targets_.contains(part.string());
           });
  }

  [[nodiscard]] const fs::path& folder() const { return folder_; }
  [[nodiscard]] const std::set<fs::path>& objects() const { return objects_; }

  /// CMake lists the folders of all targets at the top of a build.
  [[nodiscard]] std::vector<fs::path> folders_of_libraries() const {
    constexpr const char* kList = "CMakeFiles/TargetDirectories.txt";
    fs::path top = folder_;
    std::error_code error;
    while (top.has_relative_path() && !fs::exists(top / kList, error)) {
      top = top.parent_path();
    }
    std::vector<fs::path> result;
    std::istringstream lines(content(top / kList));
    for (std::string line; std::getline(lines, line);) {
      if (targets_.contains(fs::path(line).filename().string())) {
        result.emplace_back(line);
      }
    }
    return result;
  }

 private:
  fs::path folder_;
  std::set<fs::path> objects_;
  std::set<std::string> targets_;  ///< Folders of CMake, `NAME.dir`.
};

void add_those_of_ninja(const LinkedObjects& linked,
                        std::set<fs::path>& sources) {
  const fs::path& folder = linked.folder();
  const std::string notes = content(folder / ".ninja_deps");
  const auto is_linked = [&](std::string_view made) {
    return linked.contain(in(folder, made));
  };
  std::set<std::string_view> names;  // Most are those of many objects.
  for (const auto& [made, from] : ninja_dependencies(notes, is_linked)) {
    names.insert(from.begin(), from.end());
  }
  for (const std::string_view one : names) sources.insert(in(folder, one));
}

void add_those_of_make(const fs::path& notes, const LinkedObjects& linked,
                       std::set<fs::path>& sources) {
  for (const fs::path& one : prerequisites(content(notes), linked.folder())) {
    sources.insert(one);
  }
}

void add_those_of_make(const LinkedObjects& linked,
                       std::set<fs::path>& sources) {
  for (const fs::path& object : linked.objects()) {
    add_those_of_make(object.string() + ".d", linked, sources);
  }
  std::error_code error;
  for (const fs::path& folder : linked.folders_of_libraries()) {
    for (const auto& one : fs::recursive_directory_iterator(folder, error)) {
      if (!one.path().string().ends_with(".o.d")) continue;
      add_those_of_make(one.path(), linked, sources);
    }
  }
}

/// Whether flags of a compiler optimise: the last one of -O counts.
bool optimise(const std::string& flags) {
  bool result = false;
  std::istringstream words(flags);
  for (std::string word; words >> word;) {
    if (word.starts_with("-O")) result = word != "-O0";
  }
  return result;
}

/// Adds linked objects that build.ninja compiles without optimisation. A
/// statement begins with "build OBJECT: ", and has its flags below, if any.
void add_unoptimised_of_ninja(const LinkedObjects& linked,
                              std::vector<std::string>& result) {
  constexpr std::string_view kBuild = "build ";
  constexpr std::string_view kFlags = "  FLAGS = ";
  std::string object;
  bool is_optimised = false;
  const auto end_statement = [&] {
    if (!object.empty() && !is_optimised) result.push_back(object);
    object.clear();
    is_optimised = false;
  };
  std::istringstream lines(content(linked.folder() / "build.ninja"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kFlags)) {
      is_optimised = optimise(line.substr(kFlags.size()));
    } else if (!line.starts_with(' ')) {
      end_statement();
    }
    if (!line.starts_with(kBuild)) continue;
    const std::string made =
        line.substr(kBuild.size(), line.find(':') - kBuild.size());
    if (made.ends_with(".o") && linked.contain(in(linked.folder(), made))) {
      object = made;
    }
  }
  end_statement();
}

/// Adds the folders of linked targets whose flags.make does not optimise.
void add_unoptimised_of_make(const LinkedObjects& linked,
                             std::vector<std::string>& result) {
  std::set<fs::path> folders;
  for (const fs::path& object : linked.objects()) {
    fs::path folder = object.parent_path();
    while (folder.has_relative_path() && folder.extension() != ".dir") {
      folder = folder.parent_path();
    }
    folders.insert(folder);
  }
  for (const fs::path& one : linked.folders_of_libraries()) folders.insert(one);
  for (const fs::path& folder : folders) {
    std::istringstream lines(content(folder / "flags.make"));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t sign = line.find("_FLAGS = ");
      if (sign == std::string::npos || optimise(line.substr(sign))) continue;
      result.push_back(folder.stem().string());
      break;
    }
  }
}

/// Returns the objects of the program; nothing without a record that this user
/// obeys.
std::optional<LinkedObjects> linked_objects(const fs::path& program) {
  try {
    const auto record = read_link_record(program, own_rights());
    if (record) return LinkedObjects(record->link);
  } catch (const DistrustError&) {
    // Whoever links the program again says why.
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> unoptimised_objects(const fs::path& program) {
  const auto linked = linked_objects(program);
  if (!linked) return {};
  std::vector<std::string> result;
  add_unoptimised_of_ninja(*linked, result);
  add_unoptimised_of_make(*linked, result);
  return result;
}

std::vector<fs::path> recorded_sources(const fs::path& program) {
  const auto linked = linked_objects(program);
  if (!linked) return {};
  std::set<fs::path> sources;
  add_those_of_ninja(*linked, sources);
  add_those_of_make(*linked, sources);
  return {sources.begin(), sources.end()};
}

namespace {

constexpr std::string_view kSignature = "# ninjadeps\n";
constexpr std::uint32_t kVersion = 4;
constexpr std::uint32_t kOfDependencies = 0x80000000;  ///< In a record's size.
constexpr std::size_t kWord = 4;

/// Goes through a log: a signature, a version, and records. A record of a path
/// has the path, padded with zero bytes to whole words, and a checksum; paths
/// are numbered from 0. A record of dependencies has the number of the file
/// that was made, its time in two words, and the numbers of the files it
/// depends on.
class Log {
 public:
  explicit Log(std::string_view content) : rest_(content) {}

  using Dependencies =
      std::map<std::string_view, std::vector<std::string_view>>;

  bool begins() {
    if (!rest_.starts_with(kSignature)) return false;
    rest_.remove_prefix(kSignature.size());
    return word() == kVersion;
  }

  Dependencies read(const std::function<bool(std::string_view)>& is_wanted) {
    std::map<std::uint32_t, Log> last;  // The last record of a file counts.
    while (const auto size = word()) {
      const std::size_t bytes = *size & ~kOfDependencies;
      if (bytes > rest_.size() || bytes % kWord != 0) break;
      Log record(rest_.substr(0, bytes));
      rest_.remove_prefix(bytes);
      if ((*size & kOfDependencies) != 0) {
        const auto made = record.word();
        if (made) last.insert_or_assign(*made, record);
      } else if (bytes >= kWord) {
        add_path(record.rest_);
      }
    }
    Dependencies result;
    for (auto& [made, record] : last) {
      if (made >= paths_.size() || !is_wanted(paths_[made])) continue;
      const bool has_time = record.word() && record.word();
      if (has_time) result[paths_[made]] = paths_of(record);
    }
    return result;
  }

 private:
  std::optional<std::uint32_t> word() {
    if (rest_.size() < kWord) return std::nullopt;
    std::uint32_t result = 0;
    std::memcpy(&result, rest_.data(), kWord);
    rest_.remove_prefix(kWord);
    return result;
  }

  void add_path(std::string_view record) {
    record.remove_suffix(kWord);
    while (record.ends_with('\0')) record.remove_suffix(1);
    paths_.emplace_back(record);
  }

  [[nodiscard]] std::vector<std::string_view> paths_of(Log& record) const {
    std::vector<std::string_view> found;
    while (const auto number = record.word()) {
      if (*number < paths_.size()) found.push_back(paths_[*number]);
    }
    return found;
  }

  std::string_view rest_;
  std::vector<std::string_view> paths_;
};

}  // namespace

std::map<std::string_view, std::vector<std::string_view>> ninja_dependencies(
    std::string_view content,
    const std::function<bool(std::string_view)>& is_wanted) {
  Log log(content);
  if (!log.begins()) return {};
  return log.read(is_wanted);
}

}  // namespace spl::runner
