#pragma once

#include <string>

#include "runner/formulas/suite.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {

/// Returns the text that list prints: formulas, then workloads with their
/// parameters, or the given performances.
[[nodiscard]] std::string listing(const Suite& suite,
                                  const logic::Catalogue& catalogue);

/// Returns a given performance as a formula names it: `and` and `BM_Sort/8` are
/// `"and"()` and `"BM_Sort/8"()` there.
[[nodiscard]] std::string text_in_formulas(const logic::Performance& one);

}  // namespace spl::runner
