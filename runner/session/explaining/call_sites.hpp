#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "runner/session/explaining/difference_table.hpp"

/// Where a program allocates, by the log that Valgrind writes of a worker.
namespace spl::runner {

/// The first function outside of the standard library on the way to an
/// allocation, and where it asks for it.
struct CallSite {
  std::string function;  ///< Without the arguments of templates.
  std::string file;      ///< Empty without debug information.
  unsigned line = 0;

  friend bool operator==(const CallSite&, const CallSite&) = default;
  friend bool operator<(const CallSite& a, const CallSite& b) {
    return std::tie(a.function, a.file, a.line) <
           std::tie(b.function, b.file, b.line);
  }
};

/// Calls and bytes, of one iteration.
struct Allocated {
  double calls = 0;
  double bytes = 0;

  friend bool operator==(const Allocated&, const Allocated&) = default;
};

using AllocatedAt = std::map<CallSite, Allocated>;

/// Reads the allocations of the last observation in a log, of so many
/// iterations.
[[nodiscard]] AllocatedAt call_sites(std::string_view log, double iterations);

/// What a side allocates: its sites, and what it counted itself.
struct AllocationProfile {
  AllocatedAt sites;
  Allocated counted;
};

/// Returns the table of the sites that differ in this number. Sites of a
/// function that have equal numbers on both sides cost the same wherever its
/// lines have moved; the others are paired by how often they allocate.
[[nodiscard]] ChangeTable sites_table(const AllocationProfile& left,
                                      const AllocationProfile& right,
                                      double Allocated::*number);

}  // namespace spl::runner
