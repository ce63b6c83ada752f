#pragma once

#include <vector>

#include "runner/builds/builder.hpp"

/// Builds as the unit that varies independently: the same source, compiled
/// again and again (Kalibera and Tuma, "Precise Regression Benchmarking with
/// Random Effects", 2006).
namespace spl::runner {

/// Repeats each order, the first builds of all before the second ones, for
/// neighbours in history are built incrementally.
[[nodiscard]] std::vector<BuildOrder> several_of_each(
    const std::vector<BuildOrder>& orders, std::size_t builds);

/// Returns the builds of each of several_of_each()'s orders as one: the
/// programs of the first build and, if the builds differ, those of all as
/// given. If a build failed, it has the failure. The recipe is the one they
/// were built by.
[[nodiscard]] std::vector<Built> builds_of_each(const std::vector<Built>& built,
                                                std::size_t builds,
                                                const BuildRecipe& recipe);

}  // namespace spl::runner
