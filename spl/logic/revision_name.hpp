#pragma once

#include <set>
#include <string>

#include "spl/logic/formula.hpp"

namespace spl::logic {

/// What @baseline is in a performance.
inline constexpr const char* kBaseline = "baseline";

/// A revision as a performance has it: as it is written, but for a revision
/// that is itself called "baseline", which keeps its quotes.
[[nodiscard]] std::string revision_text(const Name& revision);

/// What Git is to be asked for such a text.
[[nodiscard]] std::string git_name(const std::string& revision_text);

/// The revisions that a formula's performances are of.
struct RevisionsUsed {
  std::set<std::string> named;  ///< As revision_text() gives them.
  bool under_test = false;      ///< And those without a revision.
};

/// Looked up before anything is bound, so that revisions can be built first:
/// names that nothing defines count as methods.
[[nodiscard]] RevisionsUsed revisions_used(const Document& document,
                                           const Formula& formula);

}  // namespace spl::logic
