#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/invocation.hpp"

/// The command that does the same again.
namespace spl::runner {

/// The differences from the call that is repeated.
struct Repetition {
  /// Evaluates only the formula of this label; empty: the same formulas.
  std::string label = {};
  /// Draws the same random numbers; absent: draws others, and reports details.
  std::optional<std::uint64_t> seed = {};
  /// Decides each relation at this level, which it had by the results of a
  /// family that is not evaluated again; absent: as the arguments say.
  std::optional<double> level = {};
  /// Evaluates this formula, a claim of --guard; empty: the same formulas.
  std::string claim = {};
  /// The evaluations that share a level, as the claims of a guard do; absent:
  /// as the arguments say.
  std::optional<std::size_t> family = {};
  std::string metric = {};  ///< The claim's metric; empty: the arguments'.
  /// The programs of --own-program were not measured: revisions were built, or
  /// observations given.
  bool needs_no_program = false;
  bool keeps_filter = false;  ///< With the same seed it always does.
};

/// Returns the words of a call with those that say what the environment and
/// "guard" in spl.json say.
[[nodiscard]] std::vector<std::string> repeated_words(
    const Invocation& invocation);

/// Returns a command that repeats a call of the program and writes no files.
[[nodiscard]] std::string repeat_command(
    const std::string& program, const std::vector<std::string>& arguments,
    const Repetition& repetition);

}  // namespace spl::runner
