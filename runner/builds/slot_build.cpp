#include "runner/builds/slot_build.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>

#include "runner/builds/compile_launcher.hpp"
#include "runner/builds/outside_files.hpp"
#include "runner/foreign/framework.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLogLines = 20;
constexpr std::size_t kLogEnd = 65'536;  // Bytes that are searched for them.

std::string end_of(const fs::path& log) {
  std::string lines;
  try {
    lines = last_lines(read_end(log, kLogEnd), kLogLines);
  } catch (const FileError&) {
    return "";
  }
  if (lines.empty()) return "; it printed nothing";
  return "; the end of " + log.string() + ":" + lines;
}

void add_line(const fs::path& log, const std::string& line) {
  std::ofstream(log, std::ios::app) << line << '\n';
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
  throw BuildError("cannot be " + what + ": " + to_text(words) + ' ' +
                   to_text(ending, timeout) + end_of(build.log));
}

void prepare_log(const fs::path& log) {
  std::error_code error;
  fs::create_directories(log.parent_path(), error);
  fs::remove(log, error);
}

/// Adds flags that hide in which build slot a build was made: programs of two
/// revisions then differ only if their sources do.
BuildRecipe without_its_slot(BuildRecipe recipe, const fs::path& build_slot) {
  const std::vector<std::string> words{
      "-ffile-prefix-map=" + build_slot.string() + "=."};
  recipe.compiler_flags += ' ' + to_text(words);
  return recipe;
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

/// Returns the launcher of compilers as a single word, for commands that a
/// shell reads.
fs::path launcher_script(const BuildSite& site, const BuildSlot& build_slot) {
  fs::path script = build_slot.path() / "compile";
  const std::vector<std::string> words{"exec", site.guard, kCompile};
  write_file(script, "#!/bin/sh\n" + to_text(words) + " \"$@\"\n");
  fs::permissions(script, fs::perms(0755));
  return script;
}

/// Lets compilers reuse objects, and leave what they read. A launcher that the
/// caller chose stays.
void add_compile_launcher(const BuildSite& site, const BuildSlot& build_slot,
                          std::vector<std::string>& environment) {
  std::error_code error;
  fs::create_directories(reads_folder(build_slot), error);
  for (std::string& one : reading_variables(reads_folder(build_slot))) {
    environment.push_back(std::move(one));
  }
  if (site.guard.empty()) return;
  environment.push_back(std::string(kObjects) + '=' +
                        (site.cache / "objects").string());
  environment.push_back(std::string(kReads) + '=' +
                        reads_folder(build_slot).string());
  environment.push_back("SPL_COMPILER_LAUNCHER=" +
                        launcher_script(site, build_slot).string());
  for (const char* name :
       {"CMAKE_C_COMPILER_LAUNCHER=", "CMAKE_CXX_COMPILER_LAUNCHER="}) {
    const bool is_chosen =
        std::any_of(environment.begin(), environment.end(),
                    [&](const auto& one) { return one.starts_with(name); });
    if (!is_chosen) environment.push_back(name + site.guard + ';' + kCompile);
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
  const BuildRecipe& recipe =
      site.recipe.compiler_flags.empty()
          ? site.recipe
          : without_its_slot(site.recipe, build_slot.path());
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
  execute("configured", result.configure_command, result, build_slot, site);
  execute("built", result.build_command, result, build_slot, site);
  const std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - begun;
  result.seconds = taken.count();
  for (const std::string& word : executed_files(recipe)) {
    const std::string path = framework_program(word).path;
    const fs::path program = fs::path(filled(path, places)).lexically_normal();
    std::error_code error;
    if (!fs::is_regular_file(program, error)) {
      throw BuildError("is built, but there is no program " + path + " (" +
                       program.string() +
                       "); name what the build makes as \"program\" in "
                       "\"revisions\" of spl.json, or in \"commands\"" +
                       end_of(execution.log));
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
