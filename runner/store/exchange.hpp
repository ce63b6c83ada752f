#pragma once

#include <cstdint>
#include <filesystem>

#include "runner/store/database.hpp"

/// Stores of many machines and jobs become one.
namespace spl::runner {

/// The rows that were new.
struct Imported {
  std::int64_t experiments = 0;
  std::int64_t runs = 0;
  std::int64_t accepted = 0;  ///< Changes.
};

/// Adds all rows of another store that this one lacks. The order in which
/// stores are imported does not matter, and twice adds nothing. Throws
/// FileError, SchemaError or DatabaseError, and changes nothing then.
Imported import_store(Database& into, const std::filesystem::path& from);

/// Writes all rows to a file of its own, without a log beside it, which
/// replaces another store. Throws FileError if the file is something else, or
/// DatabaseError.
void export_store(Database& from, const std::filesystem::path& to);

}  // namespace spl::runner
