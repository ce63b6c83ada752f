#pragma once

#include <string>

/// The files that SQLite may touch.
namespace spl::runner {

/// Returns the name under which SQLite knows its file system (a VFS) with this
/// guard; made by the first call. A file beside a database may come from
/// elsewhere, and SQLite opens, and then removes, what a rollback journal names
/// as its super-journal. So the guard serves databases, their own `-journal`,
/// `-wal` and `-shm`, and files without a name, and refuses all others with
/// SQLITE_AUTH. No transaction here takes a super-journal: none writes two
/// files.
[[nodiscard]] const char* guarded_files();

/// Returns the file beside a database that the guard refuses, since it is no
/// regular file, has another name elsewhere, or belongs to somebody who may not
/// write the database; empty if there is none.
[[nodiscard]] std::string refused_beside(const std::string& database);

/// Returns whether a file or folder belongs to somebody who may write the
/// database.
[[nodiscard]] bool is_of_writer(const std::string& path,
                                const std::string& database);

}  // namespace spl::runner
