#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace spl::runner {

/// A program to be executed without arguments.
struct Command {
  std::string program;                   ///< A path; PATH is not searched.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
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
  std::chrono::nanoseconds duration{};  ///< From its spawn to its end.
  std::string output;  ///< The last kOutputKept bytes that it printed.
};

inline constexpr std::size_t kOutputKept = 4096;

/// Executes the command in a process group of its own and waits for it; the
/// whole group, and every other child of this process, is killed before this
/// returns. What it prints is read all the
/// time, so that it neither waits nor fills a disk. SIGCHLD must not be
/// ignored.
[[nodiscard]] Ending execute(const Command& command);

/// Makes what the children of this process leave behind its own children, so
/// that execute() and end_children() reach what has left its process group.
void adopt_orphans();

/// Kills all children of this process and, once adopted, theirs.
void end_children();

/// "exited with status 3", "was killed by signal 11 (Segmentation fault)" ...
[[nodiscard]] std::string to_text(const Ending& ending,
                                  std::chrono::nanoseconds timeout);

}  // namespace spl::runner
