#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace spl::runner {

/// The end of a process.
struct Ending {
  enum class Kind {
    kExited,     ///< With `status`.
    kKilled,     ///< By signal `status`.
    kTimedOut,   ///< Killed here after its timeout.
    kNotStarted  ///< `status` is an errno.
  };
  Kind kind = Kind::kExited;
  int status = 0;
  std::chrono::nanoseconds duration{};  ///< From its spawn to its end.
  std::string output;  ///< The last kOutputKept bytes that it printed.
  /// A process that could not be ended: "process 12 (sudo), which this user may
  /// not signal"; mostly empty.
  std::string left = {};
  /// Processor time of the process and of the children that it waited for.
  std::chrono::nanoseconds cpu{};
  /// The largest resident set of any of them, in bytes. Never less than that of
  /// the process that started it or, with Command::measures_memory, of a fresh
  /// copy of that one.
  std::uint64_t peak_memory = 0;
};

/// Returns the ending with a status that waitpid gave.
[[nodiscard]] Ending ending_of(int wait_status);

/// Returns "exited with status 3", "was killed by signal 11 (Segmentation
/// fault)" ...
[[nodiscard]] std::string to_text(const Ending& ending,
                                  std::chrono::nanoseconds timeout);

}  // namespace spl::runner
