#include "runner/programs/command_worker.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "runner/programs/command_hooks.hpp"
#include "runner/programs/counted_worker.hpp"
#include "runner/programs/shifted_heap.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/spawn.hpp"
#include "spl/workload/random.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using workload::Metric;

bool needs_memory(const workload::Request& request) {
  const auto& metrics = request.metrics;
  return std::ranges::find(metrics, Metric::kPeakMemory) != metrics.end();
}

/// Returns a limit of the memory that a copy of this process has when it
/// becomes another program, which the kernel counts for that one: a smaller
/// peak cannot be told from it.
std::uint64_t least_memory() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child < 0) return 0;
  rusage used{};
  reap(child, &used);
  constexpr std::uint64_t kUnit = 1024;  // Linux counts in KiB.
  // Until then the copy executes code that takes some more pages of libraries.
  constexpr std::uint64_t kOfStart = 1 << 20;
  return static_cast<std::uint64_t>(used.ru_maxrss) * kUnit + kOfStart;
}

std::uint64_t nanoseconds(Clock::duration time) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

/// Callgrind's options for a command and the processes that it starts. A copy
/// of a process would begin with what that one counted, if it were not written
/// before.
std::vector<std::string> options_of_processes(const std::string& dumps) {
  return {"--trace-children=yes", "--dump-before=fork",
          "--callgrind-out-file=" + dumps + ".%p"};
}

double value_of(const Ending& ending, Metric metric) {
  switch (metric) {
    case Metric::kCpu:
      return static_cast<double>(ending.cpu.count());
    case Metric::kPeakMemory:
      return static_cast<double>(ending.peak_memory);
    default:
      return static_cast<double>(ending.duration.count());
  }
}

/// The words of a command that has a name, in parentheses.
std::string named(const CommandRun& run) {
  return run.has_name ? "(`" + to_text(run.words) + "`) " : "";
}

Ending answered(const workload::Request& request,
                const workload::RunAnswer& answer, Ending ending) {
  try {
    write_file(request.result_path, workload::encode(answer));
  } catch (const FileError& error) {
    ending.output += '\n' + std::string(error.what());
  }
  return ending;
}

/// The processes of one run.
class Run {
 public:
  Run(const CommandRun& run, const ForeignRequest& request, const Command& like,
      StopWatch& watch)
      : run_(run),
        request_(request),
        command_(command_of(run.words, run, like)),
        prepare_(command_of(run.prepare, run, like)),
        watch_(watch) {
    has_own_timeout_ = run.timeout.count() != 0 && (like.timeout.count() == 0 ||
                                                    run.timeout < like.timeout);
    if (has_own_timeout_) command_.timeout = run.timeout;
    if (!run.input.empty()) command_.input = fs::path(run.folder) / run.input;
    command_.measures_memory = needs_memory(request);
    command_.splits_errors = counts();
    if (is_counted(request)) {
      lack_ = add_valgrind(request, options_of_processes(dumps_of(request)),
                           command_);
    }
    answer_.iterations = 1;
    answer_.warmup = request.warmup_observations;
    answer_.others.resize(request.metrics.size() - 1);
  }

  Ending execute() {
    const auto start = Clock::now();
    if (!command_.input.empty() && access(command_.input.c_str(), R_OK) != 0) {
      return failed("was not measured: cannot read its stdin " +
                        command_.input.string() + ": " + limit_text(errno),
                    {});
    }
    std::error_code error;
    if (!command_.input.empty() &&
        !fs::is_regular_file(command_.input, error)) {
      return failed("was not measured: its stdin " + command_.input.string() +
                        " is not a regular file",
                    {});
    }
    if (!lack_.empty()) return failed(lack_, {});
    if (command_.measures_memory) least_ = least_memory();
    std::uint64_t& warmup = answer_.warmup_ns;
    const std::uint64_t all = answer_.warmup + request_.observations;
    for (std::uint64_t i = 0; i < all; ++i) {
      Ending ending;
      if (!observe(ending)) {
        ending.duration = Clock::now() - start;
        return ending;
      }
      const std::uint64_t taken = nanoseconds(Clock::now() - start);
      if (i < answer_.warmup) {
        warmup = taken;
      } else {
        record(ending);
        answer_.counted_ns = taken - warmup;
      }
    }
    Ending whole;
    whole.duration = Clock::now() - start;
    return answered(request_, answer_, whole);
  }

 private:
  /// Returns whether a process ended as it should; the ending is the run's if
  /// it did not.
  bool observe(Ending& ending) {
    if (!run_.prepare.empty()) {
      ending = runner::execute(prepare_, &watch_);
      if (watch_.signal() != 0) return false;
      if (!is_expected(ending, 0)) {
        ending =
            failed("was not measured: its prepare `" + to_text(run_.prepare) +
                       "` " + end_text(ending, run_.prepare, prepare_.timeout),
                   ending);
        return false;
      }
    }
    // Its start is measured.
    if (request_.heap_offset) {
      shift_heap(next_offset(), Scatter::kNo, command_);
    }
    PrintedNumbers printed(request_.counters);
    if (counts()) {
      command_.on_output = [&](std::string_view part) { printed.read(part); };
    }
    ending = runner::execute(command_, &watch_);
    if (watch_.signal() != 0) return false;
    if (is_counted(request_)) dump_ = sum_of_dumps(dumps_of(request_));
    if (is_expected(ending, run_.exit_status)) {
      return sees_memory(ending) && sees_numbers(printed, ending) &&
             sees_counts(ending);
    }
    if (is_counted(request_) && !unknown_instruction(ending).empty()) {
      ending = failed(named(run_) + unknown_instruction(ending), ending);
      return false;
    }
    const bool has_exited = ending.kind == Ending::Kind::kExited;
    ending = failed(
        named(run_) + end_text(ending, run_.words, command_.timeout) +
            (has_exited ? ", not " + std::to_string(run_.exit_status) +
                              " (\"exit-status\" in spl.json names another)"
                        : ""),
        ending);
    return false;
  }

  /// Draws an offset for each process.
  std::uint64_t next_offset() {
    constexpr std::uint64_t kAlignment = 16;
    constexpr std::uint64_t kOffsets = 4096 / kAlignment;
    return Random(*request_.heap_offset + kOffsets * processes_++)() %
           kOffsets * kAlignment;
  }

  static bool is_expected(const Ending& ending, std::int64_t status) {
    return ending.kind == Ending::Kind::kExited && ending.status == status;
  }

  bool sees_memory(Ending& ending) {
    if (!command_.measures_memory || ending.peak_memory > least_) return true;
    ending = failed("takes too little memory to measure: a peak below " +
                        size_of(least_) +
                        " may be that of the process that starts the command",
                    {});
    return false;
  }

  /// Whether a metric is a number that the process prints.
  [[nodiscard]] bool counts() const {
    const auto& all = request_.counters;
    return std::ranges::any_of(all,
                               [](const auto& one) { return !one.empty(); });
  }

  bool sees_numbers(PrintedNumbers& printed, Ending& ending) {
    numbers_.assign(request_.metrics.size(), std::nullopt);
    for (std::size_t i = 0; i < request_.counters.size(); ++i) {
      const std::string& name = request_.counters[i];
      if (name.empty()) continue;
      numbers_[i] = printed.value(name);
      if (numbers_[i]) continue;
      ending = failed(named(run_) + "prints no line that begins with \"" +
                          name + "\" and a number",
                      ending);
      return false;
    }
    return true;
  }

  bool sees_counts(Ending& ending) {
    if (!is_counted(request_) || dump_.is_whole()) return true;
    ending = failed(kNoCounts, ending);
    return false;
  }

  [[nodiscard]] double value_at(std::size_t position,
                                const Ending& ending) const {
    const auto& number = numbers_[position];
    const Metric metric = request_.metrics[position];
    if (is_counted(request_)) return runner::value_of(dump_, metric);
    return number ? *number : value_of(ending, metric);
  }

  static std::string size_of(std::uint64_t bytes) {
    constexpr std::uint64_t kKilobyte = 1000;
    return std::to_string(bytes / kKilobyte) + " kB";
  }

  void record(const Ending& ending) {
    answer_.observations.push_back(value_at(0, ending));
    for (std::size_t i = 1; i < request_.metrics.size(); ++i) {
      answer_.others[i - 1].push_back(value_at(i, ending));
    }
  }

  /// Returns the ending of the run. One whose own time limit ended it is not
  /// out of the run's time.
  Ending failed(const std::string& failure, Ending ending) const {
    if (has_own_timeout_ && ending.kind == Ending::Kind::kTimedOut) {
      ending.kind = Ending::Kind::kExited;
    }
    return answered(request_, failed_run(failure), std::move(ending));
  }

  const CommandRun& run_;
  const ForeignRequest& request_;
  Command command_;
  Command prepare_;
  StopWatch& watch_;
  bool has_own_timeout_ = false;
  std::string lack_;    ///< Why Valgrind cannot count.
  CallgrindDump dump_;  ///< What the last process counted, and its children.
  std::uint64_t least_ = 0;      ///< Bytes that every process has.
  std::uint64_t processes_ = 0;  ///< That were started.
  /// What the last process printed, by the positions of metrics.
  std::vector<std::optional<double>> numbers_;
  workload::RunAnswer answer_;
};

}  // namespace

Ending execute_command(const CommandRun& run, const ForeignRequest& request,
                       const Command& like, StopWatch& watch) {
  return Run(run, request, like, watch).execute();
}

Ending refuse_command(const CommandRun& run, const workload::Request& request,
                      const Ending& setup, std::chrono::nanoseconds timeout) {
  return answered(
      request,
      failed_run("was not measured: its setup `" + to_text(run.setup) + "` " +
                 end_text(setup, run.setup, timeout)),
      setup);
}

namespace {

constexpr std::size_t kMostOfLine = 4096;
constexpr std::string_view kBlanks = " \t";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

std::optional<double> number_behind(std::string_view name,
                                    std::string_view line) {
  line = without_blanks(line);
  if (!line.starts_with(name)) return std::nullopt;
  line.remove_prefix(name.size());
  const std::string_view rest = without_blanks(line);
  const bool has_sign = rest.starts_with(':') || rest.starts_with('=');
  if (!has_sign && rest.size() == line.size()) return std::nullopt;
  const std::string_view text = without_blanks(rest.substr(has_sign ? 1 : 0));
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  // 12K, 1,234 and 0x10 are no 12, 1 and 0.
  const bool is_whole = end == text.data() + text.size() || *end == ' ' ||
                        *end == '\t' || *end == '\r';
  const bool is_number = error == std::errc() && is_whole &&
                         std::isfinite(value) && value >= 0 &&
                         !std::signbit(value);
  return is_number ? std::optional(value) : std::nullopt;
}

}  // namespace

PrintedNumbers::PrintedNumbers(std::vector<std::string> names)
    : names_(std::move(names)) {}

void PrintedNumbers::read(std::string_view part) {
  while (!part.empty()) {
    const std::size_t end = part.find('\n');
    const std::string_view piece = part.substr(0, end);
    line_ += piece.substr(0, kMostOfLine - line_.size());
    if (end == part.npos) return;
    end_line();
    part.remove_prefix(end + 1);
  }
}

std::optional<double> PrintedNumbers::value(const std::string& name) {
  end_line();
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

void PrintedNumbers::end_line() {
  // A number that is cut off here is another one.
  if (line_.size() == kMostOfLine) line_.back() = 'x';
  for (const std::string& name : names_) {
    if (const auto value = number_behind(name, line_)) values_[name] = *value;
  }
  line_.clear();
}

}  // namespace spl::runner
