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

/// The name of @baseline in a performance.
inline constexpr const char* kBaseline = "baseline";

/// Returns a revision as performances have it: as written, but a revision that
/// is itself called "baseline" keeps its quotes.
[[nodiscard]] std::string revision_text(const Name& revision);

/// Returns the name by which Git knows such a revision.
[[nodiscard]] std::string git_name(const std::string& revision_text);

/// The revisions of a formula's performances.
struct RevisionsUsed {
  std::set<std::string> named;  ///< As revision_text() gives them.
  bool under_test = false;      ///< Whether a performance has no revision.
};

/// The definitions of a document by name. If definitions share a name, the
/// first one counts. The document must outlive the map.
using DefinitionsByName = std::map<std::string, const Definition*, std::less<>>;
[[nodiscard]] DefinitionsByName definitions_of(const Document& document);

/// Finds the revisions of a formula before it is bound, so that they can be
/// built first. Undefined names count as methods.
[[nodiscard]] RevisionsUsed revisions_used(const DefinitionsByName& definitions,
                                           const Formula& formula);

}  // namespace spl::logic
