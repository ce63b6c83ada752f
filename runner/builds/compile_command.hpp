#pragma once

#include <optional>
#include <string>
#include <vector>

/// Command lines of C and C++ compilers, as far as reusing objects needs them.
namespace spl::runner {

/// A command that compiles one source to one object. As far as its words say,
/// the object depends on them, the preprocessed source and the tools alone.
struct CompileCommand {
  std::string source;
  std::string object;
  std::string dependencies;  ///< The file that -MF names; empty without it.
  /// The command that preprocesses instead, but for `-o FILE`. Where the
  /// command writes dependencies, this one writes the same.
  std::vector<std::string> preprocess;
};

/// Reads a compiler and its arguments. Returns nothing for a command that does
/// something else, or has an argument that might make the object depend on
/// more: one that reads profiles, plugins, modules or files of words, or writes
/// more than an object and dependencies.
[[nodiscard]] std::optional<CompileCommand> compile_command(
    const std::vector<std::string>& words);

}  // namespace spl::runner
