#include "runner/revisions/revisions.hpp"

#include <algorithm>
#include <utility>

#include "runner/builds/build_inputs.hpp"
#include "runner/builds/repeated_builds.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/ignored_sources.hpp"
#include "runner/revisions/left_out_attributes.hpp"
#include "runner/revisions/overlay.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/files.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Reads what programs reported of themselves earlier, where that is kept.
class RememberingLauncher : public Launcher {
 public:
  RememberingLauncher(Launcher& launcher, const Built& built)
      : launcher_(launcher), built_(built) {}

  workload::CatalogueAnswer catalogue(const std::string& program) override {
    const auto found =
        std::find(built_.programs.begin(), built_.programs.end(), program);
    const auto number =
        static_cast<std::size_t>(found - built_.programs.begin());
    if (number >= built_.catalogues.size()) {
      return launcher_.catalogue(program);
    }
    const std::string& file = built_.catalogues[number];
    try {
      return workload::decode_catalogue_answer(read_file(file));
    } catch (const std::runtime_error&) {
      // Not there yet, or damaged: it is asked for.
    }
    workload::CatalogueAnswer answer = launcher_.catalogue(program);
    try {
      if (answer.failure.empty()) write_file(file, workload::encode(answer));
    } catch (const FileError&) {
      // The next time it is asked for again.
    }
    return answer;
  }
  void prepare(const Placement& placement) override {
    launcher_.prepare(placement);
  }
  BlockResult measure(const Block& block) override {
    return launcher_.measure(block);
  }
  void outlast_interruption() override { launcher_.outlast_interruption(); }
  std::vector<HostRecord> hosts() override { return launcher_.hosts(); }

 private:
  Launcher& launcher_;
  const Built& built_;
};

/// All builds of one of its programs, if there are several.
std::vector<std::string> given(const Built& built, const std::string& program) {
  const auto found =
      std::find(built.programs.begin(), built.programs.end(), program);
  const auto number = static_cast<std::size_t>(found - built.programs.begin());
  return number < built.given.size() ? built.given[number]
                                     : std::vector<std::string>();
}

std::string content(const Built& built, const std::string& program) {
  const auto found =
      std::find(built.programs.begin(), built.programs.end(), program);
  const auto number = static_cast<std::size_t>(found - built.programs.begin());
  return number < built.contents.size() ? built.contents[number] : "";
}

/// How messages name what formulas write.
std::string written(const std::string& name) {
  return name.empty() ? "the revision under test" : '@' + name;
}

using NamedRevision = std::pair<std::string, Revision>;

/// So that neighbours in history are built one after the other.
std::vector<NamedRevision> in_order_of_history(
    std::vector<NamedRevision> revisions) {
  const auto place = [](const NamedRevision& one) {
    return std::pair(one.second.is_working_tree(), one.second.author_date);
  };
  std::stable_sort(revisions.begin(), revisions.end(),
                   [&](const NamedRevision& left, const NamedRevision& right) {
                     return place(left) < place(right);
                   });
  return revisions;
}

/// What formulas are held against where the revision under test has no program:
/// today's programs, or else some revision's.
std::vector<logic::Entry> other_entries(const std::vector<std::string>& today,
                                        Launcher& launcher,
                                        const logic::Catalogue& catalogue) {
  try {
    if (!today.empty()) return ask(today, launcher).catalogue.entries;
  } catch (const ProgramError&) {
    // Not needed for measuring.
  }
  for (const auto& [name, facts] : catalogue.revisions) {
    if (facts.entries) return *facts.entries;
  }
  return {};
}

}  // namespace

Revisions::Revisions(const Invocation& invocation, const OpenRepository& open,
                     const MakeBuilder& make_builder)
    : recipe_(invocation.recipe),
      baseline_(invocation.settings.baseline),
      pushed_after_(invocation.pushed_after) {
  const Settings& settings = invocation.settings;
  if (recipe_.programs.empty()) {
    throw PlainError(
        "\"revisions\" in spl.json, which says how revisions are built, names "
        "no program; add at least \"revisions\": { \"program\": "
        "\"{build}/NAME\" }");
  }
  recipe_.repository = settings.repository;
  recipe_.timeout = settings.build_timeout.value_or(recipe_.timeout);
  if (settings.builds && settings.layouts.value_or(1) > 1) {
    throw PlainError(
        "--builds " + std::to_string(*settings.builds) + " and --layouts " +
        std::to_string(*settings.layouts) +
        " cannot be had together: the means of builds are compared, or those "
        "of links of one build; leave out one of them");
  }
  builds_ = settings.builds;
  recipe_.keeps_links = !builds_ && settings.layouts != std::size_t{1};
  recipe_.shuffles_builds = builds_ && settings.layouts != std::size_t{1};
  repository_ =
      open(settings.repository.empty() ? recipe_.project
                                       : fs::path(settings.repository));
  builder_ = make_builder(recipe_, settings.cache_limit);
  if (settings.rev.empty()) return;
  try {
    under_test_ = repository_->resolve(settings.rev);
  } catch (const RevisionError& error) {
    throw PlainError(std::string("--rev: ") + error.what());
  }
}

Revision Revisions::meant(const std::string& name) {
  if (name.empty()) {
    return under_test_.is_working_tree() ? repository_->working_tree_revision()
                                         : under_test_;
  }
  if (name != logic::kBaseline) {
    return repository_->resolve(logic::git_name(name));
  }
  if (!baseline_.empty()) return repository_->resolve(baseline_);
  return usual_baseline(meant(""));
}

Revision Revisions::usual_baseline(const Revision& under_test) {
  std::optional<std::string> built;
  const auto inputs = [this](const Revision& revision) {
    return tree_id(counted_for_baseline(
        order(revision, repository_->tree(revision)).tree));
  };
  BaselineHints hints{[&](const Revision& commit) {
                        if (!built) built = inputs(under_test);
                        return inputs(commit) == *built;
                      },
                      pushed_after_};
  return repository_->default_baseline(under_test, hints);
}

std::map<std::string, logic::RevisionFacts> Revisions::resolve(
    const std::set<std::string>& names) {
  std::map<std::string, logic::RevisionFacts> result;
  for (const std::string& name : names) {
    try {
      resolved_[name] = meant(name);
      result[name] = {};
    } catch (const RevisionError& error) {
      result[name].problem = error.what();
      const std::vector<std::string> known{logic::kBaseline};
      if (name != logic::kBaseline &&
          result[name].problem.find("did you mean") == std::string::npos) {
        result[name].problem += logic::did_you_mean(name, known);
      }
    }
  }
  return result;
}

std::vector<Built> Revisions::built_orders(
    const std::vector<BuildOrder>& orders, const BuildProgress& progress) {
  const TreeContent content = [this](const TreeFile& file) {
    return repository_->content(file);
  };
  if (!builds_) return builder_->build(orders, content, progress);
  return builds_of_each(
      builder_->build(several_of_each(orders, *builds_), content, progress),
      *builds_, recipe_);
}

BuildOrder Revisions::order(const Revision& revision, Tree tree) {
  const std::filesystem::path folder = repository_->folder();
  return {revision, given_to_builds(overlaid(std::move(tree), recipe_.overlay,
                                             recipe_.project, folder),
                                    recipe_, folder)};
}

/// The one whose files a revision has; empty if none is known to.
std::string Revisions::commit(const Revision& revision) {
  if (!revision.is_working_tree()) return revision.id;
  if (revision.dirty) return {};
  try {
    return repository_->resolve("HEAD").id;
  } catch (const RepositoryError&) {
    return {};  // There is no commit yet.
  }
}

void Revisions::add_remarks(const std::vector<BuildOrder>& orders,
                            std::vector<std::string>& warnings) {
  for (const BuildOrder& order : orders) {
    std::vector<std::string> remarks = left_out_remarks(order.tree);
    if (!order.revision.remark.empty()) {
      remarks.push_back(order.revision.remark);
    }
    for (const std::string& remark : remarks) {
      if (remarked_.insert(remark).second) warnings.push_back(remark);
    }
  }
}

ProgramCatalogue Revisions::build(const logic::RevisionsUsed& used,
                                  const std::vector<std::string>& today,
                                  Launcher& launcher,
                                  const BuildProgress& progress,
                                  std::vector<std::string>& warnings) {
  if (used.under_test) resolved_[""] = meant("");
  std::vector<NamedRevision> wanted;
  for (const auto& [name, revision] : resolved_) {
    if (name.empty() || used.named.contains(name)) {
      wanted.emplace_back(name, revision);
    }
  }
  ProgramCatalogue result;
  std::vector<std::string> names;
  std::vector<BuildOrder> orders;
  sources_.clear();
  for (const auto& [name, revision] : in_order_of_history(std::move(wanted))) {
    try {
      Tree tree = repository_->tree(revision);
      Tree hidden = hidden_by_overlay(tree, recipe_.overlay, recipe_.project,
                                      repository_->folder());
      orders.push_back(order(revision, std::move(tree)));
      names.push_back(name);
      sources_[name] = {revision, commit(revision), orders.back().tree,
                        std::move(hidden)};
    } catch (const RepositoryError& error) {
      result.failures[name] = "cannot be measured: " + written(name) +
                              " cannot be checked out: " + error.what();
    }
  }
  add_remarks(orders, warnings);
  built_ = built_orders(orders, progress);
  const std::vector<Built>& built = built_;
  std::map<std::vector<std::string>, ProgramCatalogue> asked;
  for (std::size_t i = 0; i < built.size(); ++i) {
    const std::string& name = names[i];
    for (const std::string& warning : built[i].warnings) {
      warnings.push_back(written(name) + ": " + warning);
    }
    sources_[name].fetched = built[i].fetched;
    if (!built[i].failure.empty()) {
      result.failures[name] =
          "cannot be measured: " + written(name) + ' ' + built[i].failure +
          ignored_source(built[i].failure, repository_->ignored_files());
      continue;
    }
    try {
      RememberingLauncher remembering(launcher, built[i]);
      const auto known = asked.find(built[i].programs);
      ProgramCatalogue one = known != asked.end()
                                 ? known->second
                                 : ask(built[i].programs, remembering);
      for (ProgramCatalogue::Program& program : one.programs) {
        program.links.pack = built[i].links;
        program.links.given = given(built[i], program.path);
        program.content = content(built[i], program.path);
        if (!built[i].links_problem.empty()) {
          program.links.problem = written(name) + ' ' + built[i].links_problem;
        }
      }
      if (known == asked.end()) {
        asked.emplace(built[i].programs, one);
        result.programs.insert(result.programs.end(), one.programs.begin(),
                               one.programs.end());
      }
      if (name.empty()) {
        result.catalogue.entries = std::move(one.catalogue.entries);
      } else {
        result.catalogue.revisions[name].entries =
            std::move(one.catalogue.entries);
      }
    } catch (const ProgramError& error) {
      result.failures[name] = "cannot be measured: the program of " +
                              written(name) + " is of no use: " + error.what();
    }
  }
  if (result.catalogue.entries.empty()) {
    result.catalogue.entries = other_entries(today, launcher, result.catalogue);
  }
  return result;
}

bool Revisions::has_lost_programs() const {
  return std::any_of(built_.begin(), built_.end(), [this](const Built& one) {
    return !builder_->is_there(one);
  });
}

}  // namespace spl::runner
