#include "runner/store/accepted.hpp"

#include <nlohmann/json.hpp>

#include "runner/store/schema.hpp"
#include "runner/store/uuid.hpp"

namespace spl::runner {

void accept(Database& database, const AcceptedChange& change) {
  const nlohmann::json facts{change.commit, change.pattern, change.reason,
                             change.time};
  const Uuid uuid = uuid_of(
      "accepted " +
      facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  database
      .statement("INSERT OR IGNORE INTO accepted VALUES (NULL, ?, ?, ?, ?, ?)")
      .run(uuid, change.commit, change.pattern, change.reason, change.time);
}

void withdraw(Database& database, const std::string& commit,
              const std::string& pattern, const std::string& time) {
  accept(database, {commit, pattern, "", time});
}

std::vector<AcceptedChange> accepted_changes(Database& database) {
  if (database.integer("PRAGMA user_version") < kSchemaOfAccepted) return {};
  Statement found = database.statement(
      "SELECT commit_id, pattern, reason, accepted_at FROM accepted AS one "
      "WHERE reason <> '' AND NOT EXISTS (SELECT * FROM accepted AS other "
      "WHERE other.commit_id = one.commit_id AND other.pattern = one.pattern "
      "AND other.reason = '' AND other.accepted_at >= one.accepted_at) "
      "ORDER BY accepted_at, uuid");
  found.start();
  std::vector<AcceptedChange> result;
  while (found.next()) {
    result.push_back({std::string(found.text(0)), std::string(found.text(1)),
                      std::string(found.text(2)), std::string(found.text(3))});
  }
  return result;
}

}  // namespace spl::runner
