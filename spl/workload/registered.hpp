#pragma once

#include <string_view>
#include <vector>

#include "spl/workload/entry.hpp"
#include "spl/workload/protocol.hpp"

/// The entries of this program.
namespace spl::workload {

/// Finds the entries with the name; `.` and `::` mean the same. Composed ones
/// (composed_entry.hpp) are found only if there are no others.
[[nodiscard]] std::vector<Entry*> registered(std::string_view name);

/// Describes all entries in the order of their names, those of unknown lines
/// last, and how they were built; equal names stay in the order of
/// registration.
[[nodiscard]] CatalogueAnswer catalogue();

}  // namespace spl::workload
