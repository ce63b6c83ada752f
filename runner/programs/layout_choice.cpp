#include "runner/programs/layout_choice.hpp"

#include <algorithm>

#include "runner/programs/launcher.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using Program = ProgramCatalogue::Program;

/// Returns whether a program has a single layout or build, and reports why.
bool is_single(const Program& one, const char* what, LayoutChoice& choice) {
  if (one.links.problem.empty()) return false;
  choice.warnings.push_back(
      one.links.problem + ", so that it is measured in one " + what +
      "; a difference may come from layouts, not from sources");
  return true;
}

/// Chooses all builds of revisions that were built several times.
void choose_builds(const ProgramCatalogue& programs, std::size_t builds,
                   LayoutChoice& choice) {
  for (const Program& one : programs.programs) {
    if (is_single(one, "build", choice) || one.links.given.empty()) continue;
    choice.wanted.programs[one.path] = one.links;
    choice.wanted.fixed = builds;
  }
}

/// Chooses fresh links for programs that can be linked again.
void choose_linked(const ProgramCatalogue& programs, const Settings& settings,
                   LayoutChoice& choice) {
  for (const Program& one : programs.programs) {
    if (is_single(one, "layout", choice)) {
      choice.single.insert(one.path);
    } else if (!one.links.pack.empty()) {
      choice.wanted.programs[one.path] = one.links;
    }
  }
  if (choice.wanted.programs.empty()) return;
  choice.wanted.fixed = settings.layouts.value_or(0);
}

/// Chooses the links of programs that came with links, equally many for all.
void choose_given(const ProgramCatalogue& programs, const Settings& settings,
                  LayoutChoice& choice) {
  std::size_t fewest = settings.layouts.value_or(SIZE_MAX);
  bool is_given = false;
  for (const Program& one : programs.programs) {
    const std::size_t count = one.links.given.size();
    if (count < 2) continue;
    is_given = true;
    choice.wanted.programs[one.path] = one.links;
    if (settings.layouts && count < *settings.layouts) {
      choice.warnings.push_back(
          one.path + " has " + std::to_string(count) + " layouts, not " +
          std::to_string(*settings.layouts) +
          "; spl_layouts(TARGET N) in its CMakeLists.txt sets how many");
    }
    fewest = std::min(fewest, count);
  }
  if (is_given) choice.wanted.fixed = fewest;
}

/// Adds one warning on all programs that spl-run did not build and cannot link
/// again.
void add_unlinked(const ProgramCatalogue& programs, LayoutChoice& choice) {
  std::string reasons;
  std::size_t count = 0;
  for (const Program& one : programs.programs) {
    if (one.one_layout.empty()) continue;
    choice.single.insert(one.path);
    reasons += (count++ == 0 ? "" : "; ") + one.path + ": " + one.one_layout;
  }
  if (count == 0) return;
  choice.warnings.push_back(
      "a difference may come from layouts, not from code: " +
      std::string(count == 1 ? "a program is" : "programs are") +
      " measured in one layout (" + reasons +
      "); give -s layouts=1 if the question is about this layout");
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
  choose_given(programs, settings, choice);
  add_unlinked(programs, choice);
  if (settings.layouts && choice.wanted.programs.empty() &&
      choice.warnings.empty()) {
    choice.warnings.push_back(
        "-s layouts=" + std::to_string(*settings.layouts) +
        " has no effect: spl-run links again what it builds itself and what "
        "is linked to spl::workload; for other programs there is "
        "spl_layouts(TARGET N) in CMake");
  }
  return choice;
}

void add_recorded_links(
    ProgramCatalogue& programs, const std::set<std::string>& measured,
    const std::function<ProgramLinks(const std::string&)>& links_of) {
  for (Program& one : programs.programs) {
    if (one.commands != nullptr && measured.contains(one.path)) {
      one.one_layout = "a command is executed as it is";
      continue;
    }
    const ProgramLinks& known = one.links;
    if (!known.pack.empty() || !known.given.empty() || !known.problem.empty() ||
        !measured.contains(one.path)) {
      continue;
    }
    if (!one.arguments.empty()) {
      one.one_layout = "a program with arguments is executed as it is";
      continue;
    }
    const ProgramLinks found = links_of(one.path);
    one.links.pack = found.pack;
    // Its own links, which are ignored, have a reason already.
    if (one.one_layout.empty() || found.problem.empty()) {
      one.one_layout = found.problem;
    }
  }
}

}  // namespace spl::runner
