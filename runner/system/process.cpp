#include "runner/system/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"

namespace spl::runner {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<pid_t> spared = 0;

/// Children that killing does not end; this process does not wait for them
/// again.
std::set<pid_t> left_alone;
std::mutex left_alone_mutex;

/// The time to end for a child that was killed before and still waits for a
/// device or a folder.
constexpr std::chrono::milliseconds kPatienceInVain(100);

/// Returns whether the child was killed before, so far in vain: it waits for a
/// device or a folder, and takes no signal meanwhile.
bool is_killed_in_vain(pid_t child) {
  std::ifstream status("/proc/" + std::to_string(child) + "/status");
  bool waits = false;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("State:")) waits = line.find('D') != line.npos;
    const bool has_pending =
        line.starts_with("SigPnd:") || line.starts_with("ShdPnd:");
    if (!waits || !has_pending) continue;
    const std::uint64_t pending =
        std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 16);
    if ((pending >> (SIGKILL - 1) & 1) != 0) return true;
  }
  return false;
}

/// Kills a child. Returns zero or an errno.
int kill_child(pid_t child) { return kill(child, SIGKILL) == 0 ? 0 : errno; }

/// The end of a child as the kernel has it.
struct Reaped {
  int status = 0;
  rusage used{};
};

/// Reaps a killed child, or leaves it alone and names it.
std::string reap_killed(pid_t child, int error, Reaped& reaped,
                        Clock::duration patience) {
  if (error == EPERM) patience = {};
  if (ends_before(child, Clock::now() + patience)) {
    reaped.status = reap(child, &reaped.used);
    return {};
  }
  const std::lock_guard lock(left_alone_mutex);
  left_alone.insert(child);
  std::string name;
  std::getline(std::ifstream("/proc/" + std::to_string(child) + "/comm"), name);
  return "process " + std::to_string(child) + " (" + name + "), which " +
         (error == EPERM ? "this user may not signal"
                         : "does not end when it is killed");
}

bool is_left_alone(pid_t child) {
  const std::lock_guard lock(left_alone_mutex);
  const auto found = left_alone.find(child);
  if (found == left_alone.end()) return false;
  if (waitpid(child, nullptr, WNOHANG) == 0) return true;
  left_alone.erase(found);  // Another process may get its number.
  return true;
}

/// Reads a part of the output and keeps its end. Returns whether there was any.
bool read_part(int pipe, const std::function<void(std::string_view)>& on_output,
               std::string& kept) {
  constexpr std::size_t kUsualPipe = 65'536;  // Its bytes.
  std::array<char, kUsualPipe> part;
  ssize_t size = 0;
  do {
    size = ::read(pipe, part.data(), part.size());
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return false;
  const std::string_view read(part.data(), static_cast<std::size_t>(size));
  if (on_output) on_output(read);
  kept.append(read);
  if (kept.size() > kOutputKept) kept.erase(0, kept.size() - kOutputKept);
  return true;
}

/// Calls a function for each child of this process except the spared one.
/// Returns false if the children cannot be read.
template <typename Visit>
bool each_child(const Visit& visit) {
  const std::string self = std::to_string(getpid());
  const std::string path = "/proc/self/task/" + self + "/children";
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text{};
  const ssize_t size = read(file.number(), text.data(), text.size() - 1);
  if (size < 0) return false;
  for (char* at = text.data(); *at != '\0';) {
    const auto child = static_cast<pid_t>(std::strtol(at, &at, 10));
    if (*at != ' ') break;  // A truncated number is another's.
    ++at;
    if (child != spared) visit(child);
  }
  return true;
}

/// The pipe through which a child's output comes.
struct Pipe {
  Descriptor reading{-1};
  /// Kept open: it need not wake this up that the child closes its own, which
  /// does not say that it ends.
  Descriptor writing{-1};

  /// 0 or an errno.
  int open() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    reading.reset(ends[0]);
    writing.reset(ends[1]);
    return fcntl(reading.number(), F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
  }
};

/// A command while it is executed.
class Execution {
 public:
  Execution(const Command& command, StopWatch* watch)
      : command_(command), watch_(watch) {}

  Ending run() {
    if (const int error = start_child()) {
      ending_.kind = Ending::Kind::kNotStarted;
      ending_.status = error;
      return ending_;
    }
    const auto start = start_;
    const auto end = command_.timeout.count() == 0 ? Clock::time_point::max()
                                                   : start + command_.timeout;
    const End reason = wait_until(end, watch_);
    if (reason == End::kStopped && command_.grace.count() != 0) {
      kill(-pid_, SIGTERM);
      const auto last = Clock::now() + command_.grace;
      (void)wait_until(last, nullptr);
      if (command_.shares_grace) ask_children_until(last);
    }
    ending_.duration = Clock::now() - start;
    end_all(reason);
    // No more than a pipe holds: an escaped process may go on filling it.
    constexpr int kParts = 16;
    for (int i = 0; i < kParts && read_output(); ++i) {
    }
    for (int i = 0; i < kParts && read_errors(); ++i) {
    }
    ending_.output += kept_errors_;
    return ending_;
  }

 private:
  enum class End { kItself, kTime, kStopped, kUnknown };

  /// Starts the command. Returns zero or an errno.
  int start_child() {
    SpawnOptions options;
    options.search_path = command_.search_path;
    options.processor = command_.processor;
    options.input = command_.input;
    options.is_copied = command_.measures_memory;
    if (!command_.folder.empty()) options.folder = command_.folder;
    if (command_.inherits_output) {
      options.errors = STDOUT_FILENO;
    } else {
      int error = output_.open();
      if (error == 0 && command_.splits_errors) error = errors_.open();
      if (error != 0) return error;
      options.output = output_.writing.number();
      options.errors =
          command_.splits_errors ? errors_.writing.number() : options.output;
    }
    start_ = Clock::now();
    const Spawned child = spawn(command_.words, command_.environment, options);
    pid_ = child.pid;
    return child.error;
  }

  bool read_output() {
    return read_part(output_.reading.number(), command_.on_output,
                     ending_.output);
  }
  bool read_errors() {
    return errors_.reading.number() >= 0 &&
           read_part(errors_.reading.number(), {}, kept_errors_);
  }

  /// Reads the child's output meanwhile, in parts: however much that is, the
  /// time and the watch are checked.
  End wait_until(Clock::time_point end, StopWatch* watch) {
    using std::chrono::milliseconds;
    const Descriptor child(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    // Kernels without pidfd_open are asked every millisecond.
    milliseconds most(child.number() >= 0 ? 1'000'000 : 1);
    if (watch != nullptr) most = std::min(most, watch->interval());
    while (true) {
      if (watch != nullptr && watch->signal() != 0) return End::kStopped;
      const auto left = end - Clock::now();
      if (left <= Clock::duration::zero()) return End::kTime;
      const auto wait = std::min(std::chrono::ceil<milliseconds>(
                                     std::min<Clock::duration>(left, most)),
                                 most);
      pollfd ready[] = {
          {child.number(), POLLIN, 0},
          {output_.reading.number(), POLLIN, 0},
          {errors_.reading.number(), POLLIN, 0},
          {watch != nullptr ? watch->descriptor() : -1, POLLIN, 0}};
      if (poll(ready, std::size(ready), static_cast<int>(wait.count())) < 0 &&
          errno != EINTR) {
        kept_errors_ += "spl-run cannot wait for it: " + limit_text(errno);
        return End::kUnknown;
      }
      // What cannot be read is not waited for.
      if (ready[1].revents != 0 && !read_output() && errno != EAGAIN) {
        output_.reading.reset(-1);
      }
      if (ready[2].revents != 0 && !read_errors() && errno != EAGAIN) {
        errors_.reading.reset(-1);
      }
      if (has_ended(pid_)) return End::kItself;
    }
  }

  /// Asks the processes that the child left, now children of this process, to
  /// end; each once.
  void ask_children_until(Clock::time_point end) const {
    std::set<pid_t> asked{pid_};  // Its number stays its own.
    while (Clock::now() < end) {
      bool found = false;
      each_child([&](pid_t child) {
        if (child == pid_) return;
        if (asked.insert(child).second) kill(child, SIGTERM);
        // A child that was just reaped may have left others.
        found = waitpid(child, nullptr, WNOHANG) >= 0 || found;
      });
      if (!found) return;
      poll(nullptr, 0, 2);
    }
  }

  void end_all(End reason) {
    kill(-pid_, SIGKILL);
    const int error = kill_child(pid_);  // It may have left its group.
    Reaped reaped;
    ending_.left = reap_killed(pid_, error, reaped, kPatienceAfterKill);
    record(reason, reaped.status);
    record(reaped.used);
    const std::string others = end_children();
    if (ending_.left.empty()) ending_.left = others;
  }

  void record(End reason, int status) {
    if (reason == End::kTime) {
      ending_.kind = Ending::Kind::kTimedOut;
    } else if (reason == End::kUnknown) {
      ending_.kind = Ending::Kind::kKilled;
      ending_.status = SIGKILL;
    } else if (reason == End::kStopped) {
      ending_.kind = Ending::Kind::kKilled;
      ending_.status = watch_->signal();
    } else {
      const Ending own = ending_of(status);
      ending_.kind = own.kind;
      ending_.status = own.status;
    }
  }

  void record(const rusage& used) {
    for (const timeval& part : {used.ru_utime, used.ru_stime}) {
      ending_.cpu += std::chrono::seconds(part.tv_sec) +
                     std::chrono::microseconds(part.tv_usec);
    }
    constexpr std::uint64_t kUnit = 1024;  // Linux counts in KiB.
    ending_.peak_memory = static_cast<std::uint64_t>(used.ru_maxrss) * kUnit;
  }

  const Command& command_;
  StopWatch* watch_;
  Clock::time_point start_{};
  Pipe output_;
  Pipe errors_;  ///< Open if they are split.
  std::string kept_errors_;
  pid_t pid_ = -1;
  Ending ending_;
};

/// Returns whether there are children, by one system call: to list them takes a
/// file of the kernel's.
bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Returns the parent of a process; 0 if it has ended. Its name may have any
/// sign in it.
pid_t parent_of(const std::filesystem::path& process) {
  std::string text;
  std::getline(std::ifstream(process / "stat"), text, '\0');
  const std::size_t name_end = text.rfind(')');
  constexpr std::size_t kState = 4;  // ") S " is before the number.
  if (name_end == text.npos || name_end + kState > text.size()) return 0;
  return static_cast<pid_t>(std::atol(text.c_str() + name_end + kState));
}

/// Kills all that this process and its children started, when none of them runs
/// any more: those that start others faster than they are killed one by one.
/// Numbers of processes are listed in order, so that most follow their parents.
void kill_descendants(Clock::time_point end) {
  std::set<pid_t> known{getpid()};
  for (bool found = true; found && Clock::now() < end;) {
    found = false;
    std::error_code error;
    for (std::filesystem::directory_iterator one("/proc", error), last;
         !error && one != last; one.increment(error)) {
      const auto child =
          static_cast<pid_t>(std::atol(one->path().filename().c_str()));
      if (child <= 0 || child == spared || known.contains(child)) continue;
      if (!known.contains(parent_of(one->path()))) continue;
      known.insert(child);
      found = kill(child, SIGSTOP) == 0 || found;
    }
  }
  known.erase(getpid());
  for (const pid_t one : known) kill(one, SIGKILL);
}

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGCONT}) {
    sigaddset(&signals, one);
  }
  return signals;
}

}  // namespace

std::vector<std::string> own_environment() {
  std::vector<std::string> result;
  for (char** one = environ; *one != nullptr; ++one) result.emplace_back(*one);
  return result;
}

StopWatch::StopWatch(pid_t parent, std::function<bool()> is_over)
    : parent_(parent), is_over_(std::move(is_over)) {
  const sigset_t signals = stop_signals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

StopWatch::~StopWatch() {
  if (descriptor_ >= 0) close(descriptor_);
}

int StopWatch::signal() {
  signalfd_siginfo info{};
  if (signal_ != 0) return signal_;
  while (signal_ == 0 && descriptor_ >= 0) {
    const ssize_t size = read(descriptor_, &info, sizeof info);
    if (size < 0 && errno == EAGAIN) break;
    if (size < 0 && errno == EINTR) continue;
    // No signal can be read any more, and waiting for one would not end.
    if (size != sizeof info) info.ssi_signo = SIGTERM;
    signal_ = static_cast<int>(info.ssi_signo);
    if (signal_ != SIGCONT) continue;
    // Sent when the parent ends, or by another process after SIGSTOP.
    signal_ = parent_ == 0 || getppid() == parent_ ? 0 : SIGTERM;
  }
  if (signal_ == 0 && is_over_ && Clock::now() >= next_look_) {
    next_look_ = Clock::now() + interval();
    if (is_over_()) signal_ = SIGKILL;
  }
  return signal_;
}

std::chrono::milliseconds StopWatch::interval() const {
  return std::chrono::seconds(is_over_ ? 1 : 1000);
}

Ending execute(const Command& command, StopWatch* watch) {
  return Execution(command, watch).run();
}

bool ends_before(pid_t child, Clock::time_point end) {
  using std::chrono::milliseconds;
  const Descriptor known(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  // Kernels without pidfd_open are asked every ten milliseconds.
  const milliseconds most(known.number() >= 0 ? 1'000'000 : 10);
  while (!has_ended(child)) {
    const auto left = end - Clock::now();
    if (left <= Clock::duration::zero()) return false;
    const auto wait = std::min(
        std::chrono::ceil<milliseconds>(std::min<Clock::duration>(left, most)),
        most);
    pollfd ready{known.number(), POLLIN, 0};
    // Asked from time to time if there is no waiting.
    if (poll(&ready, 1, static_cast<int>(wait.count())) < 0 && errno != EINTR) {
      std::this_thread::sleep_for(milliseconds(10));
    }
  }
  return true;
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(child), &info,
             WEXITED | WNOHANG | WNOWAIT) != 0) {
    return errno != EINTR;  // It cannot be waited for.
  }
  return info.si_pid == child;
}

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // An opened file gets the lowest free number.
    if (fcntl(stream, F_GETFD) < 0) (void)open("/dev/null", O_RDONLY);
  }
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

// A stopped process takes no other signal.
void stop_with_parent() { prctl(PR_SET_PDEATHSIG, SIGCONT); }

int end_by(int signal) {
  ::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  raise(signal);
  return 1;
}

std::string end_children() {
  constexpr int kMostTimes = 3;  // Numbers may be given again.
  constexpr int kUsualPasses = 1;
  constexpr std::chrono::seconds kPatience(10);
  std::map<pid_t, int> times;
  std::string left;
  int passes = 0;
  const Clock::time_point end = Clock::now() + kPatience;
  for (bool found = has_children(); found && Clock::now() < end;) {
    found = false;
    if (++passes > kUsualPasses) kill_descendants(end);
    const bool is_known = each_child([&](pid_t child) {
      if (is_left_alone(child) || times[child]++ == kMostTimes) return;
      found = true;
      const std::string one = end_child(child);
      if (left.empty()) left = one;
    });
    if (!is_known) break;
  }
  return left;
}

std::string end_child(pid_t child, std::chrono::nanoseconds patience) {
  if (is_killed_in_vain(child)) {
    patience = std::min<std::chrono::nanoseconds>(patience, kPatienceInVain);
  }
  const int error = kill_child(child);
  Reaped reaped;
  return reap_killed(child, error, reaped, patience);
}

void spare_child(pid_t child) { spared = child; }

}  // namespace spl::runner
