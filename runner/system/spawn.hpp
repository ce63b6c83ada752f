#pragma once

#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spl::runner {

/// A descriptor of this process that a process it starts keeps.
struct KeptDescriptor {
  int own;  ///< Its number here.
  int its;  ///< Its number there, which may be the same.
};

/// The environment of a new process. It blocks no signal and leads a group of
/// processes.
struct SpawnOptions {
  /// Becomes its standard input; empty: nothing can be read there.
  std::filesystem::path input = {};
  int output = STDOUT_FILENO;  ///< Becomes its standard output.
  int errors = STDERR_FILENO;  ///< Becomes its standard error.
  bool search_path = false;    ///< For a first word without a slash.
  /// Leads a session as well, with no terminal.
  bool leads_session = false;
  /// No signal stays ignored.
  bool resets_signals = false;
  /// The folder where it works; if absent, the one of this process.
  std::optional<std::filesystem::path> folder = std::nullopt;
  std::optional<KeptDescriptor> kept = std::nullopt;
  /// The processor where it begins, if it may; it may go on at others.
  std::optional<unsigned> processor = std::nullopt;
  /// Starts as a copy of this process, not in its memory: then the peak of the
  /// memory of this process is not among its own.
  bool is_copied = false;
};

/// A process that was started, or the reason why none was.
struct Spawned {
  pid_t pid = -1;  ///< -1 for none.
  int error = 0;   ///< An errno.
};

/// Starts a program: the words are its path and its arguments, the environment
/// is "NAME=value", all of it. Several threads may do so at once.
[[nodiscard]] Spawned spawn(const std::vector<std::string>& words,
                            const std::vector<std::string>& environment,
                            const SpawnOptions& options);

/// Waits until the child has ended and frees its number. Returns its status as
/// waitpid has it; 0 if this process has no such child. Fills `used`, if it is
/// not null, with what the child and the children that it waited for used.
int reap(pid_t child, rusage* used = nullptr);

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
