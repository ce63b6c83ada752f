#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "spl/workload/call_facts.hpp"
#include "spl/workload/disturbed.hpp"

namespace spl::runner {

/// The facts of a run besides its observations.
struct RunRecord {
  std::size_t block = 0;     ///< From 0.
  std::size_t position = 0;  ///< Within its block, from 0.
  std::uint64_t seed = 0;
  std::size_t environment_size = 0;
  /// RunAnswer::heap_offset.
  std::optional<std::uint64_t> heap_offset = std::nullopt;
  std::uint64_t iterations = 0;
  std::uint64_t warmup = 0;
  workload::DisturbedCounts disturbed;
  double seconds = 0;  ///< From its spawn until its process had ended.
  std::string host;    ///< Where it was made.
  double warmup_seconds = 0;
  double counted_seconds = 0;  ///< The observations' time, with untimed parts.
  std::optional<std::uint64_t> layout = std::nullopt;  ///< Layout::name.
  bool repeats_setup = false;  ///< Translator::repeats_setup.
  workload::CallFacts single = {};
};

/// How the blocks were planned that performances were measured in, which
/// decides what their number says.
struct GroupFacts {
  std::size_t number = 0;   ///< The same for those in the same blocks.
  std::size_t planned = 0;  ///< Blocks at most; 0: only a pilot's were made.
  bool is_counted = false;  ///< Time did not set that number.
  bool has_looks = false;   ///< Looks at the observations ended them.
  std::size_t layouts = 1;  ///< Fixed ones, which blocks share equally.
  bool is_of_one_layout = false;  ///< For want of time to link.
  bool are_processes = false;     ///< Each call is a process, as of a command.

  friend bool operator==(const GroupFacts&, const GroupFacts&) = default;
};

}  // namespace spl::runner
