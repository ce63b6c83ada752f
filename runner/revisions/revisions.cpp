#include "runner/revisions/revisions.hpp"

#include <algorithm>
#include <utility>

#include "runner/builds/build_configuration.hpp"
#include "runner/builds/build_inputs.hpp"
#include "runner/builds/kept_build.hpp"
#include "runner/git/content_id.hpp"
#include "runner/programs/command_catalogue.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/command_words.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

/// Continues why the program of another revision cannot be used.
constexpr const char* kFromBefore =
    "\n    if this revision is from before the benchmarks, list their files as "
    "\"overlay\" in \"revisions\" of spl.json, or name another revision, as "
    "with --baseline";

namespace fs = std::filesystem;

/// Sorts revisions so that neighbours in history are built one after the other.
void sort_by_history(std::vector<NamedRevision>& revisions) {
  const auto place = [](const NamedRevision& one) {
    return std::pair(one.revision.is_working_tree(), one.revision.author_date);
  };
  std::ranges::stable_sort(
      revisions, [&](const NamedRevision& left, const NamedRevision& right) {
        return place(left) < place(right);
      });
}

/// Returns the entries that formulas are held against if the revision under
/// test has no program: those of today's programs, or else of some revision.
std::vector<logic::Entry> other_entries(const std::vector<std::string>& today,
                                        Launcher& launcher,
                                        const logic::Catalogue& catalogue) {
  try {
    if (!today.empty()) return ask(today, launcher).catalogue.entries;
  } catch (const ProgramError&) {
    // Today's programs are not needed for measuring.
  }
  for (const auto& [name, facts] : catalogue.revisions) {
    if (facts.entries) return *facts.entries;
  }
  return {};
}

bool have_equal_programs(const Built& one, const Built& other) {
  return one.failure.empty() && other.failure.empty() &&
         std::equal(one.programs.begin(), one.programs.end(),
                    other.programs.begin(), other.programs.end(),
                    [](const BuiltProgram& left, const BuiltProgram& right) {
                      return !left.content.empty() &&
                             left.content == right.content;
                    });
}

bool have_other_data(const Tree& one, const Tree& other) {
  const std::vector<std::string> files = differing_files(one, other);
  return std::ranges::any_of(files, may_be_data);
}

/// Returns what was built with the programs whose workloads are wanted.
Built with_wanted_programs(Built built, const BuildRecipe& recipe) {
  if (recipe.wanted_programs.empty()) return built;
  std::vector<BuiltProgram> wanted;
  for (const std::size_t position : recipe.wanted_programs) {
    if (position < built.programs.size()) {
      wanted.push_back(std::move(built.programs[position]));
    }
  }
  built.programs = std::move(wanted);
  return built;
}

}  // namespace

Revision named_revision(const std::string& option, const std::string& name,
                        Repository& repository) {
  try {
    return repository.resolve(name);
  } catch (const RevisionError& error) {
    throw PlainError(option + ": " + error.what());
  }
}

std::vector<Revision> commits_between(const std::string& command,
                                      const Revision& good, const Revision& bad,
                                      Repository& repository) {
  try {
    std::vector<Revision> path = repository.path(good, bad);
    if (!path.empty()) return path;
  } catch (const RevisionError& error) {
    throw PlainError(command + ": " + error.what());
  }
  throw PlainError(command + ": there is no commit after " + good.name +
                   " up to " + bad.name);
}

Revisions::Revisions(const Invocation& invocation, const OpenRepository& open,
                     const MakeBuilder& make_builder)
    : recipe_(invocation.recipe),
      baseline_(invocation.settings.baseline),
      pushed_after_(invocation.pushed_after),
      commands_(invocation.commands) {
  const Settings& settings = invocation.settings;
  if (!invocation.project) {
    throw PlainError(
        lack_of_project(invocation) +
        "nothing says how revisions are built; spl-run init writes one, or "
        "write { \"revisions\": { \"program\": \"{build}/NAME\" } }");
  }
  if (builds_nothing(recipe_)) {
    throw PlainError(
        "\"revisions\" in spl.json, which says how revisions are built, names "
        "no program; add at least \"revisions\": { \"program\": "
        "\"{build}/NAME\" }");
  }
  recipe_.repository = settings.repository;
  recipe_.timeout = settings.build_timeout.value_or(recipe_.timeout);
  if (settings.builds && settings.layouts.value_or(1) > 1) {
    throw PlainError(
        "-s builds=" + std::to_string(*settings.builds) +
        " and -s layouts=" + std::to_string(*settings.layouts) +
        " exclude each other: one compares the means of builds, the other "
        "those of links of one build; leave out one of them");
  }
  builds_ = settings.builds;
  recipe_.keeps_links = !builds_ && settings.layouts != std::size_t{1};
  recipe_.shuffles_builds = builds_ && settings.layouts != std::size_t{1};
  repository_ =
      open(settings.repository.empty() ? recipe_.project
                                       : fs::path(settings.repository));
  builder_ = make_builder(recipe_, settings.cache_limit);
  if (settings.rev.empty()) return;
  under_test_ = named_revision("--rev", settings.rev, *repository_);
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
                        if (built_alike_.contains(commit.id)) return true;
                        if (!built) built = inputs(under_test);
                        return inputs(commit) == *built;
                      },
                      pushed_after_};
  return repository_->default_baseline(under_test, hints);
}

bool Revisions::moves_baseline(const logic::RevisionsUsed& used) {
  const bool is_usual = baseline_.empty() && !builds_ && used.under_test &&
                        used.named.contains(logic::kBaseline);
  if (!is_usual) return false;
  const auto built = [&](const std::string& name) {
    return std::ranges::find(built_, name, &NamedBuilt::name);
  };
  const auto today = built("");
  const auto before = built(logic::kBaseline);
  if (today == built_.end() || before == built_.end()) return false;
  if (!have_equal_programs(today->built, before->built) ||
      have_other_data(sources_.at("").tree,
                      sources_.at(logic::kBaseline).tree)) {
    return false;
  }
  Revision& baseline = resolved_[logic::kBaseline];
  if (!built_alike_.insert(baseline.id).second) return false;
  const Revision next = usual_baseline(meant(""));
  if (next.id == baseline.id) return false;
  baseline = next;
  return true;
}

std::map<std::string, logic::RevisionFacts> Revisions::resolve(
    const std::set<std::string>& names) {
  std::map<std::string, logic::RevisionFacts> result;
  for (const std::string& name : names) {
    try {
      resolved_[name] = meant(name);
      result[name] = {};
    } catch (const MisspeltRevision& error) {
      result[name].problem = error.what();
    } catch (const RevisionError& error) {
      result[name].problem = error.what();
      if (name == logic::kBaseline) continue;
      const std::vector<std::string> known{logic::kBaseline};
      result[name].problem += logic::did_you_mean(name, known);
    }
  }
  return result;
}

std::vector<NamedBuilt> Revisions::built_orders(
    const std::vector<NamedOrder>& named, const BuildProgress& progress) {
  std::vector<BuildOrder> orders;
  for (const NamedOrder& one : named) orders.push_back(one.order);
  const TreeContent content = [this](const TreeFile& file) {
    return repository_->content(file);
  };
  std::vector<Built> built =
      builds_
          ? builds_of_each(builder_->build(several_of_each(orders, *builds_),
                                           content, progress),
                           *builds_, recipe_)
          : builder_->build(orders, content, progress);
  std::vector<NamedBuilt> result;
  for (std::size_t i = 0; i < built.size(); ++i) {
    result.push_back({named[i].name, std::move(built[i])});
  }
  return result;
}

BuildOrder Revisions::order(const Revision& revision, Tree tree) {
  const std::filesystem::path folder = repository_->folder();
  return {revision, given_to_builds(overlaid(std::move(tree), recipe_.overlay,
                                             recipe_.project, folder),
                                    recipe_, folder)};
}

/// Returns the commit whose files a revision has; empty if none is known.
std::string Revisions::commit(const Revision& revision) {
  if (!revision.is_working_tree()) return revision.id;
  if (revision.dirty) return {};
  try {
    return repository_->resolve("HEAD").id;
  } catch (const RepositoryError&) {
    return {};  // There is no commit yet.
  }
}

std::string Revisions::written(const std::string& name) const {
  if (!logic::is_under_test(name)) return '@' + name;
  return "the revision under test" + (under_test_.is_working_tree()
                                          ? std::string()
                                          : " (" + under_test_.name + ')');
}

void Revisions::add_remarks(const std::vector<NamedOrder>& orders,
                            Warnings& warnings) {
  for (const std::string& path : repository_->empty_submodules()) {
    std::string text = "the submodule " + path;
    text +=
        " is not checked out, and left empty in all revisions; get it with: "
        "git submodule update --init ";
    text += to_text(std::vector<std::string>{path});
    warnings.emplace_back(std::move(text));
  }
  for (const auto& [name, order] : orders) {
    std::vector<std::string> remarks = left_out_remarks(order.tree);
    if (!order.revision.remark.empty()) {
      remarks.push_back(order.revision.remark);
    }
    for (const std::string& remark : remarks) {
      if (remarked_.insert(remark).second) warnings.push_back(remark);
    }
  }
}

std::vector<NamedRevision> Revisions::wanted(const logic::RevisionsUsed& used) {
  if (used.under_test) resolved_[""] = meant("");
  std::vector<NamedRevision> result;
  for (const auto& [name, revision] : resolved_) {
    if (name.empty() || used.named.contains(name)) {
      result.push_back({name, revision});
    }
  }
  sort_by_history(result);
  return result;
}

std::vector<NamedOrder> Revisions::check_out(
    const std::vector<NamedRevision>& wanted,
    std::map<std::string, std::string>& failures) {
  std::vector<NamedOrder> result;
  sources_.clear();
  for (const auto& [name, revision] : wanted) {
    try {
      Tree tree = repository_->tree(revision);
      result.push_back({name, order(revision, std::move(tree))});
      sources_[name] = {revision, commit(revision), result.back().order.tree};
    } catch (const RepositoryError& error) {
      failures[name] = "cannot be measured: " + written(name) +
                       " cannot be checked out: " + error.what();
    }
  }
  return result;
}

void Revisions::add_programs(const NamedBuilt& one, Launcher& launcher,
                             AskedPrograms& asked, ProgramCatalogue& result) {
  const std::string& name = one.name;
  const Built built = with_wanted_programs(one.built, recipe_);
  if (!built.failure.empty()) {
    result.failures[name] =
        "cannot be measured: " + written(name) + ' ' + built.failure +
        ignored_source(built.failure, repository_->ignored_files()) +
        (logic::is_under_test(name) ? "" : missing_target(built.failure));
    return;
  }
  try {
    auto known = asked.find(built.programs);
    if (known == asked.end()) {
      ProgramCatalogue programs =
          built_catalogue(built, written(name), launcher);
      result.programs.insert(result.programs.end(), programs.programs.begin(),
                             programs.programs.end());
      known = asked.emplace(built.programs, programs.catalogue.entries).first;
    }
    (logic::is_under_test(name)
         ? result.catalogue.entries
         : result.catalogue.revisions[name].entries.emplace()) = known->second;
  } catch (const ProgramError& error) {
    result.failures[name] = "cannot be measured: the program of " +
                            written(name) + " cannot be used: " + error.what() +
                            (logic::is_under_test(name) ? "" : kFromBefore);
  }
}

/// Commands that name no folder of a revision are the same at all, and belong
/// to the one under test.
void Revisions::add_commands(const NamedBuilt& one, ProgramCatalogue& result) {
  const auto& [name, built] = one;
  if (result.failures.contains(name)) return;
  CommandSet commands{commands_,
                      recipe_.project,
                      {built.folder / kKeptSource, built.folder},
                      name.empty() && has_commands_};
  if (!name.empty()) {
    std::erase_if(commands.recipes, [](const CommandRecipe& recipe) {
      return !names_revision(recipe);
    });
  }
  try {
    (void)runner::add_commands(commands, name, result);
  } catch (const ProgramError& error) {
    result.failures[name] = std::string("cannot be measured: ") + error.what();
  }
}

/// What is wrong with a program that the user has built is said before it is
/// built of revisions, which takes minutes.
void Revisions::try_programs(Launcher& launcher) const {
  try {
    (void)ask(programs_of_user(recipe_), launcher);
  } catch (const ProgramError& error) {
    throw MeasuringFailed(
        std::string(error.what()) +
        "\n    this is your own build, and revisions would be built alike: "
        "nothing has been built of them; if it is old, build it again");
  }
}

ProgramCatalogue Revisions::build(const logic::RevisionsUsed& used,
                                  const std::vector<std::string>& today,
                                  Launcher& launcher,
                                  const BuildProgress& progress,
                                  Warnings& warnings) {
  ProgramCatalogue result;
  std::vector<NamedOrder> orders;
  do {
    result.failures.clear();
    orders = check_out(wanted(used), result.failures);
    built_ = built_orders(orders, [&](const BuildNews& news) {
      if (news.what == BuildNews::What::kStarts) try_programs(launcher);
      if (progress) progress(news);
    });
  } while (moves_baseline(used));
  add_remarks(orders, warnings);
  AskedPrograms asked;
  for (const NamedBuilt& one : built_) {
    for (const std::string& warning : one.built.warnings) {
      warnings.emplace_back(written(one.name), ": " + warning);
    }
    add_programs(one, launcher, asked, result);
    add_commands(one, result);
  }
  if (result.catalogue.entries.empty()) {
    result.catalogue.entries = other_entries(today, launcher, result.catalogue);
    if (result.failures.contains(logic::kUnderTest)) {
      result.catalogue.revisions[logic::kUnderTest];
    }
  }
  return result;
}

bool Revisions::has_lost_programs() const {
  return std::ranges::any_of(built_, [this](const NamedBuilt& one) {
    return !builder_->is_there(one.built);
  });
}

}  // namespace spl::runner
