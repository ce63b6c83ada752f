#pragma once

#include <filesystem>

namespace spl::runner {

/// Opens a file of spl-run's own in which several processes write at the end,
/// such as a log; it is made if there is none. Follows no link, and waits for
/// no pipe. Returns -1 and sets errno if that fails.
[[nodiscard]] int open_to_append(const std::filesystem::path& path);

}  // namespace spl::runner
