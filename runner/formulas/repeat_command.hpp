#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/formulas/invocation.hpp"

/// The command that does the same again.
namespace spl::runner {

/// A call of spl-run that can be typed.
struct Call {
  std::string command = {};  ///< "guard"; empty: formulas are evaluated.
  std::vector<TypedPart> parts = {};

  /// Returns the call without these options.
  [[nodiscard]] Call without(
      std::initializer_list<std::string_view> names) const;
  /// Adds an option before all words.
  void add(const std::string& option, const std::string& value);
  /// Returns the call of this program as a line of a shell.
  [[nodiscard]] std::string text(const std::string& program) const;
};

/// The differences from the call that is repeated.
struct Repetition {
  /// Evaluates only the formula of this label; empty: the same formulas.
  std::string label = {};
  /// Draws the same random numbers; absent: draws others, and reports details.
  std::optional<std::uint64_t> seed = {};
  /// Decides each relation at this level, which it had by the results of a
  /// family that is not evaluated again; absent: as the arguments say.
  std::optional<double> level = {};
  /// Evaluates this formula, a claim of a guard; empty: the same formulas.
  std::string claim = {};
  /// The evaluations that share a level, as the claims of a guard do; absent:
  /// as the arguments say.
  std::optional<std::size_t> family = {};
  std::string metric = {};  ///< The claim's metric; empty: the arguments'.
  /// The programs of --own-program were not measured: revisions were built, or
  /// observations given.
  bool needs_no_program = false;
  bool keeps_filter = false;  ///< With the same seed it always does.
  /// Evaluates only what is at FILE:LINE, at the level of the whole file;
  /// empty: the same files and texts.
  std::string place = {};
  /// Evaluates only this text of --formula, counted from 1; 0: the same texts.
  std::size_t text = 0;
  /// Bisects from this commit in place of evaluating; empty: evaluates.
  std::string good = {};
};

/// Returns the call, with options for what the environment and "guard" in
/// spl.json say.
[[nodiscard]] Call call_of(const Invocation& invocation);

/// Returns a command that repeats a call of the program and writes no files.
[[nodiscard]] std::string repeat_command(const std::string& program,
                                         const Call& call,
                                         const Repetition& repetition);

}  // namespace spl::runner
