#include "runner/session/accepted_commits.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/schema.hpp"
#include "spl/logic/revision_name.hpp"

namespace spl::runner {
namespace {

/// Returns how many commits follow; nothing if it is no ancestor.
std::optional<std::size_t> distance_between(const Revision& earlier,
                                            const Revision& later,
                                            Repository& repository) {
  if (earlier.id == later.id) return 0;
  try {
    return repository.path(earlier, later).size();
  } catch (const RepositoryError&) {
    return std::nullopt;
  }
}

/// The line of history from the baseline to the revision under test, of which a
/// working tree is at its HEAD.
struct GuardedLine {
  Revision baseline;
  Revision last;
};

std::optional<GuardedLine> guarded_line(Revisions& revisions) {
  const auto facts = revisions.resolve({logic::kBaseline});
  // The guard itself says what is wrong with it.
  if (!facts.at(logic::kBaseline).problem.empty()) return std::nullopt;
  const Revision& tested = revisions.under_test();
  return GuardedLine{revisions.resolved().at(logic::kBaseline),
                     tested.is_working_tree()
                         ? revisions.repository().resolve("HEAD")
                         : tested};
}

/// A commit of the line after its baseline, and how many follow it there.
struct CommitOnLine {
  Revision commit;
  std::size_t left;
};

/// Returns nothing for a commit of another repository or line, or one that was
/// not fetched.
std::optional<CommitOnLine> commit_on(const GuardedLine& line,
                                      const std::string& id,
                                      Repository& repository) {
  try {
    const Revision commit = repository.resolve(id);
    const auto since = distance_between(line.baseline, commit, repository);
    const auto left = distance_between(commit, line.last, repository);
    if (since.value_or(0) == 0 || !left) return std::nullopt;
    return CommitOnLine{commit, *left};
  } catch (const RevisionError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<AcceptedChange> accepted_changes_of(const Session& session) {
  if (!session.world.keeps_history) return {};
  try {
    const auto& file = session.history.place().file;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return {};
    return accepted_changes(
        *open_existing_store(file, Database::Access::kRead));
  } catch (const PlainError&) {
    return {};  // `history` is off.
  } catch (const DatabaseError&) {
    return {};  // Whoever measures is warned of it.
  } catch (const SchemaError&) {
    return {};
  }
}

std::vector<AcceptedCommit> accepted_since_baseline(const Session& session) {
  const std::vector<AcceptedChange> all = accepted_changes_of(session);
  if (all.empty()) return {};
  Revisions revisions(session.invocation, session.world.open_repository,
                      session.world.make_builder);
  const auto line = guarded_line(revisions);
  if (!line) return {};
  Repository& repository = revisions.repository();
  std::map<std::string, std::optional<CommitOnLine>> commits;
  std::vector<std::pair<std::size_t, AcceptedCommit>> found;
  for (const AcceptedChange& one : all) {
    const auto [known, is_new] = commits.try_emplace(one.commit);
    if (is_new) known->second = commit_on(*line, one.commit, repository);
    if (!known->second) continue;
    found.push_back({known->second->left, {known->second->commit, one}});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& one, const auto& other) {
                     return one.first < other.first;
                   });
  std::vector<AcceptedCommit> result;
  for (auto& [distance, one] : found) result.push_back(std::move(one));
  return result;
}

}  // namespace spl::runner
