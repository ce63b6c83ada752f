#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/store_place.hpp"

namespace spl::runner {

/// The time as in the names of files that are set aside, such as
/// "2026-11-25T123722Z".
[[nodiscard]] std::string file_time(const std::string& iso_time);

/// Opens the store on this machine, which is made or brought to the newest
/// schema if necessary, for several processes at once. A damaged file is set
/// aside under a name with the time, and a new one begun: `warnings` says so. A
/// file that the user has named, and that is no database, is left alone. Throws
/// FileError, SchemaError or DatabaseError, and waits for others no longer than
/// its patience.
[[nodiscard]] std::unique_ptr<Database> open_store(
    const StorePlace& place, const std::string& iso_time,
    std::vector<std::string>& warnings,
    std::chrono::nanoseconds patience = Database::kPatience);

/// Sets the store aside if it is damaged, as open_store() does. Nobody in this
/// process may have it open. Throws FileError or DatabaseError.
void set_aside_if_damaged(const StorePlace& place, const std::string& iso_time,
                          std::vector<std::string>& warnings);

/// Opens a store of which this process is the only user, without the log that
/// takes shared memory.
[[nodiscard]] std::unique_ptr<Database> open_store_alone(
    const std::filesystem::path& file);

/// Opens a store that is there, to read or change it as a whole. Throws
/// FileError if there is none, and as open_store() does.
[[nodiscard]] std::unique_ptr<Database> open_existing_store(
    const std::filesystem::path& file, Database::Access access);

/// Opens a store of others, which is only read into the user's own.
[[nodiscard]] std::unique_ptr<Database> open_foreign_store(
    const std::filesystem::path& file, Database::Access access);

/// Throws FileError if Git tracks the store, a file that SQLite reads beside it
/// or a spool, or if that cannot be told: whoever wrote the repository may have
/// written them, too.
void require_untracked(const std::filesystem::path& file);

}  // namespace spl::runner
