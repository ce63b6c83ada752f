#pragma once

#include <vector>

#include "runner/formulas/formula_text.hpp"
#include "runner/formulas/invocation.hpp"

namespace spl::runner {

/// Throws PlainError if formulas write commands themselves, and another user
/// could have written one of the files that were found in a folder or by a
/// pattern: what they say is executed. Files that the command line names are
/// the user's own word.
void require_trusted_texts(const std::vector<FormulaText>& texts,
                           const Invocation& invocation);

}  // namespace spl::runner
