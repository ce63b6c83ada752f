#include "runner/programs/command_worker.hpp"
#include "runner/programs/counted_worker.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr int kMostExecutions = 5;  ///< The most attempts if each is spoiled.
constexpr const char* kSpoiled =
    "was not measured: each of five times its repetitions were much shorter "
    "than the trial that sets their iterations, as if other processes "
    "interrupted that one; end other programs there, or set Iterations()";
constexpr const char* kNotFound =
    "was executed by Valgrind, which did not find what its program times: that "
    "must keep its symbols, be built without link-time optimisation, measure "
    "in one thread and, with Google Benchmark, set no MinTime()";
constexpr int kRefusal = 2;  ///< The status by which workers refuse a version.

void add(const ForeignExecution& execution, Command& command) {
  std::vector<std::string> replaced = execution.without;
  for (const std::string& one : execution.variables) {
    replaced.push_back(one.substr(0, one.find('=')));
  }
  const auto is_taken_away = [&](const std::string& variable) {
    const std::string name = variable.substr(0, variable.find('='));
    return std::ranges::find(replaced, name) != replaced.end();
  };
  std::erase_if(command.environment, is_taken_away);
  command.environment.insert(command.environment.end(),
                             execution.variables.begin(),
                             execution.variables.end());
  command.words.insert(command.words.end(), execution.arguments.begin(),
                       execution.arguments.end());
}

/// Returns and removes the report of the program; absent if there is none.
std::optional<std::string> taken(const fs::path& report) {
  std::error_code error;
  if (!fs::exists(report, error)) return std::nullopt;
  std::string text = read_exchanged_file(report);
  fs::remove(report, error);
  return text;
}

/// Returns a consumer that keeps no more than the longest exchanged text.
std::function<void(std::string_view)> into(std::string& output) {
  return [&output](std::string_view part) {
    const std::size_t left = kMostExchanged - output.size();
    output.append(part.substr(0, std::min(part.size(), left)));
  };
}

bool is_list(const ForeignRequest& request) {
  return request.task == workload::Request::Task::kCatalogue;
}

/// Returns what a program prints; what cannot be executed prints nothing.
std::string output_of(const ForeignExecution& execution, Command command,
                      StopWatch& watch) {
  std::string output;
  add(execution, command);
  command.on_output = into(output);
  (void)execute(command, &watch);
  return output;
}

/// Returns the answer of a run in which Callgrind counted what was timed.
workload::RunAnswer counted_run(const Translator& translator,
                                const ForeignRequest& request,
                                const ForeignOutcome& outcome,
                                workload::RunAnswer answer) {
  const auto dumps = taken_dumps(dumps_of(request));
  if (!answer.failure.empty()) return answer;
  const auto counted = translator.counted(request, outcome, dumps);
  const bool are_there =
      !counted.empty() && std::ranges::all_of(counted, [](const auto& one) {
        return one.calls > 0 && one.dump->is_whole();
      });
  if (!are_there) return failed_run(kNotFound);
  answer.observations = {value_of_call(counted, request.metrics[0])};
  answer.others.clear();
  for (std::size_t i = 1; i < request.metrics.size(); ++i) {
    answer.others.push_back({value_of_call(counted, request.metrics[i])});
  }
  return answer;
}

/// Returns the request of which a program answers what it can: its times.
ForeignRequest timed(ForeignRequest request) {
  request.is_counted = is_counted(request);
  if (!request.is_counted) return request;
  request.metrics = {workload::Metric::kWall};
  request.counters.clear();
  return request;
}

/// Has Callgrind execute the program if it counts what is wanted. Returns why
/// it cannot; empty if it can.
std::string prepare_counts(const Translator& translator,
                           const ForeignRequest& wanted, Command& command) {
  if (!is_counted(wanted)) return {};
  std::vector<std::string> options = translator.dump_options();
  options.push_back("--callgrind-out-file=" + dumps_of(wanted));
  return add_valgrind(wanted, options, command);
}

/// Writes what a program answered; nothing if how it ended says why.
void write_answer(const Translator& translator, const ForeignRequest& wanted,
                  const ForeignOutcome& outcome) {
  auto text = answer_text(translator, timed(wanted), outcome);
  if (text && is_counted(wanted)) {
    text = workload::encode(counted_run(translator, wanted, outcome,
                                        workload::decode_run_answer(*text)));
  }
  if (text) write_file(wanted.result_path, *text);
}

void fail_run(const workload::Request& request, const std::string& failure) {
  write_file(request.result_path, workload::encode(failed_run(failure)));
}

}  // namespace

Ending execute_foreign(const Translator& translator,
                       const ForeignRequest& wanted, Command command,
                       StopWatch& watch) {
  const ForeignRequest request = timed(wanted);
  const std::string report = request.result_path + ".report";
  ForeignOutcome outcome;
  command.splits_errors = true;
  const Command bare = command;
  add(translator.execution(request, report), command);
  command.on_output = into(outcome.output);
  Ending ending;
  bool is_spoiled = true;
  try {
    if (const auto lack = prepare_counts(translator, wanted, command);
        !lack.empty()) {
      fail_run(request, lack);
      return ending;
    }
    for (int i = 0; i < kMostExecutions && is_spoiled; ++i) {
      outcome = {};
      ending = execute(command, &watch);
      outcome.report = taken(report);
      if (const auto reason = unknown_instruction(ending);
          request.is_counted && !reason.empty()) {
        fail_run(request, reason);
        return ending;
      }
      if (ending.kind != Ending::Kind::kExited) return ending;
      outcome.status = ending.status;
      outcome.errors = ending.output;
      is_spoiled = translator.is_spoiled(request, outcome);
    }
    if (is_spoiled) {
      fail_run(request, kSpoiled);
      return ending;
    }
    if (translator.is_refused(request, outcome)) {
      ending.status = kRefusal;
      return ending;
    }
    if (is_list(request) && translator.own_output != nullptr) {
      outcome.own_output = output_of(translator.own_output(), bare, watch);
    }
    write_answer(translator, wanted, outcome);
  } catch (const FileError& error) {
    ending.output += '\n' + std::string(error.what());
  }
  return ending;
}

}  // namespace spl::runner
