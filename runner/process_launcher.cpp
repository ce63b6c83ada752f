#include "runner/process_launcher.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runner/files.hpp"
#include "runner/host_name.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr auto kCatalogueTimeout = std::chrono::seconds(30);
constexpr std::size_t kOutputLines = 10;
constexpr const char* kPadding = "SPL_PADDING";

/// What a worker gets: the caller's variables without those that would change
/// what GoogleTest's main or this project's programs do.
std::vector<std::string> environment(const workload::Request& request,
                                     std::size_t padding) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (!text.starts_with("GTEST_") && !text.starts_with("SPL_")) {
      result.emplace_back(text);
    }
  }
  result.push_back(std::string(workload::kVariable) + '=' +
                   workload::encode(request));
  result.push_back(std::string(kPadding) + '=' + std::string(padding, 'x'));
  return result;
}

/// A line of output as a message shows it: neither long nor able to move the
/// terminal's cursor.
std::string shown(std::string_view line) {
  constexpr std::size_t kLongest = 200;
  std::string text(line.substr(0, kLongest));
  for (char& byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < ' ' || code == 127) byte = byte == '\t' ? ' ' : '?';
  }
  return line.size() > kLongest ? text + " ..." : text;
}

/// The last lines of what a process printed, for the message.
std::string last_output(std::string_view output) {
  while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
  if (output.empty()) return {};
  std::vector<std::string_view> lines;
  while (lines.size() < kOutputLines) {
    const std::size_t newline = output.rfind('\n');
    if (newline == std::string_view::npos) {
      lines.push_back(output);
      break;
    }
    lines.push_back(output.substr(newline + 1));
    output = output.substr(0, newline);
  }
  std::string text = "; its last output:";
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    text += "\n    " + shown(*line);
  }
  return text;
}

/// The machine's lock: held by whoever measures, released with the process.
class MachineLock {
 public:
  explicit MachineLock(const fs::path& path) {
    // Not with O_CREAT where it exists: in a sticky folder the kernel may
    // refuse that for another user's file.
    descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor_ < 0) {
      descriptor_ =
          open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    }
    if (descriptor_ < 0) return;
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~MachineLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  int descriptor_ = -1;
};

workload::Request request_for(const RunOrder& order) {
  workload::Request request;
  request.task = workload::Request::Task::kRun;
  request.parent = getpid();
  request.method = order.performance.method;
  request.generator = order.performance.generator;
  request.factory = order.performance.factory;
  request.arguments.assign(order.performance.arguments.begin(),
                           order.performance.arguments.end());
  request.seed = order.seed;
  request.observations = order.observations;
  request.warmup_ns = static_cast<std::uint64_t>(order.warmup.count());
  if (request.warmup_ns == 0) request.warmup_observations = 0;
  request.observation_ns =
      static_cast<std::uint64_t>(order.observation.count());
  request.keep_disturbed = order.keep_disturbed;
  request.metrics = order.metrics;
  return request;
}

void check_program(const std::string& program) {
  struct stat facts {};
  if (stat(program.c_str(), &facts) != 0) {
    throw ProgramError("there is no program " + program + ": " +
                       std::strerror(errno) + "; is it built?");
  }
  if (!S_ISREG(facts.st_mode) || access(program.c_str(), X_OK) != 0) {
    throw ProgramError(program +
                       " cannot be executed; name a program that holds "
                       "workloads");
  }
}

}  // namespace

ProcessLauncher::ProcessLauncher(fs::path lock) : lock_(std::move(lock)) {}

ProcessLauncher::~ProcessLauncher() { clear_up(); }

void ProcessLauncher::clear_up() noexcept {
  ended_ = true;
  end_children();
  const AtWork at_work(mutex_);
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Ending ProcessLauncher::execute(const Command& command, AtWork& at_work) {
  at_work.unlock();
  Ending ending = runner::execute(command);
  at_work.lock();
  while (ended_) {
    at_work.unlock();
    pause();
    at_work.lock();
  }
  return ending;
}

const fs::path& ProcessLauncher::folder() {
  if (!folder_.empty()) return folder_;
  const char* variable = std::getenv("TMPDIR");
  const fs::path parent = variable != nullptr ? variable : "/tmp";
  std::string name = (parent / "spl-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw FileError("cannot make a folder for results in " + parent.string() +
                    ": " + std::strerror(errno) +
                    "; set TMPDIR to a folder that can be written");
  }
  folder_ = name;
  return folder_;
}

workload::CatalogueAnswer ProcessLauncher::catalogue(
    const std::string& program) {
  check_program(program);
  AtWork at_work(mutex_);
  workload::Request request;
  request.task = workload::Request::Task::kCatalogue;
  request.result_path = folder() / "catalogue";
  const fs::path output = folder_ / "output";
  const Ending ending =
      execute({program, environment(request, 0), kCatalogueTimeout}, at_work);
  std::error_code error;
  if (!fs::exists(request.result_path, error)) {
    const bool ended_well =
        ending.kind == Ending::Kind::kExited && ending.status == 0;
    const bool refused =
        ending.kind == Ending::Kind::kExited && ending.status == 2;
    throw ProgramError(
        program + " did not tell its workloads: it " +
        to_text(ending, kCatalogueTimeout) +
        (ended_well ? "; link it to spl::workload_main or spl::gtest" : "") +
        (refused ? "; build it anew, with this version of SPL" : "") +
        last_output(ending.output));
  }
  const std::string text = read_file(request.result_path);
  fs::remove(request.result_path, error);
  try {
    return workload::decode_catalogue_answer(text);
  } catch (const workload::ProtocolError& problem) {
    throw ProgramError(program + " is built with another version of SPL: " +
                       problem.what() + "; build it anew");
  }
}

BlockResult ProcessLauncher::measure(const Block& block) {
  const MachineLock lock(lock_);
  BlockResult result{host_name(), {}};
  for (const RunOrder& order : block.runs) result.runs.push_back(run(order));
  return result;
}

RunResult ProcessLauncher::run(const RunOrder& order) {
  AtWork at_work(mutex_);
  workload::Request request = request_for(order);
  request.result_path = folder() / "run";
  const Ending ending =
      execute({order.program, environment(request, order.environment_size),
               order.timeout},
              at_work);
  RunResult result;
  result.seconds = std::chrono::duration<double>(ending.duration).count();
  workload::RunAnswer& answer = result.answer;
  std::error_code error;
  if (!fs::exists(request.result_path, error)) {
    answer.failure = to_text(ending, order.timeout);
    if (ending.kind == Ending::Kind::kExited) {
      answer.failure += " before it was measured";
    }
    answer.failure += last_output(ending.output);
    return result;
  }
  try {
    answer = workload::decode_run_answer(read_file(request.result_path));
  } catch (const std::exception& problem) {
    answer.failure =
        std::string("left an answer that cannot be read: ") + problem.what();
  }
  fs::remove(request.result_path, error);
  if (!answer.failure.empty()) answer.failure += last_output(ending.output);
  return result;
}

}  // namespace spl::runner
