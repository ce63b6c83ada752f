#include "runner/revisions/changed_workloads.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

const TreeFile* file_at(const Tree& tree, const std::string& path) {
  const auto found = std::ranges::lower_bound(tree, path, {}, &TreeFile::path);
  return found != tree.end() && found->path == path ? &*found : nullptr;
}

class Comparison {
 public:
  Comparison(const ProgramCatalogue& programs,
             const SourcesOfRevisions& sources)
      : programs_(programs), sources_(sources) {}

  void compare(const Performance& one, const Performance& other) {
    if (one.method != other.method || one.revision == other.revision ||
        !sources_.contains(one.revision) ||
        !sources_.contains(other.revision)) {
      return;
    }
    compare(one.method, one, other);
    if (one.generator == other.generator) {
      compare(one.generator, one, other);
    }
    if (one.factory == other.factory) compare(one.factory, one, other);
  }

  [[nodiscard]] Warnings warnings() && { return std::move(warnings_); }

 private:
  void compare(const std::string& name, const Performance& one,
               const Performance& other) {
    if (name.empty() ||
        !compared_.insert({name, one.revision, other.revision}).second) {
      return;
    }
    const TreeFile* left = registering(name, one);
    const TreeFile* right = registering(name, other);
    if (left == nullptr || right == nullptr || left->id == right->id) return;
    const bool is_moved = left->path != right->path;
    warnings_.emplace_back(
        named(name, one) + " and " + named(name, other),
        ": " + left->path +
            (is_moved ? " and " + right->path + " differ" : " differs") +
            " between the sides, so the workload may have changed; list " +
            (is_moved ? "both files" : "the file") +
            " in \"overlay\" in \"revisions\" of spl.json, which gives both "
            "sides that of the working tree");
  }

  [[nodiscard]] const TreeFile* registering(
      const std::string& name, const Performance& performance) const {
    if (!programs_.failure_of(performance).empty()) return nullptr;
    const logic::Entry* entry = programs_.entry_of(name, performance);
    if (entry == nullptr) return nullptr;
    return registering_file(sources_.at(performance.revision).tree,
                            entry->place);
  }

  static std::string named(const std::string& name,
                           const Performance& performance) {
    return logic::is_under_test(performance.revision)
               ? name
               : name + '@' + performance.revision;
  }

  const ProgramCatalogue& programs_;
  const SourcesOfRevisions& sources_;
  std::set<std::tuple<std::string, std::string, std::string>> compared_;
  Warnings warnings_;
};

}  // namespace

const TreeFile* registering_file(const Tree& tree, const std::string& place) {
  std::string path = place.substr(0, place.rfind(':'));
  // Files of the project and of the system are the same for all revisions.
  constexpr const char* kSource = "/source/";
  const bool is_absolute = path.starts_with('/');
  if (is_absolute) {
    const std::size_t lanes = path.find("/lanes/");
    if (lanes == std::string::npos) return nullptr;
    const std::size_t source = path.find(kSource, lanes);
    if (source == std::string::npos) return nullptr;
    return file_at(tree, path.substr(source + std::string(kSource).size()));
  }
  while (true) {
    if (const TreeFile* file = file_at(tree, path)) return file;
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos) return nullptr;
    path.erase(0, slash + 1);
  }
}

Warnings changed_workloads(const Suite& suite, const ProgramCatalogue& programs,
                           const SourcesOfRevisions& sources) {
  Comparison comparison(programs, sources);
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const auto performances = performances_of(relation);
      for (auto one = performances.begin(); one != performances.end(); ++one) {
        for (auto other = std::next(one); other != performances.end();
             ++other) {
          comparison.compare(*one, *other);
        }
      }
    }
  }
  return std::move(comparison).warnings();
}

}  // namespace spl::runner
