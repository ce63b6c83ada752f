#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// A program to be executed without arguments.
struct Command {
  std::string program;                   ///< A path; PATH is not searched.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  std::filesystem::path output;          ///< Takes standard output and error.
  std::chrono::nanoseconds timeout{};
};

/// How a process ended.
struct Ending {
  enum class Kind {
    kExited,     ///< With `status`.
    kKilled,     ///< By signal `status`.
    kTimedOut,   ///< Killed here, for it took longer than its timeout.
    kNotStarted  ///< `status` is an errno.
  };
  Kind kind = Kind::kExited;
  int status = 0;
};

/// Executes the command in a process group of its own and waits for it; the
/// whole group is killed before this returns.
[[nodiscard]] Ending execute(const Command& command);

/// "exited with status 3", "was killed by signal 11 (Segmentation fault)" ...
[[nodiscard]] std::string to_text(const Ending& ending,
                                  std::chrono::nanoseconds timeout);

}  // namespace spl::runner
