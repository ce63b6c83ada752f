#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"

namespace spl::runner {

/// Makes a source of layouts: given links; links that earlier evaluations left
/// in the program's pool, in an order that the seed decides; and new links,
/// which join the pool. Links are measured in a folder below the cache that is
/// removed with the object, as are the folders of processes that were killed.
[[nodiscard]] std::unique_ptr<Layouts> make_layouts(
    const WantedLayouts& wanted, const std::filesystem::path& cache,
    const std::vector<std::string>& environment);

}  // namespace spl::runner
