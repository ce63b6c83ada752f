#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/settings/command_recipe.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/process.hpp"
#include "runner/system/processors.hpp"
#include "runner/tools/framework.hpp"
#include "spl/workload/protocol.hpp"

/// The messages between the runner and its helper, in lines like those of
/// workers. The helper is spl-run of the same version, so the format may change
/// with every version.
namespace spl::runner {

/// A text that the other side would not write.
class BlockProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A request to the helper: to execute workers one after the other, or a
/// launcher, which starts a helper of its own.
struct BlockRequest {
  struct Run {
    std::string program;
    workload::Request request;  ///< The helper adds the parent.
    std::size_t padding = 0;    ///< Bytes added to the environment.
    std::chrono::nanoseconds timeout{};
    /// Whose request is translated for it.
    Framework framework = Framework::kSpl;
    /// The counters that are asked for, by their positions among the metrics of
    /// the request, where others have an empty text; may be empty.
    std::vector<std::string> counters = {};
    /// Executed in place of a program; absent: the program holds workloads.
    std::optional<CommandRun> command = std::nullopt;
    /// Where the heap of a program of others begins in a page; absent: where
    /// the system puts it. The request has it for workloads.
    std::optional<std::uint64_t> heap_offset = std::nullopt;
    bool chooses_iterations = false;          ///< ForeignRequest's.
    std::string profile = {};                 ///< RunOrder's.
    std::vector<std::string> arguments = {};  ///< The program's own.
  };

  std::string folder;  ///< Removed when the runner has gone.
  std::string lock;    ///< The machine's; empty: none.
  /// The longest wait for the lock; absent: no limit.
  std::optional<std::chrono::nanoseconds> lock_timeout = std::nullopt;
  Processors processors;  ///< Empty: unchanged.
  bool wants_facts = false;
  std::vector<Run> runs;
  std::vector<std::string> launcher;  ///< Words; then there are no runs.
  /// Commands are cleaned up after its runs: no others follow.
  bool ends_commands = false;
};

struct BlockAnswer {
  std::string host;
  std::string failure;  ///< Why nothing was executed: a sentence, or empty.
  bool is_locked_out = false;  ///< Another measurement held the lock.
  /// Endings of the runs or of the launcher; fewer if the helper had to stop.
  std::vector<Ending> endings;
  std::chrono::nanoseconds locked{};  ///< The wait for the lock.
  std::chrono::nanoseconds waited{};  ///< That, and setting commands up.
  std::optional<HostFacts> facts;
  HostCounters before;  ///< The machine's; sent with the facts.
  HostCounters after;
  std::vector<std::string> remarks = {};  ///< On cleanups that failed.
};

/// Returns whether a text from a channel is complete.
[[nodiscard]] bool is_whole(std::string_view text);

[[nodiscard]] std::string encode(const BlockRequest& request);
[[nodiscard]] std::string encode(const BlockAnswer& answer);

/// Decode a text. Both throw BlockProtocolError.
[[nodiscard]] BlockRequest decode_block_request(std::string_view text);
[[nodiscard]] BlockAnswer decode_block_answer(std::string_view text);

}  // namespace spl::runner
