#pragma once

#include <cstdint>
#include <string>

#include "runner/store/database.hpp"

/// The removal of experiments from a store.
namespace spl::runner {

/// Removes the experiments that began before a time, ISO 8601 in UTC. Returns
/// how many. Throws DatabaseError.
std::int64_t prune(Database& database, const std::string& before);

/// Removes the oldest experiments until the store has at most so many bytes.
/// Returns how many. Throws DatabaseError.
std::int64_t shrink(Database& database, std::uint64_t most_bytes);

}  // namespace spl::runner
