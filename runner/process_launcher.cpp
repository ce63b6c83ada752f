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
#include "runner/process.hpp"

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

/// The last lines of what a process printed, for the message.
std::string last_output(const fs::path& path) {
  std::string output;
  try {
    output = read_file(path);
  } catch (const FileError&) {
    return {};
  }
  while (!output.empty() && output.back() == '\n') output.pop_back();
  if (output.empty()) return {};
  std::size_t begin = output.size();
  for (std::size_t lines = 0; lines < kOutputLines && begin > 0; ++lines) {
    begin = output.rfind('\n', begin - 1);
    if (begin == std::string::npos) begin = 0;
  }
  if (output[begin] == '\n') ++begin;
  std::string text = "; its last output:";
  for (std::size_t at = begin; at <= output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    text += "\n    " + output.substr(at, end - at);
    at = end + 1;
  }
  return text;
}

/// The machine's lock: held by whoever measures, released with the process.
class MachineLock {
 public:
  MachineLock() {
    // Not with O_CREAT where it exists: in a sticky folder the kernel may
    // refuse that for another user's file.
    descriptor_ = open(kPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor_ < 0) {
      descriptor_ = open(kPath, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
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
  static constexpr const char* kPath = "/tmp/spl-measuring.lock";
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
  request.keep_disturbed = order.keep_disturbed;
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

ProcessLauncher::ProcessLauncher() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "spl-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr) {
    throw FileError("cannot make a folder for results like " + name + ": " +
                    (error ? error.message() : std::strerror(errno)) +
                    "; set TMPDIR to a folder that can be written");
  }
  folder_ = name;
}

ProcessLauncher::~ProcessLauncher() { clear_up(); }

void ProcessLauncher::clear_up() noexcept {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

workload::CatalogueAnswer ProcessLauncher::catalogue(
    const std::string& program) {
  check_program(program);
  workload::Request request;
  request.task = workload::Request::Task::kCatalogue;
  request.result_path = folder_ / "catalogue";
  const fs::path output = folder_ / "output";
  const Ending ending =
      execute({program, environment(request, 0), output, kCatalogueTimeout});
  std::error_code error;
  if (!fs::exists(request.result_path, error)) {
    const bool ended_well =
        ending.kind == Ending::Kind::kExited && ending.status == 0;
    throw ProgramError(
        program + " did not tell its workloads: it " +
        to_text(ending, kCatalogueTimeout) +
        (ended_well ? "; link it to spl::workload_main or spl::gtest" : "") +
        last_output(output));
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

std::vector<workload::RunAnswer> ProcessLauncher::measure(const Block& block) {
  const MachineLock lock;
  std::vector<workload::RunAnswer> answers;
  for (const RunOrder& order : block.runs) answers.push_back(run(order));
  return answers;
}

workload::RunAnswer ProcessLauncher::run(const RunOrder& order) const {
  workload::Request request = request_for(order);
  request.result_path = folder_ / "run";
  const fs::path output = folder_ / "output";
  const Ending ending =
      execute({order.program, environment(request, order.environment_size),
               output, order.timeout});
  workload::RunAnswer answer;
  std::error_code error;
  if (!fs::exists(request.result_path, error)) {
    answer.failure = to_text(ending, order.timeout);
    if (ending.kind == Ending::Kind::kExited) {
      answer.failure += " before it was measured";
    }
    answer.failure += last_output(output);
    return answer;
  }
  try {
    answer = workload::decode_run_answer(read_file(request.result_path));
  } catch (const std::exception& problem) {
    answer.failure =
        std::string("left an answer that cannot be read: ") + problem.what();
  }
  fs::remove(request.result_path, error);
  if (!answer.failure.empty()) answer.failure += last_output(output);
  return answer;
}

}  // namespace spl::runner
