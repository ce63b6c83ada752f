#include "runner/builds/compiled_files.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "runner/builds/outside_files.hpp"
#include "runner/git/content_id.hpp"
#include "runner/layouts/archive.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

/// Returns whether the last option -O of the flags optimises.
bool is_optimised(const std::string& flags) {
  std::istringstream words(flags);
  bool result = false;
  for (std::string word; words >> word;) {
    if (word.starts_with("-O")) result = word != "-O0";
  }
  return result;
}

/// Returns the known flags by source; of a source that is compiled in several
/// ways, all of them.
std::map<std::string, std::set<std::string>> flags_by_source(
    const CompiledCode& code) {
  std::map<std::string, std::set<std::string>> result;
  for (const CompiledSource& one : code.sources) {
    if (!one.flags.empty()) result[one.source].insert(one.flags);
  }
  return result;
}

std::string quoted(const std::set<std::string>& flags) {
  std::string text;
  for (const std::string& one : flags) {
    text += (text.empty() ? "\"" : " and \"") + one + '"';
  }
  return text;
}

}  // namespace

CompiledCode compiled_code(const std::filesystem::path& program) {
  const std::filesystem::path file = program.string() + kCompiledCode;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  try {
    return decode_compiled(read_file(file));
  } catch (const FileError&) {
    return {};
  }
}

// The remedy, then each source and its flags, with a zero byte after each.
std::string encode(const CompiledCode& code) {
  std::string text = code.remedy + '\0';
  for (const auto& [source, flags] : code.sources) {
    for (const auto* one : {&source, &flags}) {
      text += *one;
      text += '\0';
    }
  }
  return text;
}

CompiledCode decode_compiled(const std::string& text) {
  const std::vector<std::string> fields = zero_ended(text);
  if (fields.size() % 2 != 1) {
    throw FileError("not a list of compiled sources: " + text);
  }
  CompiledCode result{{}, fields.front()};
  for (std::size_t i = 1; i < fields.size(); i += 2) {
    result.sources.push_back({fields[i], fields[i + 1]});
  }
  return result;
}

std::string lack_of_optimisation(const CompiledCode& code) {
  std::set<std::string> all;
  std::set<std::string> plain;
  for (const CompiledSource& one : code.sources) {
    all.insert(one.source);
    if (!one.flags.empty() && !is_optimised(one.flags))
      plain.insert(one.source);
  }
  if (plain.empty()) return {};
  const std::size_t more = plain.size() - 1;
  if (more == 0) return *plain.begin() + " is compiled without optimisation";
  return *plain.begin() + " and " + std::to_string(more) + " more of its " +
         std::to_string(all.size()) +
         " sources are compiled without optimisation";
}

bool is_unseen(const CompiledSource& one) {
  return one.flags.empty() || one.flags.starts_with("GNU ");
}

std::string unknown_part(const CompiledCode& code, const CompiledCode& other) {
  const auto of_other = flags_by_source(other);
  for (const CompiledSource& one : code.sources) {
    if (one.flags.empty()) return one.source;
    if (is_unseen(one) && !of_other.contains(one.source)) return one.source;
  }
  return {};
}

std::string unlike_flags(const CompiledCode& left, const std::string& left_name,
                         const CompiledCode& right,
                         const std::string& right_name) {
  const auto of_right = flags_by_source(right);
  for (const auto& [source, flags] : flags_by_source(left)) {
    const auto other = of_right.find(source);
    if (other == of_right.end() || other->second == flags) continue;
    return fmt::format("{} is compiled with {} for {} and with {} for {}",
                       source, quoted(flags), left_name, quoted(other->second),
                       right_name);
  }
  return {};
}

namespace {

namespace fs = std::filesystem;

using Sources = std::set<CompiledSource>;

/// Returns a file as builds in other folders would name it.
std::string source_name(const fs::path& file, const fs::path& build_slot) {
  const fs::path path = file.lexically_normal();
  if (!is_below(path, build_slot)) return path.string();
  return path.lexically_relative(build_slot).string();
}

void add(const std::vector<CompiledSource>& more, Sources& sources) {
  sources.insert(more.begin(), more.end());
}

/// Returns the commands of GCC that a file names, each with the compiler's name
/// and version first: "GNU C17 12.2.0 -mtune=generic -O2".
std::set<std::string> named_commands(std::string_view content) {
  constexpr std::string_view kCompiler = "GNU ";
  constexpr std::size_t kLongestName = 100;
  std::set<std::string> result;
  for (std::size_t at = content.find(kCompiler); at != content.npos;
       at = content.find(kCompiler, at + 1)) {
    const std::string_view begin = content.substr(at, kLongestName);
    const std::string compiler(begin.substr(0, begin.find(" -m")));
    if (compiler.size() == begin.size() ||  // "GNU C Library".
        compiler.find('\0') != compiler.npos ||
        std::ranges::count(compiler, ' ') != 2) {
      continue;
    }
    const std::size_t end = std::min(content.find('\0', at), content.size());
    std::istringstream words{
        std::string(content.substr(at, end - at).substr(compiler.size()))};
    std::vector<std::string> call{compiler};
    for (std::string word; words >> word;) call.push_back(word);
    result.insert(compiler_call(call).flags);
    at = end;  // Options name no other compiler.
  }
  return result;
}

/// Returns whether a compiler left the file, rather than an assembler.
bool is_compiled(std::string_view content) {
  constexpr std::string_view kBitcode = "BC\xC0\xDE";
  return content.starts_with(kBitcode) ||
         (content.find(".comment") != content.npos &&
          content.find("Netwide Assembler") == content.npos);
}

/// Returns whether all of it comes from one compiler, as in no program.
bool is_object(std::string_view content) {
  constexpr std::size_t kType = offsetof(Elf64_Ehdr, e_type);
  return content.size() > kType && content[kType] == ET_REL;
}

/// Adds what was noted of a content, or what it says itself.
void add_noted(std::string_view content, const std::string& name,
               const fs::path& notes, Sources& sources) {
  const fs::path note = notes / content_id(content);
  std::error_code error;
  if (fs::exists(note, error)) {
    add(decode_compiled(read_file(note)).sources, sources);
  } else if (is_compiled(content)) {
    const std::set<std::string> all = named_commands(content);
    for (const std::string& one : all) sources.insert({name, one});
    if (all.empty() || !is_object(content)) sources.insert({name, ""});
  }
}

void note(const fs::path& file, const Sources& sources, const fs::path& notes) {
  if (sources.empty()) return;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return;
  fs::create_directories(notes, error);
  write_file(notes / content_id(read_file(file)),
             encode({{sources.begin(), sources.end()}}));
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
    if (std::ranges::none_of(of.options, begins)) continue;
    if (std::ranges::any_of(of.types, ends)) {
      return "let its " + std::string(of.file) + " leave optimisation to " +
             in_quotes(word) + ", which is given";
    }
    return "replace " + in_quotes(word) + " by " + in_quotes(of.word) + " in" +
           place;
  }
  return "add " + in_quotes(of.word) + " to" + place;
}

}  // namespace

void note_compiled(const CompilerCall& call, const fs::path& folder,
                   const fs::path& build_slot, const fs::path& notes) {
  if (call.makes == CompilerCall::Makes::kNothing) return;
  Sources all;
  for (const std::string& source : call.sources) {
    const CompiledSource one{source_name(folder / source, build_slot),
                             call.flags};
    if (call.makes == CompilerCall::Makes::kCompiled) {
      note(folder / object_of(call, source), {one}, notes);
    }
    all.insert(one);
  }
  if (call.makes == CompilerCall::Makes::kCompiled) return;
  std::vector<fs::path> inputs =
      searched_libraries(call.searches, folder, own_environment());
  std::erase_if(inputs,
                [](const auto& one) { return one.extension() != ".a"; });
  for (const std::string& input : call.inputs) inputs.push_back(folder / input);
  for (const fs::path& input : inputs) {
    std::error_code error;
    if (!is_below(input.lexically_normal(), build_slot)) continue;
    if (!fs::is_regular_file(input, error)) continue;
    add(compiled_sources(input, build_slot, notes), all);
  }
  note(folder / object_of(call, ""), all, notes);
}

std::vector<CompiledSource> compiled_sources(const fs::path& file,
                                             const fs::path& build_slot,
                                             const fs::path& notes) {
  const std::string bytes = read_file(file);
  const std::string name = source_name(file, build_slot);
  Sources all;
  if (!is_archive(bytes)) add_noted(bytes, name, notes, all);
  // A thin archive may name large files, and any of them again and again.
  std::set<std::string_view> names;
  std::uintmax_t left = kMostFile;
  for (const ArchiveMember& one : archive_members(bytes)) {
    std::error_code error;
    if (!is_thin_archive(bytes)) {
      add_noted(one.content, name, notes, all);
    } else if (const fs::path member = file.parent_path() / one.name;
               names.insert(one.name).second &&
               fs::is_regular_file(member, error)) {
      const std::uintmax_t size = fs::file_size(member, error);
      if (error || size > left) continue;
      left -= size;
      add_noted(read_file(member), name, notes, all);
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
