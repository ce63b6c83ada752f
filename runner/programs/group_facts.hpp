#pragma once

#include <cstddef>

namespace spl::runner {

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
