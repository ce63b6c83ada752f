#pragma once

#include <string>

#include "runner/formulas/suite.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {

/// Returns the text that list prints: formulas, then workloads with their
/// parameters, or the given performances.
[[nodiscard]] std::string listing(const Suite& suite,
                                  const logic::Catalogue& catalogue);

}  // namespace spl::runner
