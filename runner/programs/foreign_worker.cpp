#include "runner/programs/command_worker.hpp"

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
constexpr int kRefusal = 2;  ///< The status by which workers refuse a version.

void add(const ForeignExecution& execution, Command& command) {
  const auto is_taken_away = [&](const std::string& variable) {
    const std::string name = variable.substr(0, variable.find('='));
    return std::ranges::find(execution.without, name) !=
           execution.without.end();
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

}  // namespace

Ending execute_foreign(const Translator& translator,
                       const ForeignRequest& request, Command command,
                       StopWatch& watch) {
  const std::string report = request.result_path + ".report";
  ForeignOutcome outcome;
  command.splits_errors = true;
  const Command bare = command;
  add(translator.execution(request, report), command);
  command.on_output = into(outcome.output);
  Ending ending;
  bool is_spoiled = true;
  try {
    for (int i = 0; i < kMostExecutions && is_spoiled; ++i) {
      outcome = {};
      ending = execute(command, &watch);
      outcome.report = taken(report);
      if (ending.kind != Ending::Kind::kExited) return ending;
      outcome.status = ending.status;
      outcome.errors = ending.output;
      is_spoiled = translator.is_spoiled(request, outcome);
    }
    if (is_spoiled) {
      write_file(request.result_path, workload::encode(failed_run(kSpoiled)));
      return ending;
    }
    if (translator.is_refused(request, outcome)) {
      ending.status = kRefusal;
      return ending;
    }
    if (is_list(request) && translator.own_output != nullptr) {
      outcome.own_output = output_of(translator.own_output(), bare, watch);
    }
    if (const auto text = answer_text(translator, request, outcome)) {
      write_file(request.result_path, *text);
    }
  } catch (const FileError& error) {
    ending.output += '\n' + std::string(error.what());
  }
  return ending;
}

}  // namespace spl::runner
