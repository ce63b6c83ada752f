#include "runner/revisions/named_builds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/builds/program_content.hpp"
#include "runner/system/files.hpp"
#include "runner/system/passing_folder.hpp"
#include "runner/system/process.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using Program = ProgramCatalogue::Program;

/// Returns the content with the libraries, since equal files in two folders may
/// load what is beside them; empty if it is not known.
std::string content_of(const std::string& program, const fs::path& scratch) {
  try {
    std::string content = program_content(program);
    const fs::path file = fs::absolute(program);
    for (const fs::path& library :
         loaded_libraries(file, own_environment(), scratch)) {
      content += '\0' + library.string();
    }
    return content;
  } catch (const std::runtime_error&) {
    return {};  // It is measured, for want of a reason not to.
  }
}

std::vector<std::string> names_of(const NamedPrograms& builds) {
  std::vector<std::string> names;
  for (const auto& [name, programs] : builds) names.push_back(name);
  return names;
}

}  // namespace

void add_named_builds(const std::set<std::string>& names,
                      const NamedPrograms& builds, Launcher& launcher,
                      ProgramCatalogue& programs) {
  for (const std::string& name : names) {
    ProgramCatalogue build = ask(builds.at(name), launcher);
    logic::RevisionFacts& facts = programs.catalogue.revisions[name];
    facts.entries = std::move(build.catalogue.entries);
    facts.is_build = true;
    for (Program& one : build.programs) {
      const bool is_known = std::ranges::any_of(
          programs.programs,
          [&](const Program& other) { return other.name() == one.name(); });
      if (!is_known) programs.programs.push_back(std::move(one));
    }
  }
}

void add_contents(ProgramCatalogue& programs, const fs::path& cache) {
  try {
    const PassingFolder folder(cache / "libraries");
    for (Program& one : programs.programs) {
      if (!one.content.empty()) continue;
      one.content = content_of(one.path, folder.path() / "loaded");
      if (!one.content.empty()) one.content += arguments_content(one.arguments);
    }
  } catch (const std::runtime_error&) {
    // There is no place for what is passing.
  }
}

std::vector<std::string> shadowed_revisions(const std::set<std::string>& names,
                                            const Invocation& invocation,
                                            const OpenRepository& open) {
  std::vector<std::string> result;
  if (names.empty()) return result;
  try {
    const std::string& asked = invocation.settings.repository;
    const fs::path& project = invocation.recipe.project;
    const auto repository = open(!asked.empty()    ? fs::path(asked)
                                 : project.empty() ? fs::path(".")
                                                   : project);
    for (const std::string& name : names) {
      try {
        (void)repository->resolve(name);
        result.push_back(fmt::format(
            "@{0} names a build, though Git has a revision {0}, too: write "
            "@{0}~0 for the revision, or rename the build",
            name));
      } catch (const RevisionError&) {
        // Git has another name, or none.
      }
    }
  } catch (const RepositoryError&) {
    // Builds need no repository.
  }
  return result;
}

std::string unknown_build(const std::string& name,
                          const NamedPrograms& builds) {
  const std::string problem = "no build is called " + logic::quoted(name);
  const std::string near = logic::did_you_mean(name, names_of(builds));
  if (!near.empty()) return problem + near;
  const bool may_be_build = wrong_build_name(name).empty();
  return problem + "; " +
         (may_be_build ? "name it with -p " + name + "=PROGRAM, or " : "") +
         "say in \"revisions\" of spl.json how revisions are built";
}

}  // namespace spl::runner
