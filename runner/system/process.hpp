#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// A program to be executed.
struct Command {
  std::vector<std::string> words;        ///< A path, and its arguments.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  std::chrono::nanoseconds timeout{};    ///< 0: none.
  bool search_path = false;              ///< For a first word without a slash.
  /// What it has to end by itself when it is stopped, before it is killed.
  std::chrono::nanoseconds grace{};
  /// All that it started is asked to end, too, and has the rest of that grace.
  bool shares_grace = false;
  /// It prints where this process does; its ending has no output.
  bool inherits_output = false;
  /// Where it begins, if it may be there; it may go on at any it may use.
  std::optional<unsigned> processor = std::nullopt;
  /// Gets what it prints, as it comes; may be empty.
  std::function<void(std::string_view)> on_output;
};

/// The variables of this process, for a Command.
[[nodiscard]] std::vector<std::string> own_environment();

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
  /// What could not be ended and was left, as "process 12 (sudo), which this
  /// user may not signal"; mostly empty.
  std::string left = {};
};

/// Returns the ending with a status that waitpid gave.
[[nodiscard]] Ending ending_of(int wait_status);

/// What is killed has so long to end. It ends later or never where it may not
/// be signalled (a program with other rights) or waits for a device or folder.
inline constexpr std::chrono::milliseconds kPatienceAfterKill(1500);

inline constexpr std::size_t kOutputKept = 4096;

/// Tells that what is executed is to stop: when this process is sent SIGINT,
/// SIGTERM or SIGHUP, when its parent has ended, after stop_with_parent(), or
/// when a function says so. Made before any other thread; from then on those
/// signals end nothing by themselves.
class StopWatch {
 public:
  /// `parent` is 0 where any will do. `is_over`, if not empty, is asked once a
  /// second.
  explicit StopWatch(pid_t parent = 0, std::function<bool()> is_over = {});
  ~StopWatch();
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

  /// The signal that came, SIGTERM where the parent ended, SIGKILL when it is
  /// over, 0 so far.
  [[nodiscard]] int signal();

  /// Can be read when a signal came.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// How long may be waited until signal() is asked again.
  [[nodiscard]] std::chrono::milliseconds interval() const;

 private:
  pid_t parent_;
  std::function<bool()> is_over_;
  int descriptor_ = -1;
  int signal_ = 0;
  std::chrono::steady_clock::time_point next_look_{};
};

/// Executes the command in a process group of its own and waits for it; the
/// whole group, and every other child of this process but the one spared, is
/// killed before this returns, and left where that does not end it. What it
/// prints is read all the time, so that it neither waits nor fills a disk.
/// SIGCHLD must not be ignored. What the watch stops was killed by the watch's
/// signal.
[[nodiscard]] Ending execute(const Command& command,
                             StopWatch* watch = nullptr);

/// Whether the child has ended, without reaping it: its number stays its own
/// until it is waited for.
[[nodiscard]] bool has_ended(pid_t child);

/// The same, waiting for it until then.
[[nodiscard]] bool ends_before(pid_t child,
                               std::chrono::steady_clock::time_point end);

/// Opens those of 0, 1 and 2 that are closed, so that nothing else gets these
/// numbers. Writing there goes on failing.
void open_standard_streams();

/// Makes what the children of this process leave behind its own children, so
/// that execute() and end_children() reach what has left its process group.
void adopt_orphans();

/// The StopWatch of this process sees that its parent ends, even if this
/// process is stopped (SIGSTOP).
void stop_with_parent();

/// Ends this process as the signal does by default; or else returns a status.
int end_by(int signal);

/// Kills all children of this process and, once adopted, theirs; but not the
/// one that is spared. What that does not end is left alone from then on; it is
/// named, as in Ending::left.
std::string end_children();

/// The same of one of them, which has that long to end; less if it was killed
/// before.
std::string end_child(pid_t child,
                      std::chrono::nanoseconds patience = kPatienceAfterKill);

/// The one child that end_children() leaves alone from now on; 0: none.
void spare_child(pid_t child);

/// "exited with status 3", "was killed by signal 11 (Segmentation fault)" ...
[[nodiscard]] std::string to_text(const Ending& ending,
                                  std::chrono::nanoseconds timeout);

}  // namespace spl::runner
