#include "integrations/client/spl/assertion.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "integrations/client/as_assertion.hpp"
#include "spl/workload/limit_text.hpp"
#include "spl/workload/protocol.hpp"

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

/// Opens a file that belongs, as does a link in its place, to this user, to
/// root, or to the owner of this program: in a folder for all users, a
/// neighbour could put anything in its place. Returns -1 for any other.
int open_trusted(const std::string& path, const std::string& program) {
  const int opened = open(path.c_str(), O_PATH | O_CLOEXEC);
  constexpr int kFirst = 3;  // A child has others as its streams.
  const int file = fcntl(opened, F_DUPFD_CLOEXEC, kFirst);
  if (opened >= 0) close(opened);
  struct stat facts {};
  struct stat entry {};
  struct stat own {};
  const auto is_known = [&](uid_t user) {
    return user == geteuid() || user == 0 || user == own.st_uid;
  };
  const bool is_trusted =
      file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
      lstat(path.c_str(), &entry) == 0 && stat(program.c_str(), &own) == 0 &&
      is_known(facts.st_uid) && is_known(entry.st_uid) &&
      (S_ISLNK(entry.st_mode) ||
       (entry.st_dev == facts.st_dev && entry.st_ino == facts.st_ino));
  if (is_trusted) return file;
  if (file >= 0) close(file);
  return -1;
}

std::string for_shell(const std::string& word) {
  constexpr char kPlain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "-_=./:,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string quoted = "'";
  for (const char sign : word) {
    if (sign == '\'') {
      quoted += "'\\''";
    } else {
      quoted += sign;
    }
  }
  return quoted + '\'';
}

std::string this_program() {
  std::array<char, 4096> path{};
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  return {path.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

/// Returns the command that executes the selected test of this program, as the
/// program was started; empty if nothing is selected.
std::string command_of_test(const std::vector<std::string>& selection) {
  if (selection.empty()) return {};
  std::string program;
  std::getline(std::ifstream("/proc/self/cmdline"), program, '\0');
  std::string command = for_shell(program);
  for (const std::string& word : selection) command += ' ' + for_shell(word);
  return command;
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
  std::string path;     ///< Empty if there is none.
  std::string problem;  ///< The reason, if the path is empty.
  /// What was opened there and is executed, as others could put another file
  /// there meanwhile; negative: what the user names.
  int file = -1;
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
  for (const std::string& known : {beside, recorded}) {
    if (!executable(known)) continue;
    const int file = open_trusted(known, program);
    if (file >= 0) return {known, "", file};
  }
  const std::string found = in_search_path("spl-run");
  if (!found.empty()) return {found, ""};
  return {"", "there is no spl-run: it is neither next to this program" +
                  (recorded.empty() ? "" : " nor at " + recorded) +
                  " nor in PATH; set SPL_RUNNER to its path"};
}

/// The result of the child: whether it ended by itself, and both its outputs.
struct Ended {
  bool exited = false;
  std::string out;
  std::string err;
};

/// Makes it possible to wait for children while this exists, even in a program
/// that was started with SIGCHLD ignored.
class ChildrenAreKept {
 public:
  ChildrenAreKept() {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, &before_);
  }
  ~ChildrenAreKept() { sigaction(SIGCHLD, &before_, nullptr); }
  ChildrenAreKept(const ChildrenAreKept&) = delete;
  ChildrenAreKept& operator=(const ChildrenAreKept&) = delete;

 private:
  struct sigaction before_ {};
};

/// Standard error under another number, which a child keeps. Progress is then
/// visible during a long evaluation, even if a time limit kills this program
/// and the child's report is lost.
class SeenAtOnce {
 public:
  SeenAtOnce() : descriptor_(fcntl(STDERR_FILENO, F_DUPFD, kFirst)) {}
  ~SeenAtOnce() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  SeenAtOnce(const SeenAtOnce&) = delete;
  SeenAtOnce& operator=(const SeenAtOnce&) = delete;

  /// Returns the option for spl-run; none if standard error is closed.
  std::vector<std::string> option() const {
    if (descriptor_ < 0) return {};
    return {"--signs-of-life", std::to_string(descriptor_)};
  }

 private:
  static constexpr int kFirst = 3;
  int descriptor_;
};

/// Returns the option for a report on the terminal that standard output is;
/// none if it is a file or a pipe.
std::vector<std::string> columns_option() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  constexpr unsigned short kUsual = 80;
  return {"--columns", std::to_string(size.ws_col == 0 ? kUsual : size.ws_col)};
}

/// Returns the option for all assertions of this program to share a level; none
/// if the environment says with how many texts they do.
std::vector<std::string> family_option() {
  const std::size_t assertions = assertion_count();
  if (assertions < 2 || std::getenv("SPL_FAMILY") != nullptr) return {};
  return {"-s", "family=" + std::to_string(assertions)};
}

/// Returns pointers for exec, valid as long as the texts.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) {
    result.push_back(const_cast<char*>(text.c_str()));
  }
  result.push_back(nullptr);
  return result;
}

Ended execute(const std::vector<std::string>& command, int program) {
  const File out(std::tmpfile());
  const File err(std::tmpfile());
  if (!out || !err) {
    return {false, "", "no temporary file: " + workload::limit_text(errno)};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
  const std::vector<char*> arguments = pointers(command);
  const ChildrenAreKept kept;
  pid_t pid = -1;
  std::string path = command.front();
  if (program >= 0) {
    // Open in the child, too: a script reads it.
    path = "/proc/self/fd/" + std::to_string(program);
    posix_spawn_file_actions_adddup2(&actions, program, program);
  }
  const int error = posix_spawn(&pid, path.c_str(), &actions, nullptr,
                                arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (program >= 0) close(program);
  if (error != 0) {
    return {false, "", command.front() + ": " + workload::limit_text(error)};
  }
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(pid, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return {ended == pid && WIFEXITED(status), content(out.get()),
          content(err.get())};
}

bool has_verdict(const nlohmann::json& report, const char* verdict) {
  return std::any_of(
      report.at("formulas").begin(), report.at("formulas").end(),
      [&](const auto& formula) { return formula.at("verdict") == verdict; });
}

/// Whether no more than builds without optimisation leaves formulas undecided.
/// Whoever chose such a build, as one for debugging is, has nothing to mend.
bool chose_not_to_optimise(const nlohmann::json& report) {
  if (std::getenv("SPL_NO_BUILD_TYPE") != nullptr) return false;
  bool result = false;
  for (const auto& formula : report.at("formulas")) {
    if (formula.at("verdict") != "undecided") continue;
    for (const auto& relation : formula.at("relations")) {
      if (relation.value("verdict", "") != "undecided") continue;
      result = relation.value("stopped", "") == "unoptimised";
      if (!result) return false;
    }
  }
  return result;
}

/// Returns the worst outcome, in the order of spl-run's exit statuses.
Outcome outcome(const nlohmann::json& report) {
  if (!report.at("errors").empty()) return Outcome::kError;
  if (has_verdict(report, "violated")) return Outcome::kViolated;
  if (has_verdict(report, "error")) return Outcome::kError;
  if (has_verdict(report, "undecided")) {
    const auto& undecided = report.at("settings").at("undecided");
    if (undecided == "pass") return Outcome::kPassed;
    return undecided == "skip" || chose_not_to_optimise(report)
               ? Outcome::kSkipped
               : Outcome::kUndecided;
  }
  return has_verdict(report, "holds") ? Outcome::kHolds : Outcome::kError;
}

/// Returns the formula from the place of an error on.
std::string text_from(const std::string& formula, const nlohmann::json& error) {
  std::size_t line = 0;
  for (std::size_t i = error.at("line").get<std::size_t>(); i > 1; --i) {
    line = formula.find('\n', line) + 1;
  }
  const std::size_t at = line + error.at("column").get<std::size_t>() - 1;
  return at < formula.size() ? formula.substr(at) : std::string();
}

/// Returns what to do about a function that only a test makes a method, or a
/// maker, with a line feed; empty if there is none. Its name is made so.
std::string remedy_of_functions(const std::string& formula,
                                const nlohmann::json& report) {
  const std::string begin = "\"function ";
  for (const auto& error : report.at("errors")) {
    // Other files hold definitions that the project shares.
    const bool is_here = error.value("file", "").rfind('<', 0) == 0;
    if (!is_here || error.value("mistake", "") != "unknown name") continue;
    const std::string rest = text_from(formula, error);
    if (rest.rfind(begin, 0) != 0) continue;
    return "note: the function below is a method of this test alone, and the "
           "processes that measure execute no test; make it a method at "
           "namespace scope, or let a lambda in the test call it\n";
  }
  return {};
}

/// Returns the outcome of a claim of which spl-run reports nothing. The claim's
/// text is not repeated: a line of it could look like one of a report.
Evaluation error(const std::string& problem) {
  return {Outcome::kError, "error: " + problem + '\n'};
}

}  // namespace

Evaluation evaluate(const Claim& claim, const std::string& recorded_runner,
                    const std::vector<std::string>& selection) {
  const std::string program = this_program();
  const Runner runner = find_runner(program, recorded_runner);
  if (runner.path.empty()) return error(runner.problem);
  const SeenAtOnce seen;
  std::vector<std::string> command{runner.path, "--own-program", program,
                                   "--formula", claim.formula,   "--filter",
                                   "*",         "--json",        "-",
                                   "--color",   "never"};
  for (const std::string& word : family_option()) command.push_back(word);
  for (const Setting& one : claim.settings) {
    command.insert(command.end(), {"-s", one.name + '=' + one.value});
  }
  for (const auto& option : {seen.option(), columns_option()}) {
    command.insert(command.end(), option.begin(), option.end());
  }
  const Ended ended = execute(command, runner.file);
  try {
    const auto report = nlohmann::json::parse(ended.out);
    if (ended.exited) {
      return {outcome(report),
              remedy_of_functions(claim.formula, report) +
                  as_assertion(ended.err, command_of_test(selection)),
              properties_of(ended.out)};
    }
  } catch (const nlohmann::json::exception&) {
    // There is no report; standard error says why.
  }
  return error(runner.path + " failed: " +
               (ended.err.empty() ? "it printed no report" : ended.err));
}

bool fails(const Evaluation& evaluation) {
  return evaluation.outcome != Outcome::kHolds &&
         !lets_undecided_pass(evaluation);
}

bool lets_undecided_pass(const Evaluation& evaluation) {
  return evaluation.outcome == Outcome::kPassed ||
         evaluation.outcome == Outcome::kSkipped;
}

std::size_t& assertion_count() {
  static std::size_t count = 0;
  return count;
}

bool is_worker() { return std::getenv(workload::kVariable) != nullptr; }

}  // namespace spl::client
