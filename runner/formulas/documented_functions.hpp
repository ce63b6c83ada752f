#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/formulas/suite.hpp"

namespace spl::runner {

/// The functions that formulas document, by file and line of the formula.
using DocumentedFunctions =
    std::map<std::pair<std::string, std::size_t>, std::string>;

/// Finds the functions that are declared after formulas in attributes or in
/// SPL_EXPECTS of C++ texts. A line with formulas about two functions has the
/// first of them.
[[nodiscard]] DocumentedFunctions documented_functions(
    const std::vector<FormulaText>& texts);

}  // namespace spl::runner
