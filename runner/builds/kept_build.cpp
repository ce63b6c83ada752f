#include "runner/builds/kept_build.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "runner/builds/build_hash.hpp"
#include "runner/builds/build_times.hpp"
#include "runner/builds/compile_launcher.hpp"
#include "runner/builds/compiled_files.hpp"
#include "runner/builds/compiler_call.hpp"
#include "runner/builds/outside_files.hpp"
#include "runner/builds/program_content.hpp"
#include "runner/git/content_id.hpp"
#include "runner/layouts/link_pack.hpp"
#include "runner/programs/elf_program.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "runner/system/new_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

// Names of files beside stored programs.
constexpr const char* kLinks = ".links";
constexpr const char* kCatalogue = ".catalogue";
constexpr const char* kContents = ".contents";
constexpr const char* kSeconds = ".seconds";
constexpr const char* kConfiguration = "CMakeCache.txt";

/// Returns a hash of the files in a folder, but for catalogues, which are added
/// later, the time that the build took, and how it was configured.
std::string stored_id(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::error_code circular;
    if (!entry.is_regular_file(circular)) continue;
    if (entry.path().extension() == kCatalogue ||
        entry.path() == folder / kSeconds ||
        entry.path() == folder / kConfiguration) {
      continue;
    }
    lines.push_back(entry.path().lexically_relative(folder).string() + ' ' +
                    file_id(entry.path()));
  }
  std::ranges::sort(lines);
  return content_id(joined(lines));
}

/// Returns a line for each program, a hash of it and the libraries of its
/// build.
std::string contents_of(const std::vector<StoredFile>& stored,
                        const std::vector<fs::path>& programs) {
  std::vector<std::string> libraries;
  for (const StoredFile& one : stored) {
    if (std::ranges::find(programs, one.from) == programs.end()) {
      libraries.push_back(one.relative.string() + ' ' +
                          program_content(one.from));
    }
  }
  std::ranges::sort(libraries);
  std::string lines;
  for (const fs::path& program : programs) {
    lines +=
        content_id(program_content(program) + '\n' + joined(libraries)) + '\n';
  }
  return lines;
}

/// Notes what the log says of compilers that nothing else saw.
void note_printed(const FinishedBuild& finished, const fs::path& notes) {
  try {
    read_printed_calls(read_file(finished.log), finished.build.build,
                       [&](const CompilerCall& call, const fs::path& folder) {
                         note_compiled(call, folder, finished.build_slot.path(),
                                       notes);
                       });
  } catch (const FileError&) {
    // There may be no log for lack of room.
  }
}

/// Returns how the sources of a program and of the libraries of its build were
/// compiled.
std::vector<CompiledSource> compiled_with_libraries(
    const fs::path& program, const FinishedBuild& finished,
    const std::vector<StoredFile>& stored, const fs::path& notes) {
  std::set<CompiledSource> result;
  for (const StoredFile& one : stored) {
    const auto& programs = finished.build.programs;
    if (one.from != program &&
        std::ranges::find(programs, one.from) != programs.end()) {
      continue;
    }
    const auto more =
        compiled_sources(one.from, finished.build_slot.path(), notes);
    result.insert(more.begin(), more.end());
  }
  return {result.begin(), result.end()};
}

/// Looks again at what was unseen when it was linked.
std::vector<CompiledSource> seen_later(std::vector<CompiledSource> open,
                                       const fs::path& build_slot,
                                       const fs::path& notes) {
  std::set<CompiledSource> result;
  std::set<std::string> looked_at;
  while (!open.empty()) {
    const CompiledSource one = std::move(open.back());
    open.pop_back();
    const fs::path file = build_slot / one.source;
    std::error_code error;
    if (is_unseen(one) && fs::is_regular_file(file, error) &&
        looked_at.insert(one.source).second) {
      const auto more = compiled_sources(file, build_slot, notes);
      open.insert(open.end(), more.begin(), more.end());
    } else {
      result.insert(one);
    }
  }
  return {result.begin(), result.end()};
}

/// Writes how each program was compiled, and adds the files.
void add_compiled(const FinishedBuild& finished,
                  const std::vector<StoredFile>& stored,
                  std::vector<StoredFile>& compiled) {
  const auto& [build, build_slot, site, tree, log] = finished;
  const fs::path notes = reads_folder(build_slot) / kCode;
  bool is_log_read = false;
  for (std::size_t i = 0; i < build.programs.size(); ++i) {
    const fs::path& program = build.programs[i];
    auto all = compiled_with_libraries(program, finished, stored, notes);
    if (std::ranges::any_of(all, is_unseen)) {
      if (!is_log_read) note_printed(finished, notes);
      is_log_read = true;
      all = seen_later(std::move(all), build_slot.path(), notes);
    }
    if (all.empty()) continue;
    std::error_code error;
    fs::create_directories(notes, error);
    const fs::path file = notes / std::to_string(i);
    write_file(file,
               encode({std::move(all), optimisation_remedy(site.recipe)}));
    compiled.push_back({file, program.lexically_relative(build.build).string() +
                                  kCompiledCode});
  }
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> result;
  auto lines = regular_file(file);
  for (std::string line; std::getline(lines, line);) result.push_back(line);
  return result;
}

void add_if_file(const fs::path& path, std::vector<fs::path>& result) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) result.push_back(path);
}

/// Adds the files that words of a command name: PATH and -DNAME=PATH.
void add_named_files(const std::vector<std::string>& words,
                     std::vector<fs::path>& result) {
  for (const std::string& word : words) {
    add_if_file(word, result);
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      add_if_file(word.substr(equals + 1), result);
    }
  }
}

std::vector<StoredFile> programs_and_libraries(const SlotBuild& build,
                                               const BuildSlot& build_slot) {
  std::vector<StoredFile> result;
  // One may be named several times, with other arguments.
  for (const fs::path& program :
       std::set<fs::path>(build.programs.begin(), build.programs.end())) {
    result.push_back({program, program.lexically_relative(build.build)});
    for (const fs::path& library :
         needed_libraries(program, build.build, build.environment,
                          build_slot.path() / "libraries")) {
      result.push_back({library, library.lexically_relative(build.build)});
    }
  }
  return result;
}

/// Lists files outside the build slot besides those that compilers and CMake
/// name.
std::vector<fs::path> read_outside(const FinishedBuild& finished) {
  const auto& [build, build_slot, site, tree, log] = finished;
  std::vector<fs::path> result;
  for (const auto* words : {&build.configure_command, &build.build_command}) {
    add_named_files(*words, result);
  }
  for (const TreeFile& file : tree) {
    if (file.kind != TreeFile::Kind::kLink) continue;
    add_if_file(build.source / file.path, result);
  }
  for (fs::path& tool : tool_paths(
           site.recipe, build_environment(site.environment, site.recipe, {}))) {
    result.push_back(std::move(tool));
  }
  for (const fs::path& program : build.programs) {
    for (fs::path& library : loaded_libraries(
             program, build.environment, build_slot.path() / "libraries")) {
      result.push_back(std::move(library));
    }
  }
  for (const LinkCommand& link : recorded_links(link_records(build))) {
    for (const std::string& word : link.words) {
      result.push_back(link.folder / word);
    }
    for (fs::path& library :
         searched_libraries(link.words, link.folder, build.environment)) {
      result.push_back(std::move(library));
    }
  }
  return result;
}

void add_links(const FinishedBuild& finished, std::vector<StoredFile>& stored) {
  const auto& [build, build_slot, site, tree, log] = finished;
  std::vector<BuiltFile> files;
  for (const StoredFile& one : stored) {
    const auto& programs = build.programs;
    files.push_back({one.from, one.relative,
                     std::ranges::find(programs, one.from) != programs.end()});
  }
  const fs::path pack = build_slot.path() / "links";
  pack_links(files, recorded_links(link_records(build)),
             {build_slot.path(), *site.recipe.linker, build.environment, pack});
  for (const auto& entry : fs::recursive_directory_iterator(pack)) {
    if (!entry.is_regular_file()) continue;
    stored.push_back(
        {entry.path(), kLinks / entry.path().lexically_relative(pack)});
  }
}

/// Checks that programs find libraries of their build where both are kept, for
/// the build slot will have those of another revision.
void check_moved(const std::vector<StoredFile>& files, const SlotBuild& build,
                 const BuildSlot& build_slot) {
  const fs::path moved = build_slot.path() / "moved";
  std::error_code error;
  remove_folder(moved);
  for (const StoredFile& file : files) {
    copy_into_cache(file.from, moved / file.relative);
  }
  for (const fs::path& program : build.programs) {
    const auto still = needed_libraries(
        moved / program.lexically_relative(build.build), build.build,
        build.environment, build_slot.path() / "libraries");
    if (!still.empty()) {
      throw BuildError(
          "cannot be kept: its program finds " + still.front().string() +
          " only in the folder where it was built; configure with "
          "-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON, or link that library "
          "statically");
    }
  }
  remove_folder(moved);
}

void add_file(const fs::path& from, const fs::path& relative,
              std::vector<StoredFile>& stored) {
  std::error_code error;
  const bool is_known = std::ranges::any_of(
      stored, [&](const StoredFile& one) { return one.relative == relative; });
  if (is_known || !fs::is_regular_file(from, error)) return;
  stored.push_back({from, relative});
}

/// Keeps what commands of spl.json name besides programs, as far as the build
/// made it: they may name files that they make themselves.
void add_files_of_commands(const FinishedBuild& finished,
                           std::vector<StoredFile>& stored) {
  const auto& [build, build_slot, site, tree, log] = finished;
  const BuildPlaces places{build.source, build.build, "", 1};
  for (const std::string& word : site.recipe.files_of_commands) {
    const fs::path path = fs::path(filled(word, places)).lexically_normal();
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      add_file(path, path.lexically_relative(build.build), stored);
      continue;
    }
    for (const auto& one : fs::recursive_directory_iterator(path)) {
      add_file(one.path(), one.path().lexically_relative(build.build), stored);
    }
  }
  if (!site.recipe.keeps_source) return;
  for (const TreeFile& file : tree) {
    add_file(build.source / file.path, fs::path(kKeptSource) / file.path,
             stored);
  }
}

/// All that is kept is read and copied. Throws BuildError for a file that is
/// too large for that.
void require_moderate(const std::vector<StoredFile>& files) {
  for (const StoredFile& one : files) {
    std::error_code error;
    const auto size = fs::file_size(one.from, error);
    if (error || size <= kMostProgramBytes) continue;
    throw BuildError("cannot be kept: " + one.from.string() + ' ' +
                     too_large_text(size));
  }
}

}  // namespace

ProgramFiles files_to_keep(const FinishedBuild& finished,
                           const std::vector<fs::path>& more) {
  const auto& [build, build_slot, site, tree, log] = finished;
  ProgramFiles result{programs_and_libraries(build, build_slot), {}};
  require_moderate(result.files);
  if (result.files.size() > build.programs.size()) {
    check_moved(result.files, build, build_slot);
  }
  // Hashes are kept, for reading programs takes longest if nothing is built.
  const fs::path contents = build_slot.path() / "contents";
  write_file(contents, contents_of(result.files, build.programs));
  std::vector<StoredFile> compiled;
  add_compiled(finished, result.files, compiled);
  if (site.recipe.linker) add_links(finished, result.files);
  result.files.push_back({contents, kContents});
  result.files.insert(result.files.end(), compiled.begin(), compiled.end());
  add_files_of_commands(finished, result.files);
  add_file(build.build / kConfiguration, kConfiguration, result.files);
  require_moderate(result.files);
  const fs::path seconds = build_slot.path() / "seconds";
  write_seconds(seconds, build.seconds);
  result.files.push_back({seconds, kSeconds});
  std::vector<fs::path> read = read_outside(finished);
  read.insert(read.end(), more.begin(), more.end());
  result.outside =
      outside_files({build_slot.path(), build.build, reads_folder(build_slot),
                     build.environment, site.guard, std::move(read)});
  return result;
}

Built kept_build(const fs::path& folder, const BuildRecipe& recipe,
                 Builds builds) {
  Built built;
  const BuildPlaces places{folder / kKeptSource, folder,
                           fs::absolute(recipe.project).lexically_normal(), 1};
  const std::vector<std::string> contents = lines_of(folder / kContents);
  built.folder = folder;
  const std::vector<std::string> executed = executed_files(recipe);
  for (std::size_t number = 0; number < executed.size(); ++number) {
    FrameworkProgram named = framework_program(executed[number]);
    const std::string path =
        fs::path(filled(named.path, places)).lexically_normal().string();
    named.arguments = filled(named.arguments, places);
    std::string content = number < contents.size() ? contents[number] : "";
    if (!content.empty()) content += arguments_content(named.arguments);
    const std::string own =
        named.arguments.empty() ? "" : '.' + std::to_string(number);
    built.programs.push_back({path,
                              path + own + kCatalogue,
                              std::move(content),
                              {},
                              named.framework,
                              number >= recipe.programs.size(),
                              std::move(named.arguments)});
  }
  if (builds == Builds::kSeveral) built.content = stored_id(folder);
  built.seconds = read_seconds(folder / kSeconds).value_or(0);
  if (recipe.linker) {
    built.links = folder / kLinks;
    built.links_problem = read_link_pack(built.links).problem;
  } else if (recipe.keeps_links) {
    built.links_problem =
        "cannot be linked in another order: there is neither mold nor lld in "
        "PATH; install mold";
  }
  return built;
}

}  // namespace spl::runner
