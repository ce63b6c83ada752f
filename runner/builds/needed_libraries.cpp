#include "runner/builds/needed_libraries.hpp"

#include "runner/layouts/tool.hpp"
#include "runner/programs/elf_program.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace fs = std::filesystem;

std::vector<fs::path> loaded_libraries(
    const fs::path& program, const std::vector<std::string>& environment,
    const fs::path& scratch) {
  std::vector<fs::path> result;
  // A program that no dynamic linker starts would run, whatever it is asked to
  // trace.
  auto file = regular_file(program);
  if (loader_of(file).empty()) return result;
  std::vector<std::string> variables = environment;
  variables.emplace_back("LD_TRACE_LOADED_OBJECTS=1");
  std::error_code error;
  fs::remove(scratch, error);
  constexpr auto kTimeout = std::chrono::seconds(30);
  (void)run_tool({{program.string()},
                  program.parent_path(),
                  variables,
                  scratch,
                  kTimeout,
                  -1});
  auto lines = regular_file(scratch);
  // "\tNAME => PATH (0x...)", "\tPATH (0x...)" of the dynamic linker.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" => ");
    const std::size_t begin = arrow == std::string::npos ? 1 : arrow + 4;
    const std::size_t end = line.rfind(" (0x");
    if (end == std::string::npos || end <= begin || line[begin] != '/') {
      continue;
    }
    result.push_back(
        fs::path(line.substr(begin, end - begin)).lexically_normal());
  }
  fs::remove(scratch, error);
  return result;
}

std::vector<fs::path> needed_libraries(
    const fs::path& program, const fs::path& folder,
    const std::vector<std::string>& environment, const fs::path& scratch) {
  std::vector<fs::path> result =
      loaded_libraries(program, environment, scratch);
  std::erase_if(result,
                [&](const fs::path& path) { return !is_below(path, folder); });
  return result;
}

}  // namespace spl::runner
