#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"

namespace spl::runner {

/// Gives links as they were given; those that earlier evaluations left in the
/// pool of the program, in an order of the seed's; and new ones, which join the
/// pool. They are measured in a folder of its own below the cache, which goes
/// with the object. What others left there when they were killed goes, too.
[[nodiscard]] std::unique_ptr<Layouts> make_layouts(
    const WantedLayouts& wanted, const std::filesystem::path& cache,
    const std::vector<std::string>& environment);

}  // namespace spl::runner
