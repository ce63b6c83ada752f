#include "runner/builds/build_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "runner/builds/compiler_wrappers.hpp"
#include "runner/settings/trusted_file.hpp"
#include "runner/tools/framework.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// `NAME:TYPE=VALUE`, a line of CMakeCache.txt.
struct CachedVariable {
  std::string name;
  std::string type;
  std::string value;
};

std::optional<CachedVariable> variable_of(const std::string& line) {
  const std::size_t type = line.find(':');
  if (type == std::string::npos || type == 0) return std::nullopt;
  if (line.front() == '#' || line.front() == '/') return std::nullopt;
  const std::size_t value = line.find('=', type);
  if (value == std::string::npos) return std::nullopt;
  return CachedVariable{line.substr(0, type),
                        line.substr(type + 1, value - type - 1),
                        line.substr(value + 1)};
}

bool may_change_code(const CachedVariable& one) {
  const bool is_compiler =
      one.name == "CMAKE_CXX_COMPILER" || one.name == "CMAKE_C_COMPILER";
  return is_compiler || one.type == "BOOL" || one.type == "STRING";
}

std::string in_upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return text;
}

/// Removes the flags of the build types that were not chosen.
void remove_idle_flags(BuildConfiguration& variables) {
  constexpr std::array<std::string_view, 4> kTypes{
      "_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL"};
  const std::string chosen = '_' + in_upper_case(variables["CMAKE_BUILD_TYPE"]);
  std::erase_if(variables, [&](const auto& variable) {
    const std::string_view name = variable.first;
    return name.starts_with("CMAKE_") &&
           name.find("_FLAGS_") != std::string_view::npos &&
           std::ranges::any_of(kTypes, [&](std::string_view type) {
             return name.ends_with(type) && type != chosen;
           });
  });
}

/// Returns the text of a cache, which may lie above the user's folders; nothing
/// if another user could have written it.
std::string own_cache(const fs::path& cache) try {
  return read_trusted_file(cache, own_rights());
} catch (const std::runtime_error&) {
  return "";
}

/// Returns the folder of the sources that a cache is about.
fs::path home_of(const fs::path& cache) {
  constexpr std::string_view kHome = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  std::istringstream file(own_cache(cache));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kHome)) return line.substr(kHome.size());
  }
  return {};
}

/// Whether the user sets the variable to have another program.
bool is_option(std::string_view name) {
  constexpr std::array<std::string_view, 4> kCompilers{
      "CMAKE_CXX_FLAGS", "CMAKE_C_FLAGS", "CMAKE_CXX_COMPILER",
      "CMAKE_C_COMPILER"};
  if (std::ranges::find(kCompilers, name) != kCompilers.end()) {
    return true;
  }
  return !name.starts_with("CMAKE_") && !name.starts_with("FETCHCONTENT_") &&
         name != "BUILD_TESTING";
}

BuildConfiguration read_cache(const std::string& text) {
  BuildConfiguration variables;
  std::istringstream file(text);
  for (std::string line; std::getline(file, line);) {
    auto found = variable_of(line);
    if (!found || !may_change_code(*found)) continue;
    variables.emplace(std::move(found->name), std::move(found->value));
  }
  remove_idle_flags(variables);
  return variables;
}

}  // namespace

BuildConfiguration configuration_of(const fs::path& program) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(program, error);
  if (error) return {};
  for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
    const fs::path cache = folder / "CMakeCache.txt";
    if (fs::is_regular_file(cache, error)) {
      return read_cache(own_cache(cache));
    }
    if (folder == folder.root_path() || folder.empty()) return {};
  }
}

namespace {

/// Returns a folder and those up to two below it.
std::vector<fs::path> folders_below(const fs::path& top) {
  std::vector<fs::path> folders{top};
  constexpr int kDepth = 2;
  std::error_code error;
  for (std::size_t first = 0, depth = 0; depth < kDepth; ++depth) {
    const std::size_t end = folders.size();
    for (; first < end; ++first) {
      for (const auto& one : fs::directory_iterator(folders[first], error)) {
        if (one.is_directory(error)) folders.push_back(one.path());
      }
    }
  }
  return folders;
}

}  // namespace

fs::path build_of(const fs::path& sources) {
  std::error_code error;
  fs::path newest;
  std::set<fs::path> known;  // Many links may lead to one.
  for (const fs::path& folder : folders_below(sources)) {
    const fs::path cache = folder / "CMakeCache.txt";
    if (!fs::is_regular_file(cache, error) ||
        !known.insert(fs::canonical(cache, error)).second) {
      continue;
    }
    if (!fs::equivalent(home_of(cache), sources, error)) continue;
    if (newest.empty() || fs::last_write_time(cache, error) >
                              fs::last_write_time(newest, error)) {
      newest = cache;
    }
  }
  return newest;
}

std::vector<std::string> programs_of_user(const BuildRecipe& recipe) {
  std::vector<std::string> result;
  fs::file_time_type newest = fs::file_time_type::min();
  for (const fs::path& folder : folders_below(recipe.project)) {
    std::vector<std::string> found;
    std::error_code error;
    for (const std::string& one : recipe.programs) {
      FrameworkProgram named = framework_program(one);
      const BuildPlaces places{recipe.project, folder, recipe.project, 1};
      named.path = fs::path(filled(named.path, places)).lexically_normal();
      if (!fs::is_regular_file(named.path, error)) continue;
      const auto time = fs::last_write_time(named.path, error);
      if (found.empty() && time <= newest) break;
      if (found.empty()) newest = time;
      named.arguments = filled(named.arguments, places);
      found.push_back(program_text(named));
    }
    if (!found.empty()) result = std::move(found);
  }
  return result;
}

namespace {

/// Whether the values of a variable lead to the same program. Builds of
/// revisions have wrappers in the places of compilers.
bool are_alike(const std::string& name, const std::string& one,
               const std::string& other) {
  if (one == other) return true;
  if (!name.ends_with("_COMPILER")) return false;
  std::error_code error;
  return fs::equivalent(wrapped_compiler(one), wrapped_compiler(other), error);
}

}  // namespace

std::string other_options_text(const BuildConfiguration& one,
                               const BuildConfiguration& other) {
  BuildConfiguration changed;
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    if (found == other.end() || are_alike(name, value, found->second)) continue;
    if (is_option(name)) changed.emplace(name, value);
  }
  return difference_text(changed, {});
}

std::string difference_text(const BuildConfiguration& one,
                            const BuildConfiguration& other) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> all;
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    if (found != other.end() && found->second == value) continue;
    all.push_back(fmt::format("{}={}", name, value));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    if (i > 0) text += ", ";
    text += all[i];
  }
  if (all.size() > kMost) {
    text += " and " + std::to_string(all.size() - kMost) + " more variables";
  }
  return text;
}

}  // namespace spl::runner
