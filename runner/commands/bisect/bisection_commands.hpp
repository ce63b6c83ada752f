#pragma once

#include <cstdint>
#include <string>

#include "runner/formulas/repeat_command.hpp"

/// The commands that bisect recommends. The program and the call are those of
/// the search.
namespace spl::runner {

/// A commit as it is evaluated again.
struct EvaluatedCommit {
  std::string revision;
  std::string baseline;
  std::uint64_t seed = 0;
};

/// Returns a command that evaluates the same formulas at the commit.
[[nodiscard]] std::string again_command(const std::string& program,
                                        const Call& call,
                                        const EvaluatedCommit& commit);

/// The commits that a search has left.
struct LeftCommits {
  std::string good;
  std::string bad;
  std::string baseline;  ///< Empty: that of the search is what it was.
};

/// Returns a command that searches what is left.
[[nodiscard]] std::string narrowed_command(const std::string& program,
                                           const Call& call,
                                           const LeftCommits& left);

}  // namespace spl::runner
