#include "runner/builds/compiler_wrappers.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string_view>

#include "runner/system/command_words.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = "#!/bin/sh\n";
constexpr std::string_view kEnd = " \"$@\"\n";

constexpr const char* kUsualPath = "/usr/local/bin:/usr/bin:/bin";

std::vector<std::string> folders_of(const std::string& path) {
  std::vector<std::string> result;
  std::istringstream folders(path);
  for (std::string one; std::getline(folders, one, ':');) result.push_back(one);
  return result;
}

/// Returns the variable of the environment, or null.
std::string* find(std::vector<std::string>& environment,
                  const std::string& name) {
  const auto found = std::ranges::find_if(
      environment,
      [&](const std::string& one) { return one.starts_with(name + '='); });
  return found == environment.end() ? nullptr : &*found;
}

class Wrappers {
 public:
  Wrappers(fs::path folder, const std::vector<std::string>& launcher)
      : folder_(std::move(folder)), launcher_(launcher) {}

  void add_compilers_of(const fs::path& folder) const {
    std::error_code error;
    for (const auto& one : fs::directory_iterator(folder, error)) {
      const std::string name = one.path().filename().string();
      // The first of a name in PATH counts.
      if (!is_compiler_name(name) || fs::exists(folder_ / name, error)) {
        continue;
      }
      if (access(one.path().c_str(), X_OK) != 0) continue;
      write(folder_ / name, fs::absolute(one.path()));
    }
  }

  /// Replaces compilers in a variable like CC=/opt/gcc/bin/gcc -m32, which
  /// builds split at spaces.
  void replace_paths(std::string& variable) const {
    if (folder_.string().find_first_of(" \t") != std::string::npos) return;
    const std::size_t sign = variable.find('=');
    std::istringstream words(variable.substr(sign + 1));
    std::vector<std::string> result(std::istream_iterator<std::string>(words),
                                    {});
    for (std::string& word : result) {
      const fs::path path = word;
      const std::string name = path.filename().string();
      if (!path.is_absolute() || !is_compiler_name(name)) continue;
      if (access(word.c_str(), X_OK) != 0) continue;
      const fs::path own = folder_ / variable.substr(0, sign) / name;
      write(own, path);
      word = own.string();
    }
    std::string text;
    for (const std::string& word : result) {
      text += (text.empty() ? "" : " ") + word;
    }
    variable = variable.substr(0, sign + 1) + text;
  }

 private:
  void write(const fs::path& wrapper, const fs::path& compiler) const {
    std::error_code error;
    fs::create_directories(wrapper.parent_path(), error);
    std::vector<std::string> words{"exec"};
    words.insert(words.end(), launcher_.begin(), launcher_.end());
    words.push_back(compiler.string());
    write_file(wrapper,
               std::string(kBegin) + to_text(words) + std::string(kEnd));
    fs::permissions(wrapper, fs::perms(0755), error);
    if (error) throw FileError(disk_error("write", wrapper, error.value()));
  }

  fs::path folder_;
  const std::vector<std::string>& launcher_;
};

}  // namespace

bool is_compiler_name(const std::string& name) {
  constexpr std::array<std::string_view, 8> kNames{
      "cc", "c++", "gcc", "g++", "clang", "clang++", "c89", "c99"};
  std::string_view rest = name;
  const std::size_t target = rest.rfind("-linux-gnu-");
  if (target != std::string_view::npos) {
    rest.remove_prefix(target + std::string_view("-linux-gnu-").size());
  }
  const std::size_t version = rest.find('-');
  const std::string_view number =
      version == std::string_view::npos ? "" : rest.substr(version + 1);
  const bool is_version = std::ranges::all_of(number, [](unsigned char sign) {
    return std::isdigit(sign) != 0 || sign == '.';
  });
  return is_version &&
         std::ranges::find(kNames, rest.substr(0, version)) != kNames.end();
}

void wrap_compilers(const fs::path& folder,
                    const std::vector<std::string>& launcher,
                    std::vector<std::string>& environment) {
  const Wrappers wrappers(folder, launcher);
  if (find(environment, "PATH") == nullptr) {
    environment.push_back(std::string("PATH=") + kUsualPath);
  }
  std::string& path = *find(environment, "PATH");
  const std::string before = path.substr(std::string_view("PATH=").size());
  for (const std::string& one : folders_of(before)) {
    wrappers.add_compilers_of(one.empty() ? "." : one);
  }
  path = "PATH=" + folder.string() + ':' + before;
  for (const char* name : {"CC", "CXX"}) {
    std::string* variable = find(environment, name);
    if (variable != nullptr) wrappers.replace_paths(*variable);
  }
}

fs::path wrapped_compiler(const fs::path& path) {
  constexpr std::size_t kMost = std::size_t{16} << 10;
  auto file = regular_file(path);
  std::string text(kMost, '\0');
  file.read(text.data(), static_cast<std::streamsize>(kMost));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (!text.starts_with(kBegin) || !text.ends_with(kEnd)) return path;
  text = text.substr(kBegin.size(), text.size() - kBegin.size() - kEnd.size());
  if (!text.starts_with("exec ")) return path;
  try {
    return command_words(text).back();
  } catch (const WordError&) {
    return path;
  }
}

void leave_wrappers(const fs::path& folder) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return;
  std::string rest;
  for (const std::string& one : folders_of(path)) {
    if (one != folder) rest += (rest.empty() ? "" : ":") + one;
  }
  (void)setenv("PATH", rest.c_str(), 1);
}

}  // namespace spl::runner
