#include "runner/session/bound_formulas.hpp"

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

/// Returns how many commits follow each of the line, by its id: that of another
/// repository or line, or one that was not fetched, is not there.
std::map<std::string, std::size_t> places_on(const GuardedLine& line,
                                             Repository& repository) {
  std::map<std::string, std::size_t> result;
  try {
    const auto ids = repository.between(line.baseline, line.last);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      result.emplace(ids[i], ids.size() - 1 - i);
    }
  } catch (const RepositoryError&) {
    // There is no such line.
  }
  return result;
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
  const auto places = places_on(*line, repository);
  std::vector<std::pair<std::size_t, AcceptedCommit>> found;
  for (const AcceptedChange& one : all) {
    const auto place = places.find(one.commit);
    if (place == places.end()) continue;
    found.push_back({place->second, {repository.resolve(one.commit), one}});
  }
  std::ranges::stable_sort(found, [](const auto& one, const auto& other) {
    return one.first < other.first;
  });
  std::vector<AcceptedCommit> result;
  for (auto& [distance, one] : found) result.push_back(std::move(one));
  return result;
}

}  // namespace spl::runner
