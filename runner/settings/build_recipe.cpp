#include "runner/settings/build_recipe.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "runner/system/command_words.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kPlaceholders{"source", "build",
                                                        "project", "jobs"};

/// Variables that tools need, but on which their results do not depend.
constexpr std::string_view kHarmless[] = {"PATH", "HOME", "USER", "LOGNAME",
                                          "TMPDIR"};
constexpr std::string_view kHarmlessBeginnings[] = {"CCACHE_"};

/// Variables that change the programs that GCC, Clang, GNU ld, gold, lld and
/// ccache make for Linux, by their manuals. Left out are variables by which
/// they print or write more (DEPENDENCIES_OUTPUT, GCC_COLORS, CC_PRINT_OPTIONS,
/// COLLECT_NO_DEMANGLE, LLD_REPRODUCE, MOLD_REPRO), and those that GCC sets for
/// what it starts (COLLECT_GCC, OFFLOAD_TARGET_NAMES).
constexpr std::string_view kHeededByCompilers[] = {"CCACHE_COMPILER",
                                                   "CCACHE_PATH",
                                                   "CCACHE_PREFIX",
                                                   "CCACHE_PREFIX_CPP",
                                                   "CCC_OVERRIDE_OPTIONS",
                                                   "CLANG_NO_DEFAULT_CONFIG",
                                                   "COMPILER_PATH",
                                                   "CPATH",
                                                   "CPLUS_INCLUDE_PATH",
                                                   "C_INCLUDE_PATH",
                                                   "GCC_COMPARE_DEBUG",
                                                   "GCC_EXEC_PREFIX",
                                                   "GNUTARGET",
                                                   "LDEMULATION",
                                                   "LD_LIBRARY_PATH",
                                                   "LD_RUN_PATH",
                                                   "LIBRARY_PATH",
                                                   "LLD_VERSION",
                                                   "OBJCPLUS_INCLUDE_PATH",
                                                   "OBJC_INCLUDE_PATH",
                                                   "SDKROOT"};

/// Variables by which CMake, make and pkg-config choose tools and flags.
constexpr std::string_view kHeededByBuildTools[] = {
    "CC",    "CXX",    "AS",       "LD",       "AR",      "NM",     "RANLIB",
    "STRIP", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "ASFLAGS", "LDFLAGS"};
constexpr std::string_view kHeededBeginnings[] = {"CMAKE_", "PKG_CONFIG"};

std::string_view name_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

template <typename Names, typename Beginnings>
bool is_among(std::string_view name, const Names& names,
              const Beginnings& beginnings) {
  return std::ranges::find(names, name) != std::end(names) ||
         std::ranges::any_of(beginnings, [&](std::string_view one) {
           return name.starts_with(one);
         });
}

bool is_heeded_by_compilers(std::string_view name) {
  return is_among(name, kHeededByCompilers, std::array<std::string_view, 0>());
}

/// Returns whether a variable may change programs.
bool is_relevant(std::string_view name) {
  return is_heeded_by_compilers(name) ||
         is_among(name, kHeededByBuildTools, kHeededBeginnings);
}

std::optional<std::string> value(const std::vector<std::string>& environment,
                                 std::string_view name) {
  for (const std::string& variable : environment) {
    if (name_of(variable) == name) return variable.substr(name.size() + 1);
  }
  return std::nullopt;
}

void set(std::vector<std::string>& environment, const std::string& name,
         const std::string& text) {
  std::erase_if(environment, [&](const std::string& variable) {
    return name_of(variable) == name;
  });
  environment.push_back(name + '=' + text);
}

/// Returns whether a variable turns ccache on against others that turn it off,
/// or launches it: CMAKE_CXX_COMPILER_LAUNCHER=/usr/bin/ccache;....
bool chooses_ccache(const std::string& variable) {
  const std::string_view name = name_of(variable);
  if (name == "CCACHE_NODISABLE") return true;
  if (!name.ends_with("_COMPILER_LAUNCHER")) return false;
  const std::string words = variable.substr(name.size() + 1);
  return fs::path(words.substr(0, words.find(';'))).filename() == "ccache";
}

/// Returns the names of the compilers and the first words of the commands.
std::set<std::string> tools_of(const BuildRecipe& recipe,
                               const std::vector<std::string>& environment) {
  std::set<std::string> tools{value(environment, "CC").value_or("cc"),
                              value(environment, "CXX").value_or("c++")};
  for (const auto* words : {&recipe.configure, &recipe.build}) {
    if (!words->empty()) tools.insert(words->front());
  }
  return tools;
}

}  // namespace

BuildRecipe with_linker(BuildRecipe recipe,
                        const std::vector<std::string>& environment,
                        const fs::path& cache) {
  if (!recipe.keeps_links) return recipe;
  recipe.linker = find_shuffling_linker(environment);
  if (!recipe.linker) return recipe;
  recipe.compiler_flags += "-ffunction-sections";
  recipe.linker_flags += recording_flags(*recipe.linker, cache);
  return recipe;
}

BuildRecipe with_seed(BuildRecipe recipe, std::uint32_t number,
                      const std::vector<std::string>& environment) {
  recipe.compiler_flags = "-frandom-seed=" + std::to_string(number);
  if (!recipe.shuffles_builds) return recipe;
  const auto linker = find_shuffling_linker(environment);
  if (!linker) return recipe;
  recipe.compiler_flags += " -ffunction-sections";
  recipe.linker_flags = "-fuse-ld=" + linker->name + ' ' +
                        to_text({"-Wl," + shuffle_option(*linker, number)});
  return recipe;
}

bool builds_nothing(const BuildRecipe& recipe) {
  return recipe.programs.empty() && recipe.tools.empty() &&
         recipe.files_of_commands.empty() && !recipe.keeps_source;
}

std::vector<std::string> executed_files(const BuildRecipe& recipe) {
  std::vector<std::string> result = recipe.programs;
  for (const std::string& one : recipe.tools) {
    if (std::ranges::find(result, one) == result.end()) {
      result.push_back(one);
    }
  }
  return result;
}

std::optional<std::string> wrong_placeholder(const std::string& word) {
  for (std::size_t at = word.find('{'); at != std::string::npos;
       at = word.find('{', at + 1)) {
    const std::size_t end = word.find_first_of("{}", at + 1);
    if (end == std::string::npos || word[end] == '{') continue;
    const std::string name = word.substr(at + 1, end - at - 1);
    if (std::ranges::find(kPlaceholders, name) != kPlaceholders.end()) {
      continue;
    }
    // A brace of JSON, of a shell or of CMake's ${NAME}.
    if (name.empty() || name.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
                            "YZ_-") != std::string::npos) {
      continue;
    }
    if (at > 0 && word[at - 1] == '$') continue;
    const std::vector<std::string> known(kPlaceholders.begin(),
                                         kPlaceholders.end());
    const auto near = logic::nearest_name(name, known);
    return "there is no placeholder {" + name + "}" +
           (near ? "; did you mean {" + *near + "}?"
                 : "; there are {source}, {build}, {project} and {jobs}");
  }
  return std::nullopt;
}

std::string filled(const std::string& word, const BuildPlaces& places) {
  const std::string values[] = {places.source.string(), places.build.string(),
                                places.project.string(),
                                std::to_string(places.jobs)};
  std::string result;
  for (std::size_t at = 0; at < word.size();) {
    bool found = false;
    for (std::size_t i = 0; i < kPlaceholders.size() && !found; ++i) {
      const std::string name = '{' + std::string(kPlaceholders[i]) + '}';
      if (word.compare(at, name.size(), name) != 0) continue;
      result += values[i];
      at += name.size();
      found = true;
    }
    if (!found) result += word[at++];
  }
  return result;
}

std::vector<std::string> filled(const std::vector<std::string>& words,
                                const BuildPlaces& places) {
  std::vector<std::string> result;
  for (const std::string& word : words) result.push_back(filled(word, places));
  return result;
}

bool uses_project(const BuildRecipe& recipe) {
  for (const auto* words :
       {&recipe.configure, &recipe.build, &recipe.programs}) {
    for (const std::string& word : *words) {
      if (word.find("{project}") != std::string::npos) return true;
    }
  }
  return false;
}

std::vector<std::string> build_environment(
    const std::vector<std::string>& callers, const BuildRecipe& /*recipe*/,
    const fs::path& ceiling) {
  std::vector<std::string> result;
  for (const std::string& variable : callers) {
    const std::string_view name = name_of(variable);
    if (is_among(name, kHarmless, kHarmlessBeginnings) || is_relevant(name)) {
      result.push_back(variable);
    }
  }
  set(result, "LC_ALL", "C");
  set(result, "TZ", "UTC");
  set(result, "SOURCE_DATE_EPOCH", "0");  // __DATE__ and __TIME__
  // A build slot is in no repository, whatever is around the cache.
  set(result, "GIT_CEILING_DIRECTORIES", ceiling.string());
  // The build's own launcher starts ccache as objects need it. Elsewhere 4.7
  // compiles nothing if the variables are set by which compilers list the files
  // that they read.
  set(result, "CCACHE_DISABLE", "1");
  std::erase_if(result, chooses_ccache);
  std::ranges::sort(result);
  return result;
}

std::vector<std::string> relevant_environment(
    const std::vector<std::string>& environment) {
  std::vector<std::string> result;
  for (const std::string& variable : environment) {
    const std::string_view name = name_of(variable);
    // A launcher finds or makes the same objects.
    if (is_relevant(name) && !name.ends_with("_COMPILER_LAUNCHER")) {
      result.push_back(variable);
    }
  }
  return result;
}

std::vector<std::string> compiler_environment(
    const std::vector<std::string>& environment) {
  std::vector<std::string> result;
  for (const std::string& variable : environment) {
    if (is_heeded_by_compilers(name_of(variable))) result.push_back(variable);
  }
  return result;
}

std::vector<fs::path> tool_paths(const BuildRecipe& recipe,
                                 const std::vector<std::string>& environment) {
  std::vector<fs::path> result;
  for (const std::string& tool : tools_of(recipe, environment)) {
    if (auto path = in_search_path(tool, environment)) {
      result.push_back(fs::absolute(*path));
    }
  }
  return result;
}

std::string tool_facts(const BuildRecipe& recipe,
                       const std::vector<std::string>& environment) {
  std::string text;
  for (const std::string& tool : tools_of(recipe, environment)) {
    text += tool;
    const auto path = in_search_path(tool, environment);
    struct stat facts {};
    if (path && stat(path->c_str(), &facts) == 0) {
      text += ' ' + std::to_string(facts.st_size) + ' ' +
              std::to_string(facts.st_mtim.tv_sec);
      // Files of packages have whole seconds, other files have not.
      const auto nanoseconds = facts.st_mtim.tv_nsec;
      if (nanoseconds != 0) text += '.' + std::to_string(nanoseconds);
    }
    text += '\n';
  }
  return text;
}

}  // namespace spl::runner
