#include "runner/revisions/same_code.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "parser/print.hpp"
#include "runner/builds/build_inputs.hpp"
#include "runner/git/content_id.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::LinearForm;
using logic::Performance;
using logic::Relation;

/// The reason why two revisions are the same to a performance.
struct Sameness {
  std::string sentence;
  bool is_by_name =
      false;  ///< The names mean the same files: most likely a slip.
  const char* other = "revision";  ///< The kind of thing to name instead.
};

/// A slip that some relations share, in the order of the suite.
struct Slip {
  std::string sentence;
  std::string first;  ///< Relation.
  std::size_t relations = 0;
  const char* other = "revision";  ///< The kind of thing to name instead.
};

bool differ_in_revision_only(const Performance& one, const Performance& other) {
  Performance moved = one;
  moved.revision = other.revision;
  return moved == other && one.revision != other.revision;
}

LinearForm with_names(
    const LinearForm& form,
    const std::map<Performance, Performance>& representatives) {
  LinearForm result(form.constant());
  for (const LinearForm::Term& term : form.terms()) {
    const auto found = representatives.find(term.performance);
    const Performance& performance =
        found == representatives.end() ? term.performance : found->second;
    result = result.plus(LinearForm(performance).scaled(term.coefficient));
  }
  return result;
}

class Merger {
 public:
  Merger(const ProgramCatalogue& programs, const SourcesOfRevisions& sources)
      : programs_(programs), sources_(sources) {
    for (const auto& [name, one] : sources) trees_[name] = tree_id(one.tree);
  }

  void merge(Relation& relation, logic::Dimension dimension) {
    std::map<Performance, Performance> representatives;
    std::vector<Performance> kept;
    std::vector<Sameness> all;
    for (const Performance& one : performances_of(relation)) {
      const auto equal =
          std::ranges::find_if(kept, [&](const Performance& other) {
            const auto found = sameness(other, one);
            if (found) all.push_back(*found);
            return found.has_value();
          });
      if (equal == kept.end()) {
        kept.push_back(one);
      } else {
        representatives.emplace(one, *equal);
      }
    }
    if (representatives.empty()) return;
    for (LinearForm* form :
         {&relation.left, &relation.right, &relation.theta}) {
      *form = with_names(*form, representatives);
    }
    logic::make_terms_positive(relation, dimension);
    relation.identity.clear();  // The names are equal, which says more.
    note(relation, all);
  }

  [[nodiscard]] const std::vector<Slip>& slips() const { return slips_; }

  /// Returns a sentence for each two revisions of equal programs whose data may
  /// differ.
  [[nodiscard]] std::vector<std::string> remarks_on_data() const {
    std::vector<std::string> result;
    for (const auto& [names, files] : data_) {
      if (files.empty()) continue;
      result.push_back(
          revision_name(names.first, sources_) + " and " +
          revision_name(names.second, sources_) +
          " are measured though nothing that is compiled differs: " +
          files_text(files) + (files.size() == 1 ? " differs" : " differ") +
          ", and a program may read " + (files.size() == 1 ? "it" : "them") +
          " as it runs");
    }
    return result;
  }

 private:
  [[nodiscard]] std::optional<Sameness> sameness(
      const Performance& one, const Performance& other) const {
    if (!differ_in_revision_only(one, other) ||
        !programs_.failure_of(one).empty() ||
        !programs_.failure_of(other).empty()) {
      return std::nullopt;
    }
    const auto& catalogue = programs_.catalogue;
    if (catalogue.is_build(one.revision) ||
        catalogue.is_build(other.revision)) {
      return same_build(one, other);
    }
    const auto left = trees_.find(one.revision);
    const auto right = trees_.find(other.revision);
    if (left == trees_.end() || right == trees_.end()) return std::nullopt;
    if (left->second == right->second) {
      return Sameness{same_files(one.revision, other.revision), true};
    }
    if (!have_equal_contents(one, other) ||
        may_read_other_data(one.revision, other.revision)) {
      return std::nullopt;
    }
    return Sameness{"the same program: nothing that is compiled differs",
                    false};
  }

  /// Notes the files that the programs of two revisions may read as they run.
  [[nodiscard]] bool may_read_other_data(const std::string& one,
                                         const std::string& other) const {
    const auto names = std::minmax(one, other);
    const auto known = data_.find(names);
    if (known != data_.end()) return !known->second.empty();
    const Tree& left = sources_.at(one).tree;
    std::vector<std::string>& data = data_[names];
    data = differing_files(left, sources_.at(other).tree);
    std::erase_if(data,
                  [](const std::string& file) { return !may_be_data(file); });
    return !data.empty();
  }

  [[nodiscard]] bool have_equal_contents(const Performance& one,
                                         const Performance& other) const {
    const std::string& content = programs_.program_of(one).content;
    return !content.empty() && content == programs_.program_of(other).content;
  }

  /// Returns a likely slip, for somebody took the trouble to name two builds.
  [[nodiscard]] std::optional<Sameness> same_build(
      const Performance& one, const Performance& other) const {
    const bool is_one_file =
        programs_.program_of(one).name() == programs_.program_of(other).name();
    if (!is_one_file && !have_equal_contents(one, other)) return std::nullopt;
    return Sameness{
        written(one) + " and " + written(other) + " are the same program", true,
        "build"};
  }

  [[nodiscard]] std::string written(const Performance& one) const {
    return logic::is_under_test(one.revision) ? programs_.program_of(one).path
                                              : one.revision;
  }

  [[nodiscard]] std::string same_files(const std::string& one,
                                       const std::string& other) const {
    const std::string names =
        revision_name(one, sources_) + " and " + revision_name(other, sources_);
    const std::string& commit = sources_.at(one).commit;
    if (!commit.empty() && commit == sources_.at(other).commit) {
      constexpr std::size_t kShort = 7;
      return names + " are the same commit " + commit.substr(0, kShort);
    }
    return names + " are built from the same files";
  }

  void note(Relation& relation, const std::vector<Sameness>& all) {
    std::set<std::string> reported;
    for (const Sameness& one : all) {
      if (!reported.insert(one.sentence).second) continue;
      relation.identity +=
          (relation.identity.empty() ? "" : "; ") + one.sentence;
      if (!one.is_by_name) continue;
      auto slip = std::ranges::find(slips_, one.sentence, &Slip::sentence);
      if (slip == slips_.end()) {
        slip = slips_.insert(
            slip, {one.sentence, parser::to_text(relation), 0, one.other});
      }
      ++slip->relations;
    }
  }

  const ProgramCatalogue& programs_;
  const SourcesOfRevisions& sources_;
  std::map<std::string, std::string> trees_;
  /// Files that may be data and differ, by the names of two revisions.
  mutable std::map<std::pair<std::string, std::string>,
                   std::vector<std::string>>
      data_;
  std::vector<Slip> slips_;
};

std::string warning(const Slip& slip) {
  const std::size_t others = slip.relations - 1;
  return slip.sentence + ": " + slip.first +
         (others == 0 ? " compares"
                      : " and " + std::to_string(others) +
                            (others == 1 ? " more relation compare"
                                         : " more relations compare")) +
         " code with itself, and nothing of that is measured; name another " +
         slip.other + ", or give -s measure-identical";
}

}  // namespace

std::string revision_name(const std::string& name,
                          const SourcesOfRevisions& sources) {
  if (!name.empty()) return name;
  return sources.at(name).revision.is_working_tree()
             ? "the working tree"
             : "the revision under test";
}

std::vector<std::string> merge_same_code(Suite& suite,
                                         const ProgramCatalogue& programs,
                                         const SourcesOfRevisions& sources) {
  Merger merger(programs, sources);
  for (SuiteFormula& formula : suite.formulas) {
    if (formula.settings.measure_identical) continue;
    for (Relation& relation : formula.relations) {
      const bool was_measured = !relation.theta.terms().empty();
      merger.merge(relation, formula.dimension);
      // Chance does not decide it any more.
      const bool is_measured = !relation.theta.terms().empty();
      if (was_measured && !is_measured && suite.declared > 0) --suite.declared;
    }
  }
  std::vector<std::string> warnings;
  for (const Slip& slip : merger.slips()) warnings.push_back(warning(slip));
  for (std::string& remark : merger.remarks_on_data()) {
    warnings.push_back(std::move(remark));
  }
  return warnings;
}

std::vector<std::string> differing_files(const Tree& one, const Tree& other) {
  std::map<std::string, std::string> ids;
  for (const TreeFile& file : one) ids[file.path] = file.id;
  std::vector<std::string> result;
  for (const TreeFile& file : other) {
    const auto found = ids.find(file.path);
    if (found == ids.end()) {
      result.push_back(file.path);
      continue;
    }
    if (found->second != file.id) result.push_back(file.path);
    ids.erase(found);
  }
  for (const auto& [path, id] : ids) result.push_back(path);
  return result;
}

std::string files_text(const std::vector<std::string>& files) {
  constexpr std::size_t kMostNames = 3;
  const std::size_t named = std::min(files.size(), kMostNames);
  std::string text = files.front();
  for (std::size_t i = 1; i < named; ++i) {
    text += (i + 1 == files.size() ? " and " : ", ") + files[i];
  }
  const std::size_t more = files.size() - named;
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

}  // namespace spl::runner
