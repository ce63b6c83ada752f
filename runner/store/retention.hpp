#pragma once

#include <cstdint>
#include <string>

#include "runner/store/database.hpp"
#include "runner/store/uuid.hpp"

/// The removal of experiments from a store.
namespace spl::runner {

/// Removes the experiments that began before a time, ISO 8601 in UTC. Returns
/// how many. Throws DatabaseError.
std::int64_t prune(Database& database, const std::string& before);

/// What the store of a run keeps, whatever others have put into the store.
struct Retained {
  Uuid own;         ///< The experiment of this run.
  std::string now;  ///< ISO 8601 in UTC, and later for clocks that differ.
};

/// Removes the oldest experiments until the store has at most so many bytes, or
/// nothing but what is kept. Those that begin after now count as the oldest.
/// Returns how many. Throws DatabaseError.
std::int64_t shrink(Database& database, std::uint64_t most_bytes,
                    const Retained& kept);

}  // namespace spl::runner
