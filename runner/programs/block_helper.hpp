#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

/// spl-run as its own helper: the process that executes what is measured. It
/// outlives a runner that was killed just long enough to end what runs, and it
/// ends with whoever started it. Both modes return an exit status.
namespace spl::runner {

inline constexpr const char* kServeBlocks = "--serve-blocks";
inline constexpr const char* kRunBlock = "--run-block";

/// The descriptor on which a serving helper talks with its runner.
inline constexpr int kHelperChannel = 3;

/// Sends a text over such a channel; false when its other end has gone.
[[nodiscard]] bool send_text(int channel, const std::string& text);

/// Beside the runner: executes one request after the other, until the runner
/// (its process id) has gone or SIGTERM comes; then the requests' folders are
/// removed.
[[nodiscard]] int serve_blocks(pid_t runner);

/// Started by a launcher: executes the request of that file and renames the
/// answer into place beside it; ends early when the file has gone.
[[nodiscard]] int run_block(const std::filesystem::path& request);

/// Where the answer to the request of that file is.
[[nodiscard]] std::filesystem::path answer_path(std::filesystem::path request);

}  // namespace spl::runner
