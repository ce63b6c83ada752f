#include "runner/findings/run_warnings.hpp"

#include <map>
#include <set>

#include "runner/builds/recorded_sources.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool is_newer(const fs::path& source, const fs::path& program) {
  std::error_code error;
  const auto of_source = fs::last_write_time(source, error);
  if (error) return false;
  const auto of_program = fs::last_write_time(program, error);
  return !error && of_source > of_program;
}

/// Returns the path as the user would write it in this folder.
std::string shown(const fs::path& source) {
  std::error_code error;
  const fs::path near = fs::proximate(source, error);
  return error ? source.string() : near.string();
}

Warning warning(const std::string& program, const std::set<fs::path>& sources) {
  std::string text = " is older than " + shown(*sources.begin());
  const std::size_t others = sources.size() - 1;
  if (others > 0) {
    text += " and " + std::to_string(others) +
            (others == 1 ? " other source" : " other sources");
  }
  return {program,
          text + ": old code may be measured; build the program again"};
}

class NewerSources {
 public:
  explicit NewerSources(const ProgramCatalogue& programs)
      : programs_(programs) {}

  void add_workloads(const logic::Performance& performance) {
    for (const std::string* name :
         {&performance.method, &performance.generator, &performance.factory}) {
      const logic::Entry* entry =
          name->empty() ? nullptr : programs_.entry_of(*name, performance);
      if (entry == nullptr) continue;
      const std::string& program = programs_.program_of(performance).path;
      const auto source = source_of(entry->place, program);
      if (source) add(*source, program);
    }
  }

  void add_recorded(const std::string& program) {
    for (const fs::path& source : recorded_sources(program)) {
      add(source, program);
    }
  }

  /// Adds the file of the function, if a single program can have it.
  void add_function(const FormulaReport& formula) {
    const bool is_about_function =
        is_cpp_file(formula.file) && !formula.written.empty();
    if (!is_about_function) return;
    std::set<std::string> paths;
    for (const RelationReport& relation : formula.relations) {
      for (const logic::Performance& one : relation.performances) {
        paths.insert(programs_.program_of(one).path);
      }
    }
    if (paths.size() == 1) add(fs::absolute(formula.file), *paths.begin());
  }

  [[nodiscard]] Warnings warnings() const {
    Warnings result;
    for (const auto& [program, sources] : newer_) {
      result.push_back(warning(program, sources));
    }
    return result;
  }

 private:
  void add(const fs::path& source, const std::string& program) {
    if (!is_newer(source, program)) return;
    std::error_code error;
    newer_[program].insert(fs::weakly_canonical(source, error));
  }

  const ProgramCatalogue& programs_;
  std::map<std::string, std::set<fs::path>> newer_;  ///< By program.
};

}  // namespace

std::optional<fs::path> source_of(const std::string& place,
                                  const fs::path& program) {
  const fs::path path = place.substr(0, place.rfind(':'));
  std::error_code error;
  const fs::path start = fs::absolute(program, error).parent_path();
  for (fs::path folder = start;; folder = folder.parent_path()) {
    const fs::path source = (folder / path).lexically_normal();
    if (fs::is_regular_file(source, error)) return source;
    if (path.is_absolute() || folder == folder.parent_path()) {
      return std::nullopt;
    }
  }
}

Warnings stale_programs(const std::vector<logic::Performance>& measured,
                        const ProgramCatalogue& programs,
                        const Report& report) {
  if (!report.revisions.empty()) return {};  // All were built for this.
  NewerSources newer(programs);
  std::set<std::string> paths;
  for (const logic::Performance& one : measured) {
    newer.add_workloads(one);
    paths.insert(programs.program_of(one).path);
  }
  for (const std::string& path : paths) newer.add_recorded(path);
  if (const auto* formulas = formulas_of(report)) {
    for (const FormulaReport& one : *formulas) newer.add_function(one);
  }
  return newer.warnings();
}

}  // namespace spl::runner
