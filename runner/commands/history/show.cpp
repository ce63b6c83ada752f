#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runner/commands/history/history.hpp"
#include "runner/findings/performance_history.hpp"
#include "runner/formulas/performance_name.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner::command {
namespace {

std::set<std::string> commits_of(const std::vector<StoredPair>& pairs) {
  std::set<std::string> result;
  for (const StoredPair& one : pairs) result.insert(one.commit);
  return result;
}

/// Throws PlainError if there is no store or no such performance in it.
std::vector<StoredPair> pairs_of(const logic::Performance& performance,
                                 const Revision& reference,
                                 const Session& session) {
  const auto database = open_existing_store(session.history.place().file,
                                            Database::Access::kRead);
  auto pairs = stored_pairs(*database, performance,
                            session.invocation.settings.metric, reference.id);
  if (!pairs.empty()) return pairs;
  const std::string name = to_text(performance);
  logic::Performance compared = performance;
  compared.revision = reference.name;
  throw PlainError("the store has no blocks of " + name +
                   " at other commits beside " + reference.name +
                   "; make some at each commit with spl-run -e '" + name +
                   " <= " + to_text(compared) +
                   "', or name another revision with --reference");
}

/// Finds the accepted commits of a history: each is one of those from which
/// the change may be, after the last point before it.
void name_accepted_in_history(const Session& session, Repository& repository,
                              PerformanceHistory& history) {
  std::map<std::string, std::string> reasons;
  for (const AcceptedChange& one : accepted_changes_of(session)) {
    if (selects_performance(one.pattern, history.performance)) {
      reasons[one.commit] = one.reason;
    }
  }
  if (reasons.empty()) return;
  std::set<std::string> wanted;
  for (const auto& [commit, reason] : reasons) wanted.insert(commit);
  for (const HistoryPoint& one : history.points) wanted.insert(one.revision.id);
  std::size_t point = 0;  // The first that is not before the commit.
  for (const Revision& one : repository.first_parents(history.last, wanted)) {
    const auto reason = reasons.find(one.id);
    for (std::size_t i = 0; i < history.changes.size(); ++i) {
      if (reason == reasons.end() || history.changes[i].first_after != point) {
        continue;
      }
      history.accepted.push_back({i, one, reason->second});
    }
    const bool is_point = point < history.points.size() &&
                          history.points[point].revision.id == one.id;
    point += is_point ? 1 : 0;
  }
}

}  // namespace

ExitStatus run_show(const Session& session) {
  const Invocation& invocation = session.invocation;
  const Settings& settings = invocation.settings;
  if (settings.reference.empty()) {
    throw PlainError(
        "history show reports ratios to a revision that was measured in the "
        "same blocks; name it with --reference REV, or as \"reference\" in "
        "spl.json");
  }
  const logic::Performance performance =
      performance_of(invocation.line.subject);
  if (!logic::is_under_test(performance.revision)) {
    throw PlainError(
        "history show takes a performance without a revision, "
        "such as '" +
        to_text(without_revision(performance)) + "'");
  }
  Revisions revisions(invocation, session.world.open_repository,
                      session.world.make_builder);
  Repository& repository = revisions.repository();
  const Revision reference =
      named_revision("--reference", settings.reference, repository);
  const Revision last = named_revision(
      "--rev", settings.rev.empty() ? "HEAD" : settings.rev, repository);
  const auto pairs = pairs_of(performance, reference, session);
  PerformanceHistory found = performance_history(
      performance,
      {reference, repository.first_parents(last, commits_of(pairs))}, pairs,
      settings, session.seed);
  found.last = last;
  name_accepted_in_history(session, repository, found);
  const bool is_empty = found.points.empty();
  session.report.outcome = std::make_shared<ShownHistory>(std::move(found));
  write_reports(session);
  return is_empty ? ExitStatus::kUndecided : ExitStatus::kFound;
}

}  // namespace spl::runner::command
