#include "runner/commands/init/proposal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "runner/foreign/recognition.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/search_path.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::string_view kCache = "CMakeCache.txt";
constexpr std::string_view kMesonOptions = "meson-info/intro-buildoptions.json";

std::vector<fs::path> matching(const fs::path& pattern) {
  try {
    return matching_files(pattern);
  } catch (const FileError&) {
    return {};
  }
}

/// What a build folder says of itself.
struct Build {
  fs::path folder;
  fs::path source;  ///< Of the project's CMakeLists.txt or meson.build.
  bool is_cmake = true;
  bool is_debug = false;
  Words on = {};   ///< The names of options that are on.
  Words off = {};  ///< Of those that are off.
  /// Of those whose CMakeLists.txt says what they usually are, and of these the
  /// ones that are not so: -DNAME=VALUE.
  Words known = {};
  Words chosen = {};
};

bool has_word(std::string_view name, std::string_view word) {
  const auto alike = [](char left, char right) {
    return std::tolower(static_cast<unsigned char>(left)) == right;
  };
  return std::search(name.begin(), name.end(), word.begin(), word.end(),
                     alike) != name.end();
}

bool is_on(std::string_view value) {
  return value == "ON" || value == "TRUE" || value == "1" || value == "YES";
}

/// What an option is that nobody chooses: ON or OFF as the text of a
/// CMakeLists.txt has it, or absent if that has none, or an expression.
std::optional<bool> usual_value(const std::string& text,
                                const std::string& name) {
  constexpr std::string_view kBlanks = " \t\n";
  for (std::size_t at = 0; (at = text.find(name, at)) != text.npos; ++at) {
    const std::size_t before = text.find_last_not_of(kBlanks, at - 1);
    if (at == 0 || before == text.npos || text[before] != '(') continue;
    const std::size_t word = text.find_last_not_of(kBlanks, before - 1);
    constexpr std::size_t kLength = 6;
    if (before == 0 || word == text.npos || word + 1 < kLength) continue;
    if (!has_word(text.substr(word + 1 - kLength, kLength), "option")) continue;
    std::size_t end = at + name.size();
    if (kBlanks.find(text[end]) == kBlanks.npos) continue;
    for (bool quoted = false; end < text.size(); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == ')' && !quoted) break;
    }
    const std::size_t last = text.find_last_not_of(kBlanks, end - 1);
    const std::size_t first = text.find_last_of(" \t\n\"", last) + 1;
    std::string value = text.substr(first, last + 1 - first);
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    if (is_on(value)) return true;
    if (value.empty() || value == "OFF") return false;  // Or only a text.
    return std::nullopt;
  }
  return std::nullopt;
}

Build build_of_cmake(const fs::path& cache) {
  Build build{cache.parent_path(), {}};
  const std::string text = read_file(cache);
  // Google Benchmark's own options are no switches of the project.
  const bool has_library = text.find("\nbenchmark_SOURCE_DIR:") != text.npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t colon = line.find(':');
    const std::size_t sign = line.find('=', colon);
    if (colon == line.npos || sign == line.npos) continue;
    const std::string name = line.substr(0, colon);
    const std::string value = line.substr(sign + 1);
    if (name == "CMAKE_HOME_DIRECTORY") build.source = value;
    if (name == "CMAKE_BUILD_TYPE") build.is_debug = value == "Debug";
    const bool is_option = line.substr(colon, sign - colon) == ":BOOL" &&
                           !name.starts_with("CMAKE_") &&
                           !(has_library && name.starts_with("BENCHMARK_"));
    if (!is_option) continue;
    (is_on(value) ? build.on : build.off).push_back(name);
  }
  const fs::path lists = build.source / "CMakeLists.txt";
  std::error_code error;
  if (!fs::is_regular_file(lists, error)) return build;
  const std::string sources = read_file(lists);
  for (const bool is_on : {true, false}) {
    for (const std::string& name : is_on ? build.on : build.off) {
      const auto usual = usual_value(sources, name);
      if (!usual) continue;
      build.known.push_back(name);
      if (*usual == is_on) continue;
      build.chosen.push_back("-D" + name + (is_on ? "=ON" : "=OFF"));
    }
  }
  return build;
}

Build build_of_meson(const fs::path& options) {
  Build build{options.parent_path().parent_path(), {}, false};
  const auto all = nlohmann::json::parse(read_file(options), nullptr, false);
  for (const auto& one : all.is_array() ? all : nlohmann::json::array()) {
    const auto member = [&](const char* key) {
      return one.is_object() && one.contains(key) ? one[key] : nlohmann::json();
    };
    const nlohmann::json name = member("name");
    const nlohmann::json value = member("value");
    if (name == "buildtype") build.is_debug = value == "debug";
    if (!name.is_string() || member("section") != "user") continue;
    if (value == true) build.on.push_back(name);
    if (value == false) build.off.push_back(name);
  }
  return build;
}

/// Returns the build folders of what is in the folder, in their order.
std::vector<Build> builds(const fs::path& top) {
  std::vector<Build> result;
  for (const char* below : {"", "*/", "*/*/"}) {
    for (const auto& one : matching(top / below / kCache)) {
      result.push_back(build_of_cmake(one));
    }
    for (const auto& one : matching(top / below / kMesonOptions)) {
      result.push_back(build_of_meson(one));
      result.back().source = top;
    }
  }
  std::erase_if(result, [&](const Build& one) {
    const fs::path source = one.source.lexically_relative(top);
    return source.empty() || *source.begin() == "..";
  });
  return result;
}

/// Whether a program of Catch2 has BENCHMARKs: each is a function of this name.
bool has_catch2_benchmarks(const fs::path& program) {
  constexpr std::array<std::string_view, 1> kNames{"BenchmarkFunction5modelI"};
  auto file = regular_file(program);
  return found_texts(file, kNames).front();
}

bool is_program(const fs::path& path) {
  std::error_code error;
  const bool is_executable = (fs::status(path, error).permissions() &
                              fs::perms::owner_exec) != fs::perms::none;
  return is_executable && path.string().find(".so") == std::string::npos &&
         path.filename() != "spl-run" && read_file(path, 4) == "\177ELF";
}

/// Returns the programs with benchmarks, without those of what was fetched.
std::vector<FoundProgram> programs(const fs::path& build) {
  std::vector<FoundProgram> result;
  for (const fs::path& path : matching(build / "**/*")) {
    const std::string name = path.lexically_relative(build).string();
    const bool is_foreign = name.starts_with("_deps/") ||
                            name.starts_with("subprojects/") ||
                            name.find("CMakeFiles/") != name.npos;
    if (is_foreign || !is_program(path)) continue;
    const Framework framework = recognised(path);
    const bool has_none =
        framework == Framework::kUnknown ||
        (framework == Framework::kCatch2 && !has_catch2_benchmarks(path));
    if (!has_none) result.push_back({name, framework});
  }
  std::sort(result.begin(), result.end(),
            [](const FoundProgram& left, const FoundProgram& right) {
              return left.path < right.path;
            });
  return result;
}

Words options(const Build& build, const Words& names, bool on) {
  Words result;
  for (const std::string& one : names) {
    const std::string_view value =
        build.is_cmake ? (on ? "ON" : "OFF") : (on ? "true" : "false");
    result.push_back(fmt::format("-D{}={}", one, value));
  }
  return result;
}

/// The switches without which a revision might have none of the programs, or
/// might need what is not here, and those that spare it tests and examples.
Words needed_options(const Build& build,
                     const std::vector<FoundProgram>& programs) {
  const bool are_tests = std::any_of(
      programs.begin(), programs.end(),
      [](const FoundProgram& one) { return has_word(one.path, "test"); });
  Words on;
  Words off;
  const auto is_known = [&](const std::string& name) {
    return std::count(build.known.begin(), build.known.end(), name) > 0;
  };
  for (const std::string& one : build.on) {
    const bool is_needed =
        has_word(one, "bench") || (are_tests && has_word(one, "test"));
    if (is_needed && !is_known(one)) on.push_back(one);
  }
  for (const std::string& one : build.off) {
    const bool is_spared = one.find("BUILD_TEST") != one.npos ||
                           one.find("BUILD_EXAMPLE") != one.npos;
    if (is_spared && !is_known(one)) off.push_back(one);
  }
  Words result = build.chosen;
  for (const Words& more :
       {options(build, on, true), options(build, off, false)}) {
    result.insert(result.end(), more.begin(), more.end());
  }
  return result;
}

/// The default, of the programs alone if targets of CMake have their names.
Words compile(const Build& build, const std::vector<FoundProgram>& programs) {
  if (!build.is_cmake) return {"meson", "compile", "-C", "{build}"};
  Words words = BuildRecipe().build;
  words.emplace_back("--target");
  std::string rules = "\n";
  for (const char* file : {"build.ninja", "Makefile"}) {
    std::error_code error;
    const fs::path path = build.folder / file;
    if (fs::is_regular_file(path, error)) rules += read_file(path);
  }
  for (const FoundProgram& one : programs) {
    const std::string name = fs::path(one.path).filename().string();
    const bool is_target = rules.find("\nbuild " + name + ": ") != rules.npos ||
                           rules.find('\n' + name + ": ") != rules.npos;
    if (!is_target) return {};
    words.push_back(name);
  }
  return words;
}

/// The default, from the folder of its sources and with the options; empty if
/// it is the default.
Words configure(const Build& build, const fs::path& top, const Words& options,
                const std::vector<std::string>& environment) {
  if (!build.is_cmake) {
    Words words{"meson", "setup", "{build}", "{source}", "--buildtype=release"};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
  const Words kDefault = BuildRecipe().configure;
  Words words = kDefault;
  const fs::path below = build.source.lexically_relative(top);
  if (below != ".") words[2] += '/' + below.string();
  if (!in_search_path("ninja", environment)) {
    const auto at = std::find(words.begin(), words.end(), "-G");
    words.erase(at, at + 2);
  }
  words.insert(words.end(), options.begin(), options.end());
  return words == kDefault ? Words() : words;
}

[[noreturn]] void refuse(const std::vector<Build>& all, const fs::path& top) {
  if (all.empty()) {
    throw PlainError(
        "no build folder of CMake or Meson is here or two levels below; build "
        "the project with its benchmarks, then call spl-run init again: cmake "
        "-B build -DCMAKE_BUILD_TYPE=Release && cmake --build build (for other "
        "build systems, docs/revisions.md says what spl.json has)");
  }
  const Build& build = all.front();
  const std::string name = build.folder.lexically_relative(top).string();
  Words off = build.off;
  std::erase_if(off, [](const auto& one) { return !has_word(one, "bench"); });
  Words switches = options(build, off, true);
  if (switches.empty()) switches = {"OPTION"};
  throw PlainError(fmt::format(
      "no program in {} holds benchmarks of Google Benchmark, Catch2, "
      "nanobench or SPL; switch them on and build, then call spl-run init "
      "again: {} {} {}",
      name, build.is_cmake ? "cmake" : "meson configure", name,
      fmt::join(switches, " ")));
}

}  // namespace

Proposal proposal(const fs::path& top,
                  const std::vector<std::string>& environment) {
  std::vector<Build> all = builds(top);
  std::stable_partition(all.begin(), all.end(),
                        [](const Build& one) { return !one.is_debug; });
  Proposal result;
  for (const Build& one : all) {
    auto found = programs(one.folder);
    if (found.empty()) continue;
    if (!result.programs.empty()) {
      result.left_out.push_back(one.folder.lexically_relative(top).string());
      continue;
    }
    result.build = one.folder.lexically_relative(top);
    result.options = needed_options(one, found);
    result.configure = configure(one, top, result.options, environment);
    result.compile = compile(one, found);
    const fs::path below = one.source.lexically_relative(top);
    if (below != ".") result.overlay = {below.string()};
    result.programs = std::move(found);
  }
  if (result.programs.empty()) refuse(all, top);
  return result;
}

std::string project_text(const Proposal& proposal) {
  Words paths;
  for (const FoundProgram& one : proposal.programs) {
    paths.push_back("{build}/" + one.path);
  }
  const auto line = [](const char* key, const Words& words) {
    if (words.empty()) return std::string();
    Words quoted;
    for (const auto& one : words) quoted.push_back(nlohmann::json(one).dump());
    return fmt::format("    \"{}\": [{}],\n", key, fmt::join(quoted, ", "));
  };
  std::string text = "{\n  \"revisions\": {\n" +
                     line("overlay", proposal.overlay) +
                     line("configure", proposal.configure) +
                     line("build", proposal.compile) + line("program", paths);
  text.resize(text.size() - 2);  // The last comma.
  return text + "\n  }\n}\n";
}

}  // namespace spl::runner
