#include "runner/programs/process_launcher.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "runner/programs/answered_run.hpp"
#include "runner/programs/block_helper.hpp"
#include "runner/programs/shifted_heap.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/settings/run_defaults.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/machine_lock.hpp"
#include "runner/system/signal_watch.hpp"
#include "runner/tools/framework.hpp"
#include "runner/tools/translator.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kOutputLines = 10;

/// Returns the last lines that a process printed, for a message.
std::string last_output(std::string_view output) {
  while (output.ends_with('\n')) output.remove_suffix(1);
  if (output.empty()) return {};
  return "; its last output:" + last_lines(output, kOutputLines);
}

workload::Request request_for(const RunOrder& order) {
  workload::Request request;
  request.task = workload::Request::Task::kRun;
  request.method = order.performance.method;
  request.generator = order.performance.generator;
  request.factory = order.performance.factory;
  request.arguments = order.performance.arguments;
  request.factory_arguments = order.performance.factory_arguments;
  request.seed = order.seed;
  request.heap_offset = order.heap_offset;
  request.observations = order.observations;
  request.warmup_ns = static_cast<std::uint64_t>(order.warmup.count());
  request.warmup_observations =
      request.warmup_ns == 0 ? 0 : kFewestWarmupObservations;
  request.observation_ns =
      static_cast<std::uint64_t>(order.observation.count());
  if (order.calls) {
    request.warmup_ns = 0;
    request.warmup_observations = order.calls->warmup;
    request.iterations = order.calls->iterations;
  }
  request.metrics.clear();
  for (const MeasuredMetric& one : order.metrics) {
    request.metrics.push_back(one.metric);
  }
  return request;
}

/// Whether the heap of what an order executes is shifted, for there is no
/// worker that could settle it.
bool is_shifted(const RunOrder& order, Framework framework) {
  return order.heap_offset && (order.command || framework != Framework::kSpl);
}

std::vector<std::string> counters_of(const RunOrder& order) {
  std::vector<std::string> counters;
  for (const MeasuredMetric& one : order.metrics) {
    counters.push_back(one.counter);
  }
  return counters;
}

void check_program(const std::string& program) {
  if (program.empty()) throw ProgramError("a program is named without a path");
  struct stat facts {};
  if (stat(program.c_str(), &facts) != 0) {
    throw ProgramError("there is no program " + program + ": " +
                       limit_text(errno) + "; is it built?");
  }
  if (!S_ISREG(facts.st_mode) || access(program.c_str(), X_OK) != 0) {
    throw UnusableProgram(
        program, "cannot be executed; name a program that holds workloads");
  }
  if (static_cast<std::uintmax_t>(facts.st_size) > kMostProgramBytes) {
    throw UnusableProgram(program, too_large_text(facts.st_size));
  }
}

/// Returns the default parent of folders that need not be shared.
fs::path temporary_parent() {
  const char* variable = std::getenv("TMPDIR");
  const bool is_set = variable != nullptr && *variable != '\0';
  return fs::absolute(is_set ? variable : "/tmp");
}

std::string unclaimed_folder(const fs::path& parent) {
  return make_new_folder(parent, "spl-").string();
}

/// Returns the file of an answer. Each block has other files: a host that was
/// given up may still write one.
std::string answer_file(const std::string& folder, std::size_t block,
                        std::size_t position) {
  return folder + "/run" + std::to_string(block) + '-' +
         std::to_string(position);
}

/// Returns whether Valgrind counts in all runs, which others do not disturb.
bool is_counted(const Block& block) {
  return std::ranges::all_of(
      block.runs, [](const RunOrder& one) { return is_counted(one.metrics); });
}

/// Returns what may have ended a run from outside, and the remedy.
std::string advice(const Ending& ending) {
  if (ending.kind != Ending::Kind::kKilled) return {};
  if (ending.status == SIGXFSZ) return "; let files be larger (ulimit -f)";
  if (ending.status == SIGKILL) {
    return ", perhaps because memory ran out (dmesg has the reason); let the "
           "run "
           "use less memory";
  }
  return {};
}

std::string read_and_remove(const fs::path& path) {
  std::string text = read_exchanged_file(path);
  std::error_code ignored;
  fs::remove(path, ignored);
  return text;
}

/// Returns what to do about a program that does not list its workloads.
std::string remedy(const Ending& ending, const FrameworkProgram& program,
                   Framework framework) {
  if (ending.kind == Ending::Kind::kTimedOut) {
    return "; every run starts as slowly: move this set-up into the "
           "benchmarks, or allow more time, as in -s timeout=5min";
  }
  if (ending.kind != Ending::Kind::kExited) return {};
  if (ending.status != 0) {
    if (translator(framework) == nullptr) return {};
    return program.arguments.empty()
               ? "; if it needs arguments, name it with them, [\"" +
                     program.path +
                     "\", \"ARGUMENT\"], as docs/frameworks.md "
                     "shows"
               : "; it may need other arguments";
  }
  if (framework == Framework::kSpl) {
    return "; link it to spl::workload_main or spl::gtest";
  }
  if (framework == Framework::kUnknown) {
    return "; link it to spl::workload_main or spl::gtest, or name the "
           "framework of its benchmarks, as in -p google-benchmark:PROGRAM";
  }
  return {};
}

/// Returns a remark on the layout of a run, for a failure: in another layout a
/// program may behave differently.
std::string place_of(const RunOrder& order) {
  if (!order.layout) return {};
  return " (in layout " + std::to_string(*order.layout) +
         "; -s layouts=1 measures the program as it was built)";
}

}  // namespace

ProcessLauncher::ProcessLauncher(fs::path helper, fs::path lock)
    : program_(std::move(helper)), lock_(std::move(lock)), helper_(program_) {}

ProcessLauncher::~ProcessLauncher() { clear_up(); }

void ProcessLauncher::clear_up() noexcept {
  ended_ = true;
  const AtWork at_work(mutex_);
  (void)helper_.stop();
  end_children();
  std::error_code ignored;
  for (const auto& [parent, folder] : folders_) {
    try {
      (void)in_folder([&folder = folder] {
        // To remove an empty one opens no file, of which there may be too many.
        if (rmdir(folder.c_str()) != 0) remove_folder(folder);
        return std::string();
      });
    } catch (const std::exception&) {
      // It does not answer; the folder stays for whoever repairs it.
    }
  }
}

std::string ProcessLauncher::in_folder(
    const std::function<std::string()>& work) {
  if (placement_.launcher.empty()) return work();
  if (!silence_.empty()) throw FileError(silence_);
  try {
    std::string result = work_in_time(work, folder_patience_);
    folder_patience_ = kFolderPatience;
    return result;
  } catch (const FolderSilent& error) {
    silence_ = "the folder " + shared_parent().string() + ' ' + error.what();
    throw FileError(silence_);
  }
}

std::optional<std::string> ProcessLauncher::taken(const fs::path& path) {
  const std::string found = in_folder([&] {
    std::error_code error;
    return fs::exists(path, error) ? '+' + read_and_remove(path)
                                   : std::string();
  });
  if (found.empty()) return std::nullopt;
  return found.substr(1);
}

void ProcessLauncher::outlast_interruption() {
  const AtWork at_work = this->at_work();
  outlasts_ = true;
}

bool ProcessLauncher::interrupt(int signal) noexcept {
  const AtWork at_work(mutex_);
  if (!outlasts_ || interruption_ != 0) return false;
  interruption_ = signal;
  (void)helper_.stop();  // Others are of whoever started them, and end soon.
  return true;
}

ProcessLauncher::AtWork ProcessLauncher::at_work() {
  AtWork at_work(mutex_);
  if (ended_) throw ProcessEnds();
  if (interruption_ != 0) throw Interrupted();
  return at_work;
}

const fs::path& ProcessLauncher::folder_in(const fs::path& parent) {
  fs::path& made = folders_[parent];
  if (!made.empty()) return made;
  try {
    // Locks of other hosts do not show in a folder that hosts share.
    if (parent == temporary_parent()) {
      return made = claimed_.emplace_back(parent).path();
    }
    return made = in_folder([&] { return unclaimed_folder(parent); });
  } catch (const std::runtime_error& error) {
    const std::string why = error_text(error);
    folders_.erase(parent);
    throw FileError("cannot make a folder for results in " + parent.string() +
                    ": " + why +
                    (placement_.launcher.empty()
                         ? "; set TMPDIR to a folder that can be written"
                         : "; name one that can be written, and that all hosts "
                           "share, with -s shared-folder=PATH"));
  }
}

fs::path ProcessLauncher::shared_parent() const {
  return placement_.shared_folder.empty()
             ? fs::current_path()
             : fs::absolute(placement_.shared_folder);
}

const fs::path& ProcessLauncher::folder() {
  if (placement_.launcher.empty()) return folder_in(temporary_parent());
  return folder_in(shared_parent());
}

ProcessLauncher::Executed ProcessLauncher::ask_helper(
    const BlockRequest& request, AtWork& at_work) {
  if (!helper_.is_running()) {
    const std::string failure = helper_.start();
    if (!failure.empty()) return {std::nullopt, failure};
  }
  at_work.unlock();
  const std::string answer = helper_.exchange(encode(request));
  at_work = this->at_work();
  if (!answer.empty()) return read(answer);
  const std::string end = helper_.stop();
  end_children();  // Those that the helper left.
  return {std::nullopt, "the process that executes what is measured " + end};
}

ProcessLauncher::Executed ProcessLauncher::read(const std::string& answer) {
  try {
    return {decode_block_answer(answer), ""};
  } catch (const BlockProtocolError& error) {
    return {std::nullopt, error.what()};
  }
}

bool ProcessLauncher::left_any(const Executed& executed) {
  if (!executed.answer) return true;
  const auto& endings = executed.answer->endings;
  return std::ranges::any_of(
      endings, [](const Ending& ending) { return !ending.left.empty(); });
}

ProcessLauncher::Executed ProcessLauncher::ask_through_launcher(
    const BlockRequest& request, AtWork& at_work) try {
  const fs::path path =
      fs::path(request.folder) / ("block" + std::to_string(++launched_));
  (void)in_folder([&] {
    write_file(path, encode(request));
    return std::string();
  });
  BlockRequest launch;
  launch.folder = request.folder;
  launch.launcher = placement_.launcher;
  launch.launcher.insert(launch.launcher.end(),
                         {program_.string(), kRunBlock, path.string()});
  Executed launched = ask_helper(launch, at_work);
  if (left_any(launched)) folder_patience_ = kFolderPatienceInVain;
  (void)in_folder([&] {
    std::error_code ignored;
    fs::remove(path, ignored);
    return std::string();
  });
  if (const auto answer = taken(answer_path(path))) return read(*answer);
  if (!launched.answer) return launched;
  const auto& endings = launched.answer->endings;
  return {std::nullopt,
          launcher_loss(endings.empty() ? Ending() : endings.front())};
} catch (const FileError& error) {
  return {std::nullopt, std::string(error.what()) +
                            "; name another folder that all hosts share with "
                            "-s shared-folder=PATH"};
}

ProcessLauncher::Executed ProcessLauncher::execute(const BlockRequest& request,
                                                   AtWork& at_work) {
  Executed executed = placement_.launcher.empty()
                          ? ask_helper(request, at_work)
                          : ask_through_launcher(request, at_work);
  if (executed.answer) remember(*executed.answer);
  return executed;
}

void ProcessLauncher::remember(const BlockAnswer& answer) {
  remarks_.insert(remarks_.end(), answer.remarks.begin(), answer.remarks.end());
  if (!answer.facts) return;
  const auto [host, added] = hosts_.try_emplace(
      answer.host, Host{*answer.facts, answer.before, answer.after});
  host->second.after = answer.after;
}

std::vector<HostRecord> ProcessLauncher::hosts() {
  std::vector<HostRecord> result;
  for (auto& [name, host] : hosts_) {
    // The helper here reports once, and is on the same machine.
    if (placement_.launcher.empty()) host.after = host_counters();
    result.push_back(record(host.facts, host.before, host.after));
  }
  return result;
}

bool ProcessLauncher::Listed::is_refusal() const {
  return !text && ending && ending->kind == Ending::Kind::kExited &&
         ending->status == 2;
}

ProcessLauncher::Listed ProcessLauncher::ask_workloads(
    const FrameworkProgram& program, Framework framework,
    bool chooses_iterations, AtWork& at_work) {
  workload::Request worker;
  worker.task = workload::Request::Task::kCatalogue;
  BlockRequest request;
  request.folder = folder_in(temporary_parent());
  worker.result_path = fs::path(request.folder) / "catalogue";
  request.runs.push_back(
      {fs::absolute(program.path), worker, 0, longest_list_, framework});
  request.runs.back().arguments = program.arguments;
  request.runs.back().chooses_iterations = chooses_iterations;
  const Executed executed = ask_helper(request, at_work);
  std::error_code error;
  if (fs::exists(worker.result_path, error)) {
    return {read_and_remove(worker.result_path), std::nullopt, ""};
  }
  if (!executed.answer || executed.answer->endings.empty()) {
    return {std::nullopt, std::nullopt, executed.loss};
  }
  return {std::nullopt, executed.answer->endings.front(), ""};
}

/// Returns why a program reported nothing: continues "PROGRAM ...".
std::string ProcessLauncher::silence(const Listed& listed,
                                     const FrameworkProgram& program,
                                     Framework framework) const {
  const std::string what = "did not list its workloads: ";
  if (!listed.ending) return what + listed.loss;
  const Ending& ending = *listed.ending;
  // A program that prints its options says nothing of what it lacks.
  const bool answers_option = framework == Framework::kUnknown &&
                              ending.kind == Ending::Kind::kExited &&
                              ending.status == 0;
  return what + "it " + to_text(ending, longest_list_) +
         remedy(ending, program, framework) +
         (listed.is_refusal() ? "; build it again, with this version of SPL"
                              : "") +
         (answers_option ? "" : last_output(ending.output));
}

void ProcessLauncher::limit_lists(std::chrono::nanoseconds longest) {
  const AtWork at_work = this->at_work();
  longest_list_ = longest;
}

workload::CatalogueAnswer ProcessLauncher::catalogue(const std::string& text) {
  const FrameworkProgram named = framework_program(text);
  const std::string& program = named.path;
  const std::string shown =
      program_text({program, std::nullopt, named.arguments});
  check_program(program);
  AtWork at_work = this->at_work();
  if (named.framework) frameworks_[program] = *named.framework;
  Framework framework = framework_of(program);
  programs_[program] = program_stamp(program);
  const auto list = [&] {
    Listed listed = ask_workloads(named, framework, false, at_work);
    if (listed.is_refusal() && translator(framework) != nullptr) {
      listed = ask_workloads(named, framework, true, at_work);
    }
    return listed;
  };
  Listed listed = list();
  if (framework == Framework::kUnknown && !listed.text && listed.ending) {
    framework = recognised_by_help(listed.ending->output);
    frameworks_[program] = framework;
    if (framework != Framework::kUnknown) listed = list();
  }
  if (!listed.text) {
    throw UnusableProgram(shown, silence(listed, named, framework));
  }
  try {
    return workload::decode_catalogue_answer(*listed.text);
  } catch (const workload::ProtocolError& problem) {
    throw UnusableProgram(shown, "lists its workloads in another way: " +
                                     std::string(problem.what()) +
                                     "; build it again, or update spl-run");
  }
}

Framework ProcessLauncher::framework(const std::string& program) {
  const AtWork at_work = this->at_work();
  return framework_of(program);
}

void ProcessLauncher::prepare(const Placement& placement) {
  AtWork at_work = this->at_work();
  placement_ = placement;
  BlockRequest request;
  request.folder = folder();
  request.processors = placement.processors;
  request.wants_facts = true;
  const Executed executed = execute(request, at_work);
  if (!executed.answer) throw LaunchError(executed.loss);
  if (!executed.answer->failure.empty()) {
    throw LaunchError("-s cpu=" + to_text(placement.processors) + " on " +
                      executed.answer->host + ": " + executed.answer->failure);
  }
}

BlockResult ProcessLauncher::measure(const Block& block) {
  AtWork at_work = this->at_work();
  BlockRequest request;
  request.folder = folder();
  if (!is_counted(block)) request.lock = lock_;
  request.lock_timeout = placement_.lock_timeout;
  request.processors = placement_.processors;
  request.wants_facts = !placement_.launcher.empty();
  ++measured_;
  for (const RunOrder& order : block.runs) {
    workload::Request worker = request_for(order);
    worker.result_path =
        answer_file(request.folder, measured_, request.runs.size()) +
        std::string(order.longer_texts, 'x');
    request.runs.push_back(run_of(order, std::move(worker)));
  }
  const auto began = std::chrono::steady_clock::now();
  wants_lock_ = placement_.launcher.empty() && !request.lock.empty();
  const Executed executed = execute(request, at_work);
  wants_lock_ = false;
  if (executed.answer && executed.answer->is_locked_out) {
    throw MeasuringFailed(executed.answer->failure);
  }
  BlockResult made;
  if (executed.answer) made.host = executed.answer->host;
  for (std::size_t i = 0; i < block.runs.size(); ++i) {
    made.runs.push_back(result(block.runs[i], i, request, executed));
    if (is_another(block.runs[i].program)) {
      made.runs.back().answer.failure =
          "was not measured: its program " + block.runs[i].program +
          " was removed or replaced meanwhile; evaluate again after the "
          "program is built";
    }
  }
  // Waiting in a launcher's queue does not count for a budget.
  if (executed.answer && placement_.launcher.empty()) {
    locked_ += executed.answer->locked;
    const auto took = std::chrono::steady_clock::now() - began;
    made.seconds =
        std::chrono::duration<double>(took - executed.answer->waited).count();
  }
  return made;
}

std::string ProcessLauncher::waits_for() const {
  if (!wants_lock_) return {};
  const LockHolder holder = lock_holder(lock_);
  const bool is_own = holder.pid == 0 || holder.pid == helper_.pid();
  return is_own ? std::string() : measurement_text(holder);
}

BlockRequest::Run ProcessLauncher::run_of(const RunOrder& order,
                                          workload::Request worker) {
  BlockRequest::Run run{order.program, std::move(worker),
                        order.environment_size, order.timeout};
  if (is_shifted(order, framework_of(order.program)) &&
      shift_of(order).empty()) {
    run.heap_offset = order.heap_offset;
  }
  run.counters = counters_of(order);
  if (order.command) {
    run.command = order.command;
    has_commands_ = true;
  } else {
    run.program = fs::absolute(order.program);
    run.arguments = order.arguments;
    run.framework =
        order.framework ? *order.framework : framework_of(order.program);
    run.chooses_iterations = order.chooses_iterations;
    if (order.wants_profile) run.profile = run.request.result_path + ".profile";
  }
  return run;
}

const std::string& ProcessLauncher::shift_of(const RunOrder& order) {
  const std::string& program =
      order.command ? order.command->words.front() : order.program;
  const auto [known, is_new] = shifts_.try_emplace(program);
  if (is_new) known->second = lack_of_shift(program, own_environment());
  return known->second;
}

/// A block elsewhere cleans up itself.
std::vector<std::string> ProcessLauncher::end_commands() {
  // A helper that was interrupted has cleaned up, and said what it could not.
  if (!has_commands_ || interruption_ != 0) return {};
  AtWork at_work = this->at_work();
  has_commands_ = false;
  if (placement_.launcher.empty() && helper_.is_running()) {
    BlockRequest request;
    request.folder = folder();
    request.ends_commands = true;
    const Executed executed = execute(request, at_work);
    (void)execute(request, at_work);
  }
  return std::exchange(remarks_, {});
}

/// Returns whether the program was replaced since it listed its workloads: it
/// may measure something else than was asked for.
bool ProcessLauncher::is_another(const std::string& program) const {
  const auto known = programs_.find(program);
  return known != programs_.end() && known->second != program_stamp(program);
}

Framework ProcessLauncher::framework_of(const std::string& program) {
  const auto known = frameworks_.find(program);
  if (known != frameworks_.end()) return known->second;
  return frameworks_[program] = recognised(program);
}

std::string ProcessLauncher::launcher_loss(const Ending& ending) const {
  const bool started = ending.kind != Ending::Kind::kNotStarted;
  return "the launcher `" + to_text(placement_.launcher) + "` " +
         to_text(ending, {}) +
         (started ? " and made no block"
                  : "; it is a command with its arguments") +
         last_output(ending.output);
}

RunResult ProcessLauncher::result(const RunOrder& order, std::size_t position,
                                  const BlockRequest& request,
                                  const Executed& executed) {
  RunResult result;
  workload::RunAnswer& answer = result.answer;
  const Ending* ending = nullptr;
  if (executed.answer && position < executed.answer->endings.size()) {
    ending = &executed.answer->endings[position];
    result.seconds = std::chrono::duration<double>(ending->duration).count();
    result.timed_out = ending->kind == Ending::Kind::kTimedOut;
  }
  const Translator* foreign = translator(framework_of(order.program));
  result.repeats_setup = foreign != nullptr && foreign->repeats_setup;
  bool has_answered = true;
  try {
    const auto text = taken(request.runs[position].request.result_path);
    has_answered = text.has_value();
    if (text) {
      answer = workload::decode_run_answer(*text);
      if (order.wants_profile) {
        const auto profile = taken(request.runs[position].profile);
        result.profile = profile.value_or(std::string());
      }
      answer.failure = foreign_text(answer.failure);
      if (answer.failure.empty()) {
        const bool is_free = foreign != nullptr || order.command.has_value();
        answer.failure = misfit_of(
            answer, request.runs[position].request,
            is_free ? RunLength::kUpToProgram : RunLength::kAsRequested);
      }
      if (is_shifted(order, framework_of(order.program))) {
        answer.heap_problem = shift_of(order);
        if (answer.heap_problem.empty()) answer.heap_offset = order.heap_offset;
      }
    }
  } catch (const std::exception& problem) {
    answer.failure =
        "left an answer that cannot be read: " + error_text(problem);
  }
  if (has_answered) {
    if (!answer.failure.empty()) answer.failure += place_of(order);
    // Of other frameworks, the answer itself was made of the output.
    if (!answer.failure.empty() && ending != nullptr && foreign == nullptr) {
      answer.failure += last_output(ending->output);
    }
  } else if (ending != nullptr) {
    answer.failure = to_text(*ending, order.timeout) + advice(*ending);
    if (ending->kind == Ending::Kind::kExited) {
      answer.failure += " before it was measured";
    }
    answer.failure += place_of(order);
    answer.failure += last_output(ending->output);
  } else if (!executed.answer) {
    answer.failure = "was not measured: " + executed.loss;
  } else if (!executed.answer->failure.empty()) {
    answer.failure = "was not measured on " + executed.answer->host + ": " +
                     executed.answer->failure;
  } else {
    answer.failure = "was not measured: its block had ended before";
  }
  return result;
}

}  // namespace spl::runner
