#pragma once

#include <string>
#include <vector>

#include "runner/system/ending.hpp"

/// Compilers, started from a process that takes their place.
namespace spl::runner {

/// Executes the words with all that this process has, its input, too. Returns
/// the status, or ends this process as the compiler has ended.
[[nodiscard]] int execute_here(const std::vector<std::string>& words);

/// Returns the status of an ending, or ends this process likewise.
[[nodiscard]] int status(const Ending& ending);

/// The exit of a process, and all that it printed.
struct Printed {
  Ending ending;
  std::string text;
};

/// Executes the words without an input.
[[nodiscard]] Printed printed(const std::vector<std::string>& words);

[[nodiscard]] bool succeeded(const Ending& ending);

}  // namespace spl::runner
