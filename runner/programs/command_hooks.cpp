#include "runner/programs/command_hooks.hpp"

#include <cerrno>

#include "runner/system/command_words.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kPrintedLines = 10;

/// Commands that have this in common are set up and cleaned up together.
std::string id_of(const CommandRun& run) {
  return run.folder + '\n' + to_text(run.setup) + '\n' + to_text(run.cleanup);
}

bool is_well(const Ending& ending) {
  return ending.kind == Ending::Kind::kExited && ending.status == 0;
}

}  // namespace

std::string end_text(const Ending& ending,
                     const std::vector<std::string>& words,
                     std::chrono::nanoseconds timeout) {
  std::string text = to_text(ending, timeout);
  if (ending.kind == Ending::Kind::kNotStarted && ending.status == ENOENT) {
    text += words.front().find('/') == std::string::npos
                ? "; is `" + words.front() + "` installed, and in PATH?"
                : "; is `" + words.front() + "` there?";
  }
  return text;
}

Command command_of(const std::vector<std::string>& words, const CommandRun& run,
                   const Command& like) {
  Command command = like;
  command.words = words;
  command.search_path = true;
  command.folder = run.folder;
  return command;
}

Ending CommandHooks::begin(const CommandRun& run, const Command& like,
                           StopWatch& watch) {
  if (run.setup.empty() && run.cleanup.empty()) return {};
  if (!begun_.insert(id_of(run)).second) return {};
  Ending ending;
  if (!run.setup.empty()) {
    ending = execute(command_of(run.setup, run, like), &watch);
  }
  if (!is_well(ending)) {
    begun_.erase(id_of(run));
  } else if (!run.cleanup.empty()) {
    cleanups_.push_back({command_of(run.cleanup, run, like), run.cleanup});
  }
  return ending;
}

std::vector<std::string> CommandHooks::end() {
  std::vector<std::string> problems;
  for (; !cleanups_.empty(); cleanups_.pop_back()) {
    const Cleanup& one = cleanups_.back();
    const Ending ending = execute(one.command);
    if (is_well(ending)) continue;
    std::string text = "the cleanup `" + to_text(one.words) + "` " +
                       end_text(ending, one.words, one.command.timeout);
    const std::string printed = last_lines(ending.output, kPrintedLines);
    if (!printed.empty()) text += "; its last output:" + printed;
    problems.push_back(std::move(text));
  }
  begun_.clear();
  return problems;
}

}  // namespace spl::runner
