#pragma once

#include <string>
#include <vector>

#include "runner/session/world.hpp"

namespace spl::runner {

/// Runs spl-run and returns its exit status. Arguments without the program's
/// name.
[[nodiscard]] int run_application(const std::vector<std::string>& arguments,
                                  const World& world);

}  // namespace spl::runner
