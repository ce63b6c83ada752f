#include "runner/builds/compiled_files.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string_view>

#include "runner/builds/outside_files.hpp"
#include "runner/git/content_id.hpp"
#include "runner/layouts/archive.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using Sources = std::set<CompiledSource>;

void add(const std::vector<CompiledSource>& more, Sources& sources) {
  sources.insert(more.begin(), more.end());
}

std::vector<CompiledSource> noted(const std::string& id,
                                  const fs::path& notes) {
  const fs::path note = notes / id;
  std::error_code error;
  if (!fs::exists(note, error)) return {};
  return decode_compiled(read_file(note)).sources;
}

void note(const fs::path& file, const Sources& sources, const fs::path& notes) {
  if (sources.empty()) return;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return;
  fs::create_directories(notes, error);
  write_file(notes / content_id(read_file(file)),
             encode({{sources.begin(), sources.end()}}));
}

/// Returns the archives of the build that a link may search by -lNAME.
std::vector<fs::path> searched_archives(const CompilerCall& call,
                                        const fs::path& build_slot) {
  std::vector<fs::path> result;
  for (const fs::path& one : searched_libraries(
           call.searches, fs::current_path(), own_environment())) {
    const fs::path path = one.lexically_normal();
    if (path.extension() == ".a" && is_below(path, build_slot)) {
      result.push_back(path);
    }
  }
  return result;
}

/// Returns whether a command, or a command for a shell in it, executes a tool.
bool executes(const BuildRecipe& recipe, std::string_view tool) {
  for (const auto* words : {&recipe.configure, &recipe.build}) {
    for (const std::string& word : *words) {
      std::istringstream parts(word);
      for (std::string part; parts >> part;) {
        if (fs::path(part).filename() == tool) return true;
      }
    }
  }
  return false;
}

/// How a build system with types of builds is told to optimise.
struct BuildTypes {
  std::string_view tool;
  std::string_view word;                    ///< What to give.
  std::array<std::string_view, 2> options;  ///< What such words begin with.
  std::array<std::string_view, 3> types;    ///< Those that optimise.
  std::string_view file;                    ///< It may choose otherwise.
};

constexpr std::array<BuildTypes, 2> kBuildTypes{{
    {"cmake",
     "-DCMAKE_BUILD_TYPE=Release",
     {"-DCMAKE_BUILD_TYPE=", "-DCMAKE_BUILD_TYPE:"},
     {"=Release", "=RelWithDebInfo", "=MinSizeRel"},
     "CMakeLists.txt"},
    {"meson",
     "--buildtype=release",
     {"--buildtype=", "-Dbuildtype="},
     {"=release", "=debugoptimized", "=minsize"},
     "meson.build"},
}};

std::string in_quotes(std::string_view word) {
  return '"' + std::string(word) + '"';
}

std::string remedy(const BuildTypes& of,
                   const std::vector<std::string>& configure) {
  const std::string place = R"( "configure" in spl.json)";
  for (const std::string& word : configure) {
    const auto begins = [&](auto text) { return word.starts_with(text); };
    const auto ends = [&](auto text) { return word.ends_with(text); };
    if (std::none_of(of.options.begin(), of.options.end(), begins)) continue;
    if (std::any_of(of.types.begin(), of.types.end(), ends)) {
      return "let its " + std::string(of.file) + " leave optimisation to " +
             in_quotes(word) + ", which is given";
    }
    return "replace " + in_quotes(word) + " by " + in_quotes(of.word) + " in" +
           place;
  }
  return "add " + in_quotes(of.word) + " to" + place;
}

}  // namespace

std::string source_name(const fs::path& source, const fs::path& build_slot) {
  const fs::path path = fs::absolute(source).lexically_normal();
  if (!is_below(path, build_slot)) return path.string();
  return path.lexically_relative(build_slot).string();
}

void note_compiled(const CompilerCall& call, const fs::path& build_slot,
                   const fs::path& notes) {
  if (call.makes == CompilerCall::Makes::kNothing) return;
  Sources all;
  for (const std::string& source : call.sources) {
    const CompiledSource one{source_name(source, build_slot), call.flags};
    if (call.makes == CompilerCall::Makes::kCompiled) {
      note(object_of(call, source), {one}, notes);
    }
    all.insert(one);
  }
  if (call.makes == CompilerCall::Makes::kCompiled) return;
  for (const std::string& input : call.inputs) {
    std::error_code error;
    if (!is_below(fs::absolute(input).lexically_normal(), build_slot)) continue;
    if (!fs::is_regular_file(input, error)) continue;
    add(compiled_sources(input, notes), all);
  }
  for (const fs::path& archive : searched_archives(call, build_slot)) {
    add(compiled_sources(archive, notes), all);
  }
  note(object_of(call, ""), all, notes);
}

std::vector<CompiledSource> compiled_sources(const fs::path& file,
                                             const fs::path& notes) {
  const std::string bytes = read_file(file);
  if (!is_archive(bytes)) return noted(content_id(bytes), notes);
  Sources all;
  // A thin archive may name large files, and any of them again and again.
  std::set<std::string_view> names;
  std::uintmax_t left = kMostFile;
  for (const ArchiveMember& one : archive_members(bytes)) {
    std::error_code error;
    if (!is_thin_archive(bytes)) {
      add(noted(content_id(one.content), notes), all);
    } else if (const fs::path member = file.parent_path() / one.name;
               names.insert(one.name).second &&
               fs::is_regular_file(member, error)) {
      const std::uintmax_t size = fs::file_size(member, error);
      if (error || size > left) continue;
      left -= size;
      add(noted(file_id(member), notes), all);
    }
  }
  return {all.begin(), all.end()};
}

std::string optimisation_remedy(const BuildRecipe& recipe) {
  for (const BuildTypes& one : kBuildTypes) {
    if (executes(recipe, one.tool)) return remedy(one, recipe.configure);
  }
  struct Remedy {
    std::string_view tool;
    const char* text;
  };
  // What configures counts before what it configures.
  constexpr std::array<Remedy, 3> kRemedies{{
      {"configure",
       R"(let "configure" in spl.json set CFLAGS="-O2" and CXXFLAGS="-O2")"},
      {"make", R"(add "CFLAGS=-O2" and "CXXFLAGS=-O2" to the words of make in )"
               R"("build" of spl.json, or fix its Makefile)"},
      {"", R"(add "-O2" to the commands in "revisions" of spl.json)"},
  }};
  for (const Remedy& one : kRemedies) {
    if (executes(recipe, one.tool)) return one.text;
  }
  return kRemedies.back().text;
}

}  // namespace spl::runner
