#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

namespace spl::logic {

struct Definition;
struct Document;
struct Formula;
struct Name;

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

/// The definitions of a document, which outlives them, by name; of several with
/// one name the first.
using DefinitionsByName = std::map<std::string, const Definition*, std::less<>>;
[[nodiscard]] DefinitionsByName definitions_of(const Document& document);

/// Looked up before anything is bound, so that revisions can be built first:
/// names that nothing defines count as methods.
[[nodiscard]] RevisionsUsed revisions_used(const DefinitionsByName& definitions,
                                           const Formula& formula);

}  // namespace spl::logic
