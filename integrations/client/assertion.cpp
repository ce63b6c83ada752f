#include "integrations/client/assertion.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

namespace spl::client {
namespace {

using Outcome = Evaluation::Outcome;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string content(std::FILE* file) {
  std::string text;
  std::array<char, 4096> part{};
  std::rewind(file);
  while (const std::size_t size =
             std::fread(part.data(), 1, part.size(), file)) {
    text.append(part.data(), size);
  }
  return text;
}

bool executable(const std::string& path) {
  return access(path.c_str(), X_OK) == 0;
}

std::string this_program() {
  std::array<char, 4096> path{};
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  return {path.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

std::string in_search_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  const std::string folders = variable == nullptr ? "" : variable;
  for (std::size_t at = 0; at < folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    std::string path = folders.substr(at, end - at) + '/' + name;
    if (executable(path)) return path;
    at = end + 1;
  }
  return {};
}

struct Runner {
  std::string path;     ///< Empty where there is none.
  std::string problem;  ///< Then: why.
};

Runner find_runner(const std::string& program, const std::string& recorded) {
  if (const char* given = std::getenv("SPL_RUNNER")) {
    if (executable(given)) return {given, ""};
    return {"", std::string("SPL_RUNNER is ") + given +
                    ", which cannot be executed; set it to the path of "
                    "spl-run"};
  }
  const std::string beside =
      program.substr(0, program.rfind('/') + 1) + "spl-run";
  if (executable(beside)) return {beside, ""};
  if (!recorded.empty() && executable(recorded)) return {recorded, ""};
  const std::string found = in_search_path("spl-run");
  if (!found.empty()) return {found, ""};
  return {"", "there is no spl-run: it is neither next to this program" +
                  (recorded.empty() ? "" : " nor at " + recorded) +
                  " nor in PATH; set SPL_RUNNER to its path"};
}

/// What the child left: its exit status (or -1) and both its outputs.
struct Ended {
  int status = -1;
  std::string out;
  std::string err;
};

Ended execute(const std::vector<std::string>& command) {
  const File out(std::tmpfile());
  const File err(std::tmpfile());
  if (!out || !err) {
    return {-1, "", std::string("no temporary file: ") + strerror(errno)};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, command.front().c_str(), &actions,
                                nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return {-1, "", command.front() + ": " + std::strerror(error)};
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out.get()),
          content(err.get())};
}

/// The report decides; the exit status alone would not tell what skips.
Outcome outcome(const nlohmann::json& report, int status) {
  if (status == 0) return Outcome::kHolds;
  if (status == 1) return Outcome::kViolated;
  if (status != 4) return Outcome::kError;
  const bool skips = report.at("settings").at("undecided") == "skip";
  return skips ? Outcome::kSkipped : Outcome::kUndecided;
}

}  // namespace

Evaluation evaluate(const std::string& formula,
                    const std::string& recorded_runner) {
  const std::string program = this_program();
  const Runner runner = find_runner(program, recorded_runner);
  if (runner.path.empty()) return {Outcome::kError, runner.problem};
  const Ended ended =
      execute({runner.path, "--program", program, "--formula", formula,
               "--json", "-", "--color", "never", "--progress", "never"});
  const nlohmann::json report =
      nlohmann::json::parse(ended.out, nullptr, /*allow_exceptions=*/false);
  if (report.is_discarded() || !report.contains("settings")) {
    return {Outcome::kError, runner.path + " failed: " + ended.err};
  }
  return {outcome(report, ended.status), ended.err};
}

}  // namespace spl::client
