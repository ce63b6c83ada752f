#include "runner/wanted_layouts.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "runner/files.hpp"
#include "runner/launcher.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using Program = ProgramCatalogue::Program;

bool are_different_builds(const ProgramCatalogue& programs) {
  std::set<fs::path> packs;
  for (const Program& one : programs.programs) packs.insert(one.links.pack);
  return packs.size() > 1;
}

/// One that has a single layout, or build, for a reason that is told.
bool is_single(const Program& one, const char* what, LayoutChoice& choice) {
  if (one.links.problem.empty()) return false;
  choice.warnings.push_back(
      one.links.problem + ", so that it is measured in one " + what +
      "; what is shown as a difference may be one of layouts, not of sources");
  return true;
}

/// Programs of revisions that were built several times.
void choose_builds(const ProgramCatalogue& programs, std::size_t builds,
                   LayoutChoice& choice) {
  for (const Program& one : programs.programs) {
    if (is_single(one, "build", choice) || one.links.given.empty()) continue;
    choice.wanted.programs[one.path] = one.links;
    choice.wanted.fixed = builds;
  }
}

/// Programs of builds that are compared with others.
void choose_linked(const ProgramCatalogue& programs, const Settings& settings,
                   LayoutChoice& choice) {
  if (!settings.layouts && !are_different_builds(programs)) return;
  for (const Program& one : programs.programs) {
    if (is_single(one, "layout", choice) || one.links.pack.empty()) continue;
    choice.wanted.programs[one.path] = one.links;
  }
  if (choice.wanted.programs.empty()) return;
  choice.wanted.fixed = settings.layouts.value_or(0);
}

void choose_given(const ProgramCatalogue& programs, const Settings& settings,
                  LayoutChoice& choice) {
  std::size_t fewest = settings.layouts.value_or(SIZE_MAX);
  for (const Program& one : programs.programs) {
    const std::size_t count = one.links.given.size();
    if (count < 2) continue;
    choice.wanted.programs[one.path] = one.links;
    if (settings.layouts && count < *settings.layouts) {
      choice.warnings.push_back(
          one.path + " has " + std::to_string(count) + " layouts, not " +
          std::to_string(*settings.layouts) +
          "; spl_layouts(TARGET N) in its CMakeLists.txt tells how many");
    }
    fewest = std::min(fewest, count);
  }
  if (!choice.wanted.programs.empty()) choice.wanted.fixed = fewest;
}

}  // namespace

LayoutChoice chosen_layouts(const ProgramCatalogue& programs,
                            const Settings& settings, std::uint64_t seed) {
  LayoutChoice choice;
  choice.wanted.seed = seed;
  if (settings.builds) {
    choose_builds(programs, *settings.builds, choice);
    return choice;
  }
  if (settings.layouts == std::size_t{1}) return choice;
  choose_linked(programs, settings, choice);
  if (choice.wanted.programs.empty()) {
    choose_given(programs, settings, choice);
  }
  if (settings.layouts && choice.wanted.programs.empty() &&
      choice.warnings.empty()) {
    choice.warnings.push_back(
        "--layouts " + std::to_string(*settings.layouts) +
        " has no effect: spl-run links again what it builds itself, which are "
        "revisions; for other programs there is spl_layouts(TARGET N) in "
        "CMake");
  }
  return choice;
}

std::vector<std::string> given_links(const std::string& program) {
  const fs::path list = program + ".layouts";
  std::error_code error;
  if (!fs::is_regular_file(list, error)) return {};
  std::vector<std::string> result;
  std::istringstream lines(read_file(list));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const fs::path link = fs::path(program).parent_path() / line;
    if (!fs::is_regular_file(link, error)) {
      throw ProgramError(list.string() + " names " + link.string() +
                         ", which is not there; is it built?");
    }
    result.push_back(link.string());
  }
  return result;
}

}  // namespace spl::runner
