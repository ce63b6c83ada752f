#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/builds/builder.hpp"
#include "runner/builds/built.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/git/repository.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/revisions/same_code.hpp"
#include "spl/logic/revision_name.hpp"

/// From the revisions that formulas name to programs that measure them.
namespace spl::runner {

/// Opens repositories and makes builders; main has the real ones, tests script
/// them.
using OpenRepository =
    std::function<std::unique_ptr<Repository>(const std::filesystem::path&)>;
using MakeBuilder = std::function<std::unique_ptr<Builder>(
    const BuildRecipe& recipe, std::uint64_t cache_limit)>;

/// A revision, its order and its build, each with the name that formulas have
/// for it: empty for the one under test.
struct NamedRevision {
  std::string name;
  Revision revision;
};
struct NamedOrder {
  std::string name;
  BuildOrder order;
};
struct NamedBuilt {
  std::string name;
  Built built;
};

/// Returns the revision that an option or a command names. Throws PlainError
/// that begins with it.
[[nodiscard]] Revision named_revision(const std::string& option,
                                      const std::string& name,
                                      Repository& repository);

/// Returns the commits after the good one up to the bad one, at least one, the
/// oldest first. Throws PlainError that begins with the command.
[[nodiscard]] std::vector<Revision> commits_between(const std::string& command,
                                                    const Revision& good,
                                                    const Revision& bad,
                                                    Repository& repository);

/// The revisions of one invocation.
class Revisions {
 public:
  /// Opens the repository. Throws RepositoryError and, if the revision under
  /// test is none, PlainError.
  Revisions(const Invocation& invocation, const OpenRepository& open,
            const MakeBuilder& make_builder);

  [[nodiscard]] Repository& repository() { return *repository_; }
  [[nodiscard]] const Revision& under_test() const { return under_test_; }
  /// The folder of the project file.
  [[nodiscard]] const std::filesystem::path& project() const {
    return recipe_.project;
  }

  /// Sets another revision under test, or another meaning of @baseline.
  void set_under_test(Revision revision) { under_test_ = std::move(revision); }
  [[nodiscard]] bool has_baseline() const { return !baseline_.empty(); }
  void set_baseline(std::string name) { baseline_ = std::move(name); }

  /// Says whether formulas write commands, `command("tool x")`; by default they
  /// may.
  void set_has_commands(bool has_commands) { has_commands_ = has_commands; }

  /// As Builder::go_on().
  void go_on(const std::string& undertaking) { builder_->go_on(undertaking); }

  /// Resolves names: the facts of one have the problem, or nothing.
  [[nodiscard]] std::map<std::string, logic::RevisionFacts> resolve(
      const std::set<std::string>& names);

  /// Builds the revisions that are used and asks their programs. Names are
  /// resolved without problems. Formulas are held against the programs `today`
  /// if the revision under test cannot be built. Warnings are added to
  /// `warnings`.
  [[nodiscard]] ProgramCatalogue build(const logic::RevisionsUsed& used,
                                       const std::vector<std::string>& today,
                                       Launcher& launcher,
                                       const BuildProgress& progress,
                                       Warnings& warnings);

  /// Returns whether anything that was built is no longer there.
  [[nodiscard]] bool has_lost_programs() const;

  /// Returns the resolved revisions by name; that of the one under test is
  /// empty.
  [[nodiscard]] const std::map<std::string, Revision>& resolved() const {
    return resolved_;
  }

  /// Returns whether build() took an earlier commit for @baseline, since later
  /// ones have the program of the revision under test.
  [[nodiscard]] bool has_moved_baseline() const {
    return !built_alike_.empty();
  }

  /// Returns the sources of the last build().
  [[nodiscard]] const SourcesOfRevisions& sources() const { return sources_; }

 private:
  [[nodiscard]] Revision meant(const std::string& name);
  [[nodiscard]] Revision usual_baseline(const Revision& under_test);
  /// Gives @baseline another meaning if its program, as the last build() made
  /// it, is that of the revision under test. Returns whether it did.
  [[nodiscard]] bool moves_baseline(const logic::RevisionsUsed& used);
  /// Makes the order of a revision from its files as the repository has them.
  [[nodiscard]] BuildOrder order(const Revision& revision, Tree tree);
  [[nodiscard]] std::string commit(const Revision& revision);
  /// Names a revision in messages.
  [[nodiscard]] std::string written(const std::string& name) const;
  /// The resolved revisions that are used, neighbours in history side by side.
  [[nodiscard]] std::vector<NamedRevision> wanted(
      const logic::RevisionsUsed& used);
  /// Fills sources_; adds why a revision has no order to `failures`.
  [[nodiscard]] std::vector<NamedOrder> check_out(
      const std::vector<NamedRevision>& wanted,
      std::map<std::string, std::string>& failures);
  void try_programs(Launcher& launcher) const;
  [[nodiscard]] std::vector<NamedBuilt> built_orders(
      const std::vector<NamedOrder>& named, const BuildProgress& progress);

  /// Adds each remark once.
  void add_remarks(const std::vector<NamedOrder>& orders, Warnings& warnings);

  /// Revisions of equal sources have the same programs, which are asked once.
  using AskedPrograms =
      std::map<std::vector<BuiltProgram>, std::vector<logic::Entry>>;
  void add_programs(const NamedBuilt& one, Launcher& launcher,
                    AskedPrograms& asked, ProgramCatalogue& result);
  void add_commands(const NamedBuilt& one, ProgramCatalogue& result);

  BuildRecipe recipe_;
  std::optional<std::size_t>
      builds_;  ///< Builds of each; absent: a single one.
  std::unique_ptr<Repository> repository_;
  std::unique_ptr<Builder> builder_;
  std::string baseline_;
  std::string pushed_after_;
  std::vector<CommandRecipe> commands_;
  bool has_commands_ = true;
  Revision under_test_;
  std::map<std::string, Revision> resolved_;
  SourcesOfRevisions sources_;
  std::set<std::string> remarked_;
  std::vector<NamedBuilt> built_;  ///< Results of the last build().
  /// Commits with the program of the revision under test.
  std::set<std::string> built_alike_;
};

/// Returns the tree with some paths of the working tree in place of its own.
/// Throws RepositoryError if one of them is not there.
[[nodiscard]] Tree overlaid(Tree tree, const std::vector<std::string>& overlay,
                            const std::filesystem::path& project,
                            const std::filesystem::path& repository);

/// Returns a remark on each attribute of .gitattributes that some files of the
/// tree have and builds do without.
[[nodiscard]] std::vector<std::string> left_out_remarks(const Tree& tree);

/// Returns a remark on a build that knows no such target, lacks its folder, or
/// makes no such program: the revision may be from before the benchmarks. Empty
/// if the failure says nothing of the kind.
[[nodiscard]] std::string missing_target(const std::string& failure);

/// Returns a remark on a file that a failed build may lack: "; gen/config.h is
/// in the working tree, but Git ignores it ...". The end of the build's log
/// says that the file is missing, and Git ignores it in the working tree. Empty
/// if there is no such file.
[[nodiscard]] std::string ignored_source(
    const std::string& failure, const std::vector<std::string>& ignored);

/// Returns what the programs of a build have, and how they can be linked. What
/// they reported earlier is read, if it was kept, and else asked for and kept.
/// `name` is that of the revision in messages. Throws ProgramError as ask().
[[nodiscard]] ProgramCatalogue built_catalogue(const Built& built,
                                               const std::string& name,
                                               Launcher& launcher);

}  // namespace spl::runner
