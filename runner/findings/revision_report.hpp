#pragma once

#include <string>
#include <vector>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// A revision whose program was measured.
struct RevisionReport {
  std::string name;  ///< As in formulas; empty: the one under test.
  Revision revision;
  std::vector<std::string> programs = {};  ///< The programs that measure it.
  /// BuiltProgram::content of each; empty if one is not known.
  std::string content = {};
  /// Programs that would measure the one under test if no revision was named.
  std::vector<std::string> unmeasured = {};
};

/// Returns the commit from which a search can find what changed: the only one
/// beside that under test, if this is no working tree with changes; else empty.
[[nodiscard]] std::string good_commit(const std::vector<RevisionReport>& all);

}  // namespace spl::runner
