#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "runner/formulas/invocation.hpp"

/// Where stores are.
namespace spl::runner {

struct StorePlace {
  std::filesystem::path file;
  /// The user has named the file; else its folder is spl-run's own.
  bool is_named = false;
};

/// Returns the place that `history` names; by default `.spl/history.db` in the
/// folder of the project file, or `spl/history.db` in XDG_STATE_HOME without
/// one. Returns nothing if nothing is to be kept, or if there is no such
/// folder.
[[nodiscard]] std::optional<StorePlace> store_place(
    const std::string& history,
    const std::optional<std::filesystem::path>& project,
    const Environment& environment);

/// Makes the folder of a store. That of spl-run's own ignores itself, so that
/// it never belongs to a working tree of Git. Throws FileError.
void make_store_folder(const StorePlace& place);

/// Returns the folder beside a store that has those of single processes.
[[nodiscard]] std::filesystem::path spool_folder(
    const std::filesystem::path& store);

/// Whether a folder is on a file system without the shared memory that SQLite's
/// log of changes takes. Tests script it.
using IsOnNetwork = std::function<bool(const std::filesystem::path& folder)>;
[[nodiscard]] bool is_on_network(const std::filesystem::path& folder);

}  // namespace spl::runner
