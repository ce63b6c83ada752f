#include "runner/store/retention.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

/// Nothing else refers to these.
constexpr const char* kOrphans = R"sql(
DELETE FROM performance WHERE id NOT IN (SELECT performance FROM series);
DELETE FROM build WHERE id NOT IN (SELECT build FROM series);
DELETE FROM host WHERE id NOT IN (SELECT host FROM series)
                   AND id NOT IN (SELECT host FROM condition);
)sql";

std::uint64_t used_bytes(Database& database) {
  const auto pages = database.integer("PRAGMA page_count") -
                     database.integer("PRAGMA freelist_count");
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(0, pages * database.integer("PRAGMA page_size")));
}

void give_back(Database& database) {
  database.execute("PRAGMA incremental_vacuum");
}

}  // namespace

std::int64_t prune(Database& database, const std::string& before) {
  std::int64_t count = 0;
  {
    Transaction transaction(database);
    database.statement("DELETE FROM experiment WHERE begun < ?").run(before);
    count = database.changes();
    if (count > 0) database.execute(kOrphans);
    transaction.commit();
  }
  give_back(database);
  return count;
}

std::int64_t shrink(Database& database, std::uint64_t most_bytes) {
  std::int64_t count = 0;
  if (used_bytes(database) <= most_bytes) return count;
  {
    Transaction transaction(database);
    Statement remove_oldest = database.statement(
        "DELETE FROM experiment WHERE id = (SELECT id FROM experiment ORDER BY "
        "begun, uuid LIMIT 1)");
    while (used_bytes(database) > most_bytes) {
      remove_oldest.run();
      if (database.changes() == 0) break;
      ++count;
    }
    database.execute(kOrphans);
    transaction.commit();
  }
  give_back(database);
  return count;
}

}  // namespace spl::runner
