#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/system/spawn.hpp"

namespace spl::runner {

/// A program to be executed.
struct Command {
  std::vector<std::string> words;        ///< A path, and its arguments.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  std::chrono::nanoseconds timeout{};    ///< 0: none.
  bool search_path = false;              ///< For a first word without a slash.
  /// The time to end by itself when it is stopped, before it is killed.
  std::chrono::nanoseconds grace{};
  /// All that it started must end, too, within the rest of that grace.
  bool shares_grace = false;
  /// The file on its standard input; empty: nothing can be read there.
  std::filesystem::path input = {};
  /// The folder where it works; empty: the one of this process.
  std::filesystem::path folder = {};
  /// Whether Ending::peak_memory is to be its own, which takes a little longer.
  bool measures_memory = false;
  /// It shares the output of this process; its ending has no output.
  bool inherits_output = false;
  /// The processor where it begins, if it may; it may go on at others.
  std::optional<unsigned> processor = std::nullopt;
  /// Gets its output as it comes; may be empty.
  std::function<void(std::string_view)> on_output;
  /// Standard error does not come to `on_output`, and is last in the ending.
  bool splits_errors = false;
};

/// Returns the variables of this process, for a Command.
[[nodiscard]] std::vector<std::string> own_environment();

/// The time that a killed process has to end. It ends later or never if it may
/// not be signalled (a program with other rights) or waits for a device or
/// folder.
inline constexpr std::chrono::milliseconds kPatienceAfterKill(1500);

inline constexpr std::size_t kOutputKept = 4096;

/// Reports when executed programs must stop: after SIGINT, SIGTERM or SIGHUP,
/// after the end of the parent (see stop_with_parent()), or when a function
/// says so. Made before any other thread; from then on those signals end
/// nothing by themselves.
class StopWatch {
 public:
  /// `parent` is 0 for any parent. `is_over`, if not empty, is asked once a
  /// second.
  explicit StopWatch(pid_t parent = 0, std::function<bool()> is_over = {});
  ~StopWatch();
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

  /// Returns the signal that came, SIGTERM if the parent ended, SIGKILL if
  /// `is_over` said so, or 0.
  [[nodiscard]] int signal();

  /// Returns a descriptor that can be read when a signal came.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Returns the longest wait between calls of signal().
  [[nodiscard]] std::chrono::milliseconds interval() const;

 private:
  pid_t parent_;
  std::function<bool()> is_over_;
  int descriptor_ = -1;
  int signal_ = 0;
  std::chrono::steady_clock::time_point next_look_{};
};

/// Executes the command in a process group of its own and waits for it. Then
/// kills the whole group and every other child of this process except the
/// spared one; leaves processes that this does not end. Reads the output all
/// the time, so that the command neither waits nor fills a disk. SIGCHLD must
/// not be ignored. A command that the watch stops ends by the watch's signal.
[[nodiscard]] Ending execute(const Command& command,
                             StopWatch* watch = nullptr);

/// Returns whether the child has ended, without reaping it: its number stays
/// its own until then.
[[nodiscard]] bool has_ended(pid_t child);

/// Waits for the child, but no longer than `end`. Returns whether it has ended,
/// without reaping it.
[[nodiscard]] bool ends_before(pid_t child,
                               std::chrono::steady_clock::time_point end);

/// Opens those of the descriptors 0, 1 and 2 that are closed, so that nothing
/// else gets these numbers. Writing to them still fails.
void open_standard_streams();

/// Makes this process the parent of its children's orphans, so that execute()
/// and end_children() reach processes that left their group.
void adopt_orphans();

/// Lets the StopWatch see that the parent ends, even if this process is stopped
/// (SIGSTOP).
void stop_with_parent();

/// Ends this process as the signal does by default. If that fails, returns a
/// status.
int end_by(int signal);

/// Kills all children of this process except the spared one, and their children
/// once adopted. Leaves processes alone that this does not end, and names the
/// first as Ending::left does; those that start others for ever have 10 s.
std::string end_children();

/// Kills one child, which has `patience` to end; less if it was killed before.
/// Names it as Ending::left does if it does not end.
std::string end_child(pid_t child,
                      std::chrono::nanoseconds patience = kPatienceAfterKill);

/// Makes end_children() leave this child alone from now on; 0: none.
void spare_child(pid_t child);

}  // namespace spl::runner
