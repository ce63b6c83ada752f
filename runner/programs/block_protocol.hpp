#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/system/host_facts.hpp"
#include "runner/system/process.hpp"
#include "runner/system/processors.hpp"
#include "spl/workload/protocol.hpp"

/// What the runner and its helper say to each other, in lines as workers get
/// them. The helper is this version's spl-run in another process, so the format
/// is nobody else's business.
namespace spl::runner {

/// A text that is not what the other side writes.
class BlockProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the helper is to do: execute workers one after the other, or a
/// launcher, which starts a helper of its own.
struct BlockRequest {
  struct Run {
    std::string program;
    workload::Request request;  ///< The helper adds the parent.
    std::size_t padding = 0;    ///< Bytes added to the environment.
    std::chrono::nanoseconds timeout{};
  };

  std::string folder;  ///< Removed when the runner has gone.
  std::string lock;    ///< Of the machine; empty: none.
  /// How long the lock is waited for; nothing: for ever.
  std::optional<std::chrono::nanoseconds> lock_timeout = std::nullopt;
  Processors processors;  ///< Empty: as they are.
  bool wants_facts = false;
  std::vector<Run> runs;
  std::vector<std::string> launcher;  ///< Words; then there are no runs.
};

struct BlockAnswer {
  std::string host;
  std::string failure;  ///< Why nothing was executed: a sentence, or empty.
  bool is_locked_out = false;  ///< For another measurement went on and on.
  /// Of the runs or the launcher; fewer where the helper was told to stop.
  std::vector<Ending> endings;
  std::chrono::nanoseconds waited{};  ///< For the lock.
  std::optional<HostFacts> facts;
  HostCounters before;  ///< Of the machine; said with the facts.
  HostCounters after;
};

/// Whether what came of a text over a channel is all of it.
[[nodiscard]] bool is_whole(std::string_view text);

[[nodiscard]] std::string encode(const BlockRequest& request);
[[nodiscard]] std::string encode(const BlockAnswer& answer);

/// These throw BlockProtocolError.
[[nodiscard]] BlockRequest decode_block_request(std::string_view text);
[[nodiscard]] BlockAnswer decode_block_answer(std::string_view text);

}  // namespace spl::runner
