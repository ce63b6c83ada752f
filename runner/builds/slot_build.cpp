#include "runner/builds/slot_build.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "runner/builds/compile_launcher.hpp"
#include "runner/builds/compiler_wrappers.hpp"
#include "runner/builds/outside_files.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/programs/elf_program.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/new_file.hpp"
#include "runner/system/opened_files.hpp"
#include "runner/tools/framework.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLogLines = 20;

bool has_one_of(std::string_view line,
                const std::vector<std::string_view>& signs) {
  return std::ranges::any_of(signs, [&](std::string_view sign) {
    return line.find(sign) != std::string_view::npos;
  });
}

/// Returns the first line of the last command in a log that reports an error,
/// with all lines after it; empty if none does. Tools that only start others
/// report what these have said, so their lines count where there are no others.
std::string_view from_its_cause(std::string_view log) {
  static const std::vector<std::string_view> kErrors{
      "error: ",     "ERROR: ",    "CMake Error", "undefined reference",
      ": not found", "No rule to "};
  static const std::vector<std::string_view> kMissing{
      ": No such file or directory", ": Permission denied"};
  static const std::vector<std::string_view> kFailures{"FAILED: ", ": Error",
                                                       "*** "};
  const std::size_t command = log.rfind("\n$ ");
  if (command != log.npos) log.remove_prefix(command + 1);
  for (const auto& signs : {kErrors, kMissing, kFailures}) {
    for (std::size_t at = 0, end = 0; at < log.size(); at = end + 1) {
      end = std::min(log.find('\n', at), log.size());
      const std::string_view line = log.substr(at, end - at);
      if (!line.starts_with("$ ") && has_one_of(line, signs)) {
        return log.substr(at);
      }
    }
  }
  return {};
}

/// Returns as many lines as are shown: the first ones, for other compilers may
/// have gone on.
std::string_view first_lines(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < kLogLines && end < text.size(); ++i) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return text.substr(0, end);
}

std::string end_of(const fs::path& log) {
  const std::string end = log_end(log);
  const std::string_view cause = first_lines(from_its_cause(end));
  const std::string lines =
      last_lines(cause.empty() ? std::string_view(end) : cause, kLogLines);
  if (lines.empty()) return "; it printed nothing";
  return "; the end of " + log.string() + ":" + lines;
}

/// Returns the line that BuildError::cause() is.
std::string cause_in(const fs::path& log, const fs::path& build_slot) {
  const std::string end = log_end(log);
  std::string line(from_its_cause(end));
  line.resize(std::min(line.find('\n'), line.size()));
  const std::string folder = build_slot.string() + '/';
  for (std::size_t at = line.find(folder); at != line.npos;
       at = line.find(folder, at)) {
    line.erase(at, folder.size());
  }
  return line;
}

void add_line(const fs::path& log, const std::string& line) {
  const Descriptor file(open_to_append(log));
  if (file.number() >= 0) (void)write_all(file.number(), line + '\n');
}

/// Executes one command of a build. Throws BuildError.
void execute(const std::string& what, const std::vector<std::string>& words,
             const SlotBuild& build, const BuildSlot& build_slot,
             const BuildSite& site) {
  if (words.empty()) return;
  const auto timeout = site.recipe.timeout;
  add_line(build.log, "$ " + to_text(words));
  const Ending ending =
      run_tool({words, build.build, build.environment, build.log, timeout,
                build_slot.descriptor(), site.guard});
  if (ending.kind == Ending::Kind::kExited && ending.status == 0) return;
  if (lacks_room(build.log)) {
    throw BuildError("is not " + what + ", since " +
                     full_disk_error(build.build));
  }
  throw BuildError("cannot be " + what + ": " + to_text(words) + ' ' +
                       to_text(ending, timeout) + end_of(build.log),
                   cause_in(build.log, build_slot.path()));
}

/// Throws BuildError for folders that are too deep to be looked through.
void require_moderate_depth(const fs::path& folder) {
  std::error_code error;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, kOptions, error), end;
       !error && at != end; at.increment(error)) {
    if (at.depth() < kMostNested) continue;
    throw BuildError("is built, but its folders nest more than " +
                     std::to_string(kMostNested) + " deep");
  }
}

void prepare_log(const fs::path& log) {
  std::error_code error;
  fs::create_directories(log.parent_path(), error);
  fs::remove(log, error);
}

/// Watches what is opened below the folder of a revision's files.
OpenedFiles watched_files(const Tree& tree, const fs::path& source) {
  std::set<fs::path> folders{source};
  for (const TreeFile& file : tree) {
    for (fs::path at = fs::path(file.path).parent_path(); !at.empty();
         at = at.parent_path()) {
      if (!folders.insert(source / at).second) break;
    }
  }
  return OpenedFiles(folders);
}

/// Returns the flags of compilers, with one that hides in which build slot a
/// build was made: programs of two revisions then differ only if their sources
/// do.
std::string compiler_flags(const BuildRecipe& recipe,
                           const fs::path& build_slot) {
  const std::vector<std::string> words{
      "-ffile-prefix-map=" + build_slot.string() + "=."};
  return recipe.compiler_flags + ' ' + to_text(words);
}

/// Lets the files of compilers that are ended be removed with the build slot.
void add_temporary_folder(const BuildSlot& build_slot,
                          std::vector<std::string>& environment) {
  const fs::path folder = build_slot.path() / "temporary";
  std::error_code error;
  fs::create_directory(folder, error);
  std::erase_if(environment, [](const std::string& variable) {
    return variable.starts_with("TMPDIR=");
  });
  environment.push_back("TMPDIR=" + folder.string());
}

/// Puts spl-run before the compilers: in PATH and, for compilers that CMake is
/// told by their paths, as its launcher, unless the caller chose another. Lets
/// compilers leave what they read.
void add_compile_launcher(const BuildSite& site, const BuildSlot& build_slot,
                          std::vector<std::string>& environment) {
  std::error_code error;
  fs::create_directories(reads_folder(build_slot), error);
  for (std::string& one : reading_variables(reads_folder(build_slot))) {
    environment.push_back(std::move(one));
  }
  if (site.guard.empty()) return;
  const auto set = [&](const std::string& name, const std::string& value) {
    const bool is_chosen = std::ranges::any_of(
        environment,
        [&](const auto& one) { return one.starts_with(name + '='); });
    if (!is_chosen) environment.push_back(name + '=' + value);
  };
  set(kObjects, (site.cache / "objects").string());
  set(kReads, reads_folder(build_slot).string());
  write_file(reads_folder(build_slot) / kCompilerFlags,
             compiler_flags(site.recipe, build_slot.path()));
  write_file(reads_folder(build_slot) / kLinkerFlags, site.recipe.linker_flags);
  const std::vector<std::string> launcher{site.guard, kCompile};
  wrap_compilers(build_slot.path() / kCompilers, launcher, environment);
  for (const char* name :
       {"CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER",
        "CMAKE_C_LINKER_LAUNCHER", "CMAKE_CXX_LINKER_LAUNCHER"}) {
    set(name, site.guard + ';' + kCompile);
  }
}

}  // namespace

SlotBuild build_in(BuildSlot& build_slot, const BuildOrder& order,
                   const TreeContent& content, const BuildSite& site,
                   const Execution& execution) {
  const auto begun = std::chrono::steady_clock::now();
  try {
    build_slot.check_out(order.tree, content);
  } catch (const std::exception& error) {
    throw BuildError("cannot be checked out: " + error_text(error));
  }
  const BuildRecipe& recipe = site.recipe;
  const BuildPlaces places{build_slot.source(), build_slot.build(),
                           normal_path(recipe.project), execution.jobs};
  SlotBuild result{
      places.source,
      places.build,
      execution.log,
      filled(recipe.configure, places),
      filled(recipe.build, places),
      build_environment(site.environment, recipe, build_slot.path()),
      {}};
  if (recipe.linker) {
    result.environment.push_back(std::string(kLinkRecords) + '=' +
                                 link_records(result).string());
  }
  add_temporary_folder(build_slot, result.environment);
  add_compile_launcher(site, build_slot, result.environment);
  prepare_log(execution.log);
  OpenedFiles opened = watched_files(order.tree, places.source);
  execute("configured", result.configure_command, result, build_slot, site);
  execute("built", result.build_command, result, build_slot, site);
  result.opened = opened.seen();
  const std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - begun;
  result.seconds = taken.count();
  require_moderate_depth(build_slot.path());
  for (const std::string& word : executed_files(recipe)) {
    const std::string path = framework_program(word).path;
    const fs::path program = fs::path(filled(path, places)).lexically_normal();
    std::error_code error;
    const auto size = fs::file_size(program, error);
    if (!error && size > kMostProgramBytes) {
      throw BuildError("is built, but its program " + path + ' ' +
                       too_large_text(size));
    }
    if (!fs::is_regular_file(program, error)) {
      const std::string cause = "there is no program " + path;
      throw BuildError("is built, but " + cause + " (" + program.string() +
                           "); name what the build makes as \"program\" in "
                           "\"revisions\" of spl.json, or in \"commands\"" +
                           end_of(execution.log),
                       cause);
    }
    result.programs.push_back(program);
  }
  return result;
}

fs::path link_records(const SlotBuild& build) {
  return build.build / ".spl-links";
}

fs::path reads_folder(const BuildSlot& build_slot) {
  return build_slot.path() / "reads";
}

}  // namespace spl::runner
