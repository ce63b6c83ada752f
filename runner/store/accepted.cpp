#include "runner/store/accepted.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runner/store/experiment.hpp"
#include "runner/store/schema.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {

namespace {

void insert(Database& database, const AcceptedChange& change) {
  const nlohmann::json facts{change.commit, change.pattern, change.reason,
                             change.time};
  const Uuid uuid = uuid_of(
      "accepted " +
      facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  database
      .statement("INSERT OR IGNORE INTO accepted VALUES (NULL, ?, ?, ?, ?, ?)")
      .run(uuid, change.commit, change.pattern, change.reason, change.time);
}

/// Returns the time of the last acceptance of a commit and a pattern, or of the
/// last withdrawal; empty if there is none.
std::string last_time(Database& database, const AcceptedChange& change,
                      bool of_withdrawal) {
  Statement found = database.statement(
      "SELECT coalesce(max(accepted_at), '') FROM accepted "
      "WHERE commit_id = ? AND pattern = ? AND (reason = '') = ?");
  found.start(change.commit, change.pattern, of_withdrawal);
  (void)found.next();
  return std::string(found.text(0));
}

}  // namespace

void accept(Database& database, const AcceptedChange& change) {
  AcceptedChange later = change;
  const std::string withdrawn = last_time(database, change, true);
  if (!withdrawn.empty() && later.time <= withdrawn) {
    later.time = time_before(withdrawn, std::chrono::seconds(-1));
  }
  insert(database, later);
}

void withdraw(Database& database, const std::string& commit,
              const std::string& pattern, const std::string& time) {
  AcceptedChange none{commit, pattern, "", time};
  none.time = std::max(time, last_time(database, none, false));
  insert(database, none);
}

void require_few_accepted(Database& database, const std::string& name) {
  constexpr std::int64_t kMost = 10'000;
  const std::string count = "SELECT count(*) FROM " + name + ".accepted";
  if (database.integer(count.c_str()) <= kMost) return;
  throw DatabaseError(DatabaseError::Kind::kOther,
                      database.file().string() +
                          ": more than 10 000 changes would be accepted");
}

// A store of others may have HEAD or another expression for a revision.
std::vector<AcceptedChange> accepted_changes(Database& database) {
  if (database.integer("PRAGMA user_version") == 0) return {};  // No tables.
  require_few_accepted(database, "main");
  Statement found = database.statement(
      "WITH withdrawn AS (SELECT commit_id, pattern, max(accepted_at) AS last "
      "FROM accepted WHERE reason = '' GROUP BY commit_id, pattern) "
      "SELECT commit_id, pattern, reason, accepted_at FROM accepted "
      "LEFT JOIN withdrawn USING (commit_id, pattern) "
      "WHERE reason <> '' AND length(commit_id) IN (40, 64) AND "
      "commit_id NOT GLOB '*[^0-9a-f]*' AND "
      "(last IS NULL OR last < accepted_at) ORDER BY accepted_at, uuid");
  found.start();
  std::vector<AcceptedChange> result;
  while (found.next()) {
    result.push_back({std::string(found.text(0)), std::string(found.text(1)),
                      std::string(found.text(2)), std::string(found.text(3))});
  }
  return result;
}

}  // namespace spl::runner
