#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

/// spl-run as its own helper: the process that executes measured programs. It
/// ends with the process that started it, and outlives a killed runner just
/// long enough to end what runs. Both modes return an exit status.
namespace spl::runner {

inline constexpr const char* kServeBlocks = "--serve-blocks";
inline constexpr const char* kRunBlock = "--run-block";

/// The descriptor on which a serving helper talks with its runner.
inline constexpr int kHelperChannel = 3;

/// Sends a text over such a channel. Returns false if its other end has gone.
[[nodiscard]] bool send_text(int channel, const std::string& text);

/// Executes one request after the other beside the runner, until the runner
/// (its process id) has gone or SIGTERM comes; then removes the requests'
/// folders.
[[nodiscard]] int serve_blocks(pid_t runner);

/// Executes the request in a file, started by a launcher, and renames the
/// answer into place beside the file. Ends early if the file has gone.
[[nodiscard]] int run_block(const std::filesystem::path& request);

/// Returns the file of the answer to the request in a file.
[[nodiscard]] std::filesystem::path answer_path(std::filesystem::path request);

}  // namespace spl::runner
