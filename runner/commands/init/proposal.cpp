#include "runner/commands/init/proposal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "runner/settings/build_recipe.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/settings/trusted_file.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/json_parser.hpp"
#include "runner/system/text_file.hpp"

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

/// Whether a name can stand in spl.json and in a line of the answer.
bool is_plain(const std::string& name) {
  return shown_text(name) == name &&
         name.find_first_of("\n\t{}") == std::string::npos;
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
  std::set<std::string> known = {};
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

/// Adds an option unless its name could be more than one.
void add_option(const std::string& name, bool on, Build& build) {
  const bool is_name = std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           c == '-' || c == '.';
  });
  if (is_name && !name.empty()) (on ? build.on : build.off).push_back(name);
}

using UsualValues = std::map<std::string, std::optional<bool>>;

/// What options are that nobody chooses: ON or OFF as the text of a
/// CMakeLists.txt has it, or absent if that has an expression.
UsualValues usual_values(const std::string& text) {
  constexpr std::string_view kBlanks = " \t\n";
  UsualValues result;
  for (std::size_t at = 0; (at = text.find('(', at)) != text.npos;) {
    const std::size_t begin = text.find_first_not_of(kBlanks, ++at);
    const std::size_t word = text.find_last_not_of(kBlanks, at - 2) + 1;
    constexpr std::size_t kLength = 6;
    if (at < 2 || word < kLength || begin == text.npos ||
        !has_word(text.substr(word - kLength, kLength), "option")) {
      continue;
    }
    std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    for (bool quoted = false; end < text.size(); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == ')' && !quoted) break;
    }
    at = end;
    const std::size_t last = text.find_last_not_of(kBlanks, end - 1);
    const std::size_t first = text.find_last_of(" \t\n\"", last) + 1;
    std::string value = text.substr(first, last + 1 - first);
    std::ranges::transform(value, value.begin(),
                           [](unsigned char c) { return std::toupper(c); });
    auto& usual = result.try_emplace(name).first->second;
    if (is_on(value)) usual = true;
    if (value.empty() || value == "OFF") usual = false;  // Or only a text.
  }
  return result;
}

/// The usual values of each CMakeLists.txt: many build folders may have one.
using Lists = std::map<fs::path, UsualValues>;

Build build_of_cmake(const fs::path& cache, Lists& known) {
  Build build{cache.parent_path(), {}};
  const std::string text = read_trusted_file(cache, own_rights());
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
    if (is_option) add_option(name, is_on(value), build);
  }
  std::error_code error;
  const fs::path lists = fs::canonical(build.source / "CMakeLists.txt", error);
  if (error || !fs::is_regular_file(lists, error)) return build;
  const auto [of_lists, is_new] = known.try_emplace(lists);
  UsualValues& usual = of_lists->second;
  if (is_new) usual = usual_values(read_text_file(lists));
  for (const bool is_on : {true, false}) {
    for (const std::string& name : is_on ? build.on : build.off) {
      const auto found = usual.find(name);
      if (found == usual.end() || !found->second) continue;
      build.known.insert(name);
      if (*found->second == is_on) continue;
      build.chosen.push_back("-D" + name + (is_on ? "=ON" : "=OFF"));
    }
  }
  return build;
}

nlohmann::json options_in(const fs::path& file) {
  const std::string text = read_trusted_file(file, own_rights());
  try {
    nlohmann::json all = parse_json(text);
    return all.is_array() ? all : nlohmann::json::array();
  } catch (const JsonFault&) {
    return nlohmann::json::array();
  }
}

Build build_of_meson(const fs::path& options) {
  Build build{options.parent_path().parent_path(), {}, false};
  for (const auto& one : options_in(options)) {
    const auto member = [&](const char* key) {
      return one.is_object() && one.contains(key) ? one[key] : nlohmann::json();
    };
    const nlohmann::json name = member("name");
    const nlohmann::json value = member("value");
    if (name == "buildtype") build.is_debug = value == "debug";
    // Projects of others say that warnings are errors, of other compilers.
    if (name == "werror" && value == false) {
      build.chosen.emplace_back("-Dwerror=false");
    }
    if (!name.is_string() || member("section") != "user") continue;
    if (value.is_boolean()) add_option(name, value == true, build);
  }
  return build;
}

/// Returns the build folders of what is in the folder, in their order, each
/// once. Throws PlainError where another user could have written one: what it
/// says is executed later.
std::vector<Build> builds(const fs::path& top) {
  std::vector<Build> result;
  std::set<fs::path> known;  // Links may go in circles.
  Lists lists;
  std::uintmax_t left = std::uintmax_t{1} << 24;  // Bytes that are read.
  const auto add = [&](const fs::path& file, const auto& build_of) {
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    if (error || !known.insert(real).second) return;
    const std::uintmax_t size = fs::file_size(real, error);
    if (!error && size > left) {
      throw PlainError("cannot read " + file.string() +
                       ": the caches of the build folders here have more than "
                       "16 MiB; remove a build folder");
    }
    if (error) return;
    left -= size;
    try {
      Build build = build_of(file);
      if (!build.is_cmake) build.source = top;
      const fs::path source = build.source.lexically_relative(top);
      const bool is_project = !source.empty() && *source.begin() != "..";
      if (!is_project || !is_plain(source)) return;
      result.push_back(std::move(build));
    } catch (const DistrustError& reason) {
      throw PlainError(
          "another user could have written a build folder, which says what "
          "guards execute: " +
          std::string(reason.what()));
    }
  };
  for (const char* below : {"", "*/", "*/*/"}) {
    for (const auto& one : matching(top / below / kCache)) {
      add(one, [&](const auto& cache) { return build_of_cmake(cache, lists); });
    }
    for (const auto& one : matching(top / below / kMesonOptions)) {
      add(one, build_of_meson);
    }
  }
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
  if (!is_executable || path.string().find(".so") != std::string::npos ||
      path.filename() == "spl-run") {
    return false;
  }
  std::array<char, 4> begin{};
  regular_file(path).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == "\177ELF";
}

/// Returns the programs with benchmarks, without those of what was fetched.
std::vector<FoundProgram> programs(const fs::path& build) {
  std::vector<FoundProgram> result;
  for (const fs::path& path : matching(build / "**/*")) {
    const std::string name = path.lexically_relative(build).string();
    const bool is_foreign = name.starts_with("_deps/") ||
                            name.starts_with("subprojects/") ||
                            name.find("CMakeFiles/") != name.npos;
    if (is_foreign || !is_plain(name) || !is_program(path)) continue;
    const Framework framework = recognised(path);
    const bool has_none =
        framework == Framework::kUnknown ||
        (framework == Framework::kCatch2 && !has_catch2_benchmarks(path));
    if (!has_none) result.push_back({name, framework});
  }
  std::ranges::sort(result, {}, &FoundProgram::path);
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
  const bool are_tests = std::ranges::any_of(
      programs,
      [](const FoundProgram& one) { return has_word(one.path, "test"); });
  Words on;
  Words off;
  for (const std::string& one : build.on) {
    const bool is_needed =
        has_word(one, "bench") || (are_tests && has_word(one, "test"));
    if (is_needed && !build.known.contains(one)) on.push_back(one);
  }
  for (const std::string& one : build.off) {
    // GoogleTest's own are no switches of the project.
    const bool is_spared =
        (has_word(one, "test") || has_word(one, "example")) &&
        !one.starts_with("gtest_") && !one.starts_with("gmock_");
    if (is_spared && !build.known.contains(one)) off.push_back(one);
  }
  Words result = build.chosen;
  for (const Words& more :
       {options(build, on, true), options(build, off, false)}) {
    result.insert(result.end(), more.begin(), more.end());
  }
  return result;
}

/// The default, of the programs alone if targets have their names.
Words compile(const Build& build, const std::vector<FoundProgram>& programs) {
  std::set<std::string> targets;
  for (const char* file : {"build.ninja", "Makefile"}) {
    auto rules = regular_file(build.folder / file);
    for (std::string line; std::getline(rules, line);) {
      const std::size_t begin = line.starts_with("build ") ? 6 : 0;
      const std::size_t end = line.find(": ");
      if (end != line.npos) targets.insert(line.substr(begin, end - begin));
    }
  }
  const Words meson{"meson", "compile", "-C", "{build}"};
  Words words = build.is_cmake ? BuildRecipe().build : meson;
  if (build.is_cmake) words.emplace_back("--target");
  for (const FoundProgram& one : programs) {
    words.push_back(build.is_cmake ? fs::path(one.path).filename().string()
                                   : one.path);
    if (!targets.contains(words.back()))
      return build.is_cmake ? Words() : meson;
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
    const auto at = std::ranges::find(words, "-G");
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
      "again: {} {} {} (without any, write one, as README.md does, or guard a "
      "command, as docs/commands.md says)",
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
  text += "\n  }";
  // Each of its processes measures the clock for half a second.
  const bool is_slow = std::any_of(
      proposal.programs.begin(), proposal.programs.end(),
      [](const auto& one) { return one.framework == Framework::kCatch2; });
  if (is_slow) text += ",\n  \"guard\": { \"budget\": \"1min\" }";
  return text + "\n}\n";
}

}  // namespace spl::runner
