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

// A step removes twice as many as the last one, or what the last one freed lets
// expect to be enough: stores may have a million small experiments. The rest of
// a store whose sizes defeat this goes next time.
std::int64_t shrink(Database& database, std::uint64_t most_bytes,
                    const Retained& kept) {
  constexpr int kMostSteps = 100;
  std::int64_t count = 0;
  std::uint64_t used = used_bytes(database);
  if (used <= most_bytes) return count;
  {
    Transaction transaction(database);
    Statement remove_oldest = database.statement(
        "DELETE FROM experiment WHERE id IN (SELECT id FROM experiment "
        "WHERE uuid <> ? ORDER BY begun > ? DESC, begun, uuid LIMIT ?)");
    std::uint64_t size = 1;
    for (int step = 0; used > most_bytes && step < kMostSteps; ++step) {
      remove_oldest.run(kept.own, kept.now, size);
      if (database.changes() == 0) break;
      count += database.changes();
      const std::uint64_t left = used_bytes(database);
      const std::uint64_t freed = used - std::min(used, left);
      used = left;
      if (used <= most_bytes) break;
      const std::uint64_t enough =
          freed == 0 ? 2 * size : size * (used - most_bytes) / freed;
      size = std::clamp<std::uint64_t>(enough, 1, 2 * size);
    }
    database.execute(kOrphans);
    transaction.commit();
  }
  give_back(database);
  return count;
}

}  // namespace spl::runner
