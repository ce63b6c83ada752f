#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The commands that --bisect recommends. The program and the arguments are
/// those of the search.
namespace spl::runner {

/// A commit as it is evaluated again.
struct EvaluatedCommit {
  std::string revision;
  std::string baseline;
  std::uint64_t seed = 0;
};

/// Returns a command that evaluates the same formulas at the commit.
[[nodiscard]] std::string again_command(
    const std::string& program, const std::vector<std::string>& arguments,
    const EvaluatedCommit& commit);

/// Returns a command that resumes the search.
[[nodiscard]] std::string resume_command(
    const std::string& program, const std::vector<std::string>& arguments);

}  // namespace spl::runner
