#include "runner/programs/block_helper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "runner/programs/block_protocol.hpp"
#include "runner/programs/command_hooks.hpp"
#include "runner/programs/command_worker.hpp"
#include "runner/programs/counted_worker.hpp"
#include "runner/programs/logged_worker.hpp"
#include "runner/programs/shifted_heap.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/machine_lock.hpp"
#include "runner/system/process_copy.hpp"
#include "runner/system/terminal_text.hpp"
#include "runner/system/work_in_time.hpp"
#include "runner/tools/framework.hpp"
#include "runner/tools/translator.hpp"
#include "spl/workload/protocol.hpp"

#if defined(__SANITIZE_THREAD__)
#define SPL_THREAD_SANITIZER true
#elif defined(__has_feature)
#define SPL_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define SPL_THREAD_SANITIZER false
#endif

namespace spl::runner {
namespace {

/// Turns random addresses on for programs that this process executes, as far as
/// the machine has them: this process may have been started without (setarch
/// -R, debuggers). Returns false if that fails. Changes nothing if this process
/// is built with the thread sanitizer, which needs fixed addresses: the
/// executed programs may be, too.
bool draw_addresses() {
  if (SPL_THREAD_SANITIZER) return true;
  const auto fixed = static_cast<unsigned long>(ADDR_NO_RANDOMIZE);
  const int now = personality(0xffffffff);  // Changes nothing.
  if (now == -1) return true;  // Then nobody could have changed it, either.
  const auto drawn = static_cast<unsigned long>(now) & ~fixed;
  return static_cast<unsigned long>(now) == drawn || personality(drawn) != -1;
}

ForeignRequest foreign_request(const BlockRequest::Run& run) {
  ForeignRequest request(run.request, run.counters);
  request.chooses_iterations = run.chooses_iterations;
  return request;
}

namespace fs = std::filesystem;

constexpr const char* kPadding = "SPL_PADDING";
// srun takes some tenths of a second to end what it started elsewhere.
constexpr auto kGrace = std::chrono::seconds(5);

/// Returns whether workers get a variable of the caller: not those that change
/// the behaviour of GoogleTest's main, of this project's programs, or what an
/// allocation costs. `meson test` sets MALLOC_PERTURB_, for which glibc fills
/// all memory that it hands out or takes back.
bool is_handed_on(std::string_view variable) {
  return !variable.starts_with("GTEST_") && !variable.starts_with("SPL_") &&
         !variable.starts_with("MALLOC_PERTURB_=");
}

/// Executes workers with the caller's variables.
class Workers {
 public:
  Workers() {
    for (std::string& variable : own_environment()) {
      if (!is_handed_on(variable)) continue;
      command_.environment.push_back(std::move(variable));
    }
    handed_on_ = command_.environment.size();
  }

  Ending execute(const BlockRequest::Run& run,
                 std::optional<unsigned> processor, StopWatch& watch) {
    if (run.command) return execute_command(run, processor, watch);
    const Translator* foreign = translator(run.framework);
    command_.words = {run.program};
    command_.words.insert(command_.words.end(), run.arguments.begin(),
                          run.arguments.end());
    command_.environment.resize(handed_on_);
    if (foreign == nullptr) add_request(run);
    command_.environment.push_back(std::string(kPadding) + '=' +
                                   std::string(run.padding, 'x'));
    command_.timeout = run.timeout;
    command_.processor = processor;
    Ending ending =
        foreign != nullptr ? execute_foreign(*foreign, foreign_request(run),
                                             shifted(command_, run), watch)
        : is_counted(run.request)
            ? execute_counted(run.request, run.profile, command_, watch)
        : !run.profile.empty()
            ? execute_logged(run.request, run.profile, command_, watch)
            : runner::execute(command_, &watch);
    // A run that is out of time reports that itself.
    if (!ending.left.empty() && ending.kind != Ending::Kind::kTimedOut) {
      print_notice("spl-run: warning: " + ending.left + ", was left by " +
                   run.program);
    }
    return ending;
  }

  /// Cleans up after the commands so far.
  std::vector<std::string> end_commands() { return hooks_.end(); }

  /// Returns how long setups have taken since this was asked last.
  std::chrono::nanoseconds setup_time() {
    return std::exchange(setup_time_, {});
  }

 private:
  Ending execute_command(const BlockRequest::Run& run,
                         std::optional<unsigned> processor, StopWatch& watch) {
    Command like;
    like.environment.assign(
        command_.environment.begin(),
        command_.environment.begin() + static_cast<std::ptrdiff_t>(handed_on_));
    const auto& longest = run.command->setup_timeout;
    like.timeout = longest.count() == 0 ? run.timeout : longest;
    const auto began = std::chrono::steady_clock::now();
    Ending setup = hooks_.begin(*run.command, like, watch);
    setup_time_ += std::chrono::steady_clock::now() - began;
    if (watch.signal() != 0) return setup;
    if (setup.kind != Ending::Kind::kExited || setup.status != 0) {
      return refuse_command(*run.command, run.request, setup, like.timeout);
    }
    like.timeout = run.timeout;
    like.environment.push_back(std::string(kPadding) + '=' +
                               std::string(run.padding, 'x'));
    like.processor = processor;
    ForeignRequest request = foreign_request(run);
    request.heap_offset = run.heap_offset;
    return runner::execute_command(*run.command, request, like, watch);
  }

  static Command shifted(Command command, const BlockRequest::Run& run) {
    if (run.heap_offset) {
      shift_heap(*run.heap_offset, Scatter::kYes, command);
    }
    return command;
  }

  void add_request(const BlockRequest::Run& run) {
    workload::Request request =
        is_counted(run.request) ? marked(run.request) : run.request;
    request.parent = getpid();
    command_.environment.push_back(std::string(workload::kVariable) + '=' +
                                   workload::encode(request));
    // A program that is no worker may execute all it has without an option.
    const bool is_question =
        request.task == workload::Request::Task::kCatalogue;
    if (run.framework == Framework::kUnknown && is_question) {
      command_.words.emplace_back(kAskingOption);
    }
  }

  Command command_;
  std::size_t handed_on_ = 0;  ///< Variables that all workers get.
  CommandHooks hooks_;
  std::chrono::nanoseconds setup_time_{};
};

/// Hands on, once each, the notices of a helper that a launcher started.
class Notices {
 public:
  void operator()(std::string_view part) {
    line_ += part;
    std::size_t begin = 0;
    for (std::size_t end = 0;
         (end = line_.find('\n', begin)) != std::string::npos;) {
      hand_on(line_.substr(begin, end - begin));
      begin = end + 1;
    }
    line_.erase(0, begin);
    if (line_.size() > kOutputKept) line_.clear();
  }

 private:
  static void hand_on(const std::string& line) {
    static std::set<std::string> printed;
    for (const char* start : {kLockNotice, kLockWarning}) {
      if (line.starts_with(start) && printed.insert(start).second)
        print_notice(line);
    }
  }

  std::string line_;
};

Ending execute_launcher(const BlockRequest& request, StopWatch& watch) {
  Command command;
  command.words = request.launcher;
  command.environment = own_environment();
  command.search_path = true;
  command.grace = kGrace;
  command.on_output = Notices();
  return execute(command, &watch);
}

/// Returns the processor at which all runs of a block begin, since the other
/// work of processors differs. It is drawn: no single processor represents all.
std::optional<unsigned> drawn_processor(const BlockRequest& request) {
  const Processors usable = usable_processors();
  if (request.runs.empty() || usable.empty()) return std::nullopt;
  return usable[request.runs.front().request.seed % usable.size()];
}

/// Whether what Valgrind counts in a run depends on no other run.
bool is_free(const BlockRequest::Run& run) {
  return is_counted(run.request) && !run.command;
}

/// Executes two free runs at a time.
void execute_runs(const BlockRequest& request, Workers& workers,
                  StopWatch& watch, BlockAnswer& answer) {
  const std::optional<unsigned> processor = drawn_processor(request);
  const bool has_two = usable_processors().size() > 1;
  const auto& runs = request.runs;
  for (std::size_t i = 0; i < runs.size() && watch.signal() == 0; ++i) {
    const bool is_pair = has_two && i + 1 < runs.size() && is_free(runs[i]) &&
                         is_free(runs[i + 1]);
    if (!is_pair) {
      answer.endings.push_back(workers.execute(runs[i], processor, watch));
      continue;
    }
    ProcessCopy beside([&](StopWatch& own) {
      BlockAnswer result;
      result.endings = {workers.execute(runs[i + 1], std::nullopt, own)};
      return encode(result);
    });
    answer.endings.push_back(workers.execute(runs[i], std::nullopt, watch));
    const std::string text = beside.answer(watch);
    ++i;
    answer.endings.push_back(
        is_whole(text) ? decode_block_answer(text).endings.front()
                       : workers.execute(runs[i], std::nullopt, watch));
  }
}

BlockAnswer make_block(const BlockRequest& request, Workers& workers,
                       StopWatch& watch) {
  BlockAnswer answer;
  answer.host = host_name();
  if (!request.launcher.empty()) {
    answer.endings.push_back(execute_launcher(request, watch));
    return answer;
  }
  if (!request.processors.empty()) {
    answer.failure = bind_to(request.processors);
    if (!answer.failure.empty()) return answer;
  }
  const auto began = std::chrono::steady_clock::now();
  std::optional<MachineLock> lock;
  if (!request.lock.empty()) {
    lock.emplace(request.lock, &watch, request.lock_timeout);
  }
  answer.locked = std::chrono::steady_clock::now() - began;
  if (lock && !lock->timeout().empty()) {
    answer.failure = lock->timeout();
    answer.is_locked_out = true;
    return answer;
  }
  const bool are_drawn = draw_addresses();
  if (request.wants_facts) {
    answer.facts = host_facts();
    answer.facts->name = answer.host;
    if (!are_drawn) answer.facts->layout_randomized = false;
    answer.before = host_counters();
  }
  execute_runs(request, workers, watch, answer);
  answer.waited = answer.locked + workers.setup_time();
  if (request.ends_commands) answer.remarks = workers.end_commands();
  if (request.wants_facts) answer.after = host_counters();
  return answer;
}

/// Receives a request; nothing if the runner has gone or if it is time to stop.
/// The runner sends the next request after the answer.
std::optional<std::string> next_request(StopWatch& watch) {
  std::string text;
  std::array<char, 4096> part{};
  while (!is_whole(text)) {
    pollfd ready[] = {{kHelperChannel, POLLIN, 0},
                      {watch.descriptor(), POLLIN, 0}};
    const int count = poll(ready, std::size(ready), -1);
    if (count < 0 && errno != EINTR) return std::nullopt;
    if (watch.signal() != 0) return std::nullopt;
    if (count < 0 || ready[0].revents == 0) continue;
    const ssize_t size = recv(kHelperChannel, part.data(), part.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return std::nullopt;
    text.append(part.data(), static_cast<std::size_t>(size));
  }
  return text;
}

/// Returns the content of a file; nothing without a file. Throws FileError,
/// also if the folder that hosts share does not answer.
std::optional<std::string> shared_text(const fs::path& path) {
  const std::string found = work_in_time([&] {
    std::error_code error;
    return fs::exists(path, error) ? '+' + read_exchanged_file(path)
                                   : std::string();
  });
  if (found.empty()) return std::nullopt;
  return found.substr(1);
}

/// Returns whether the runner has given the block up, or cannot be reached.
bool is_given_up(const fs::path& path) {
  try {
    return work_in_time([&] {
             std::error_code error;
             return fs::status(path, error).type() == fs::file_type::not_found
                        ? std::string("gone")
                        : std::string();
           }) == "gone";
  } catch (const FileError&) {
    return true;
  }
}

void remove_in_time(const fs::path& folder) noexcept {
  try {
    (void)work_in_time([&] {
      remove_folder(folder);
      return std::string();
    });
  } catch (const std::exception&) {
    // The folder stays for whoever repairs the file system.
  }
}

int run_block_here(const fs::path& path, pid_t parent) try {
  adopt_orphans();
  StopWatch watch(parent, [&] { return is_given_up(path); });
  const auto text = shared_text(path);
  if (!text) {
    std::cerr
        << "spl-run: error: " << foreign_name(path.parent_path().string())
        << " is not to be found on " << host_name()
        << "; name a folder that all hosts share with -s shared-folder=PATH\n";
    return 1;
  }
  Workers workers;
  BlockRequest request = decode_block_request(*text);
  // This machine's lock, whose file may differ from the runner's.
  if (!request.lock.empty() && std::getenv("SPL_MACHINE_LOCK") != nullptr) {
    request.lock = machine_lock_path();
  }
  request.ends_commands = true;  // The next block may be on another host.
  const BlockAnswer answer = make_block(request, workers, watch);
  (void)work_in_time([&] {
    std::error_code error;
    if (fs::exists(path, error)) write_file(answer_path(path), encode(answer));
    return std::string();
  });
  return watch.signal() == 0 ? 0 : end_by(watch.signal());
} catch (const FileError& error) {
  std::cerr << "spl-run: error: on " << host_name() << " the folder "
            << foreign_name(path.parent_path().string()) << ": "
            << message_text(error.what()) << '\n';
  return 1;
}

}  // namespace

bool send_text(int channel, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t size =
        ::send(channel, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (size < 0 && errno != EINTR) return false;
    if (size > 0) sent += static_cast<std::size_t>(size);
  }
  return true;
}

int serve_blocks(pid_t runner) {
  adopt_orphans();
  StopWatch watch(runner);
  stop_with_parent();
  fcntl(kHelperChannel, F_SETFD, FD_CLOEXEC);  // Not for measured programs.
  Workers workers;
  std::set<fs::path> folders;
  std::set<fs::path> shared;
  while (getppid() == runner) {
    const auto text = next_request(watch);
    if (!text) break;
    const BlockRequest request = decode_block_request(*text);
    (request.launcher.empty() ? folders : shared).insert(request.folder);
    const BlockAnswer answer = make_block(request, workers, watch);
    if (watch.signal() != 0) break;
    if (!send_text(kHelperChannel, encode(answer))) break;
  }
  for (const std::string& one : workers.end_commands()) {
    print_notice("spl-run: warning: " + one);
  }
  for (const fs::path& folder : folders) remove_folder(folder);
  for (const fs::path& folder : shared) remove_in_time(folder);
  return 0;
}

/// A launcher may kill what it started, but reaches process groups only. So a
/// child does the work in a session of its own, and gets a signal when this
/// process ends.
int run_block(const fs::path& path) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGCONT}) {
    sigaddset(&signals, one);
  }
  ::signal(SIGCHLD, SIG_DFL);  // The parent may ignore it.
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  const pid_t launcher = getppid();
  stop_with_parent();
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child < 0) {
    std::cerr << "spl-run: error: cannot start a process: " << limit_text(errno)
              << '\n';
    return 1;
  }
  if (child == 0) {
    stop_with_parent();
    setsid();
    return getppid() == self ? run_block_here(path, self) : 1;
  }
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    int signal = 0;
    sigwait(&signals, &signal);
    if (signal == SIGCONT) signal = getppid() == launcher ? 0 : SIGTERM;
    if (signal == SIGCHLD) continue;
    kill(child, signal);
    kill(child, SIGCONT);  // It may be stopped.
  }
  end_children();  // Its children if it was killed.
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return end_by(WTERMSIG(status));
}

fs::path answer_path(fs::path request) { return request += ".answer"; }

}  // namespace spl::runner
