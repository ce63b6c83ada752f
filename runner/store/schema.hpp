#pragma once

#include <stdexcept>
#include <string>

#include "runner/store/database.hpp"

/// The tables of a store; laboratory/store.md describes them.
namespace spl::runner {

/// The number of the schema, `PRAGMA user_version` of a store.
inline constexpr int kSchema = 1;

/// "SPLh", `PRAGMA application_id` of a store.
inline constexpr int kApplication = 0x53504C68;

/// A database that is no store, or one of a later version; what() is a sentence
/// that names it and the remedy.
class SchemaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws SchemaError if the database is that of another program, or a store
/// whose schema is newer than kSchema or that has other tables, views or
/// triggers than spl-run makes. An empty database is a store to be. `name` is
/// that of the database in the connection: another one may be attached.
void require_store(Database& database, const std::string& name = "main");

/// Makes the tables of an empty store. Throws as require_store() does.
void make_store(Database& database);

}  // namespace spl::runner
