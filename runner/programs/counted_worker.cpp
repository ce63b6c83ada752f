#include "runner/programs/counted_worker.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "runner/system/command_words.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/tools/translator.hpp"
#include "spl/workload/valgrind.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using workload::Metric;

constexpr const char* kValgrind = "valgrind";
constexpr int kNotUnderstood =
    2;  ///< The status by which workers refuse a request.

/// The same on all machines, so that their counts can be compared.
constexpr const char* kCaches[] = {"--cache-sim=yes", "--I1=32768,8,64",
                                   "--D1=32768,8,64", "--LL=8388608,16,64"};

bool needs_caches(const workload::Request& request) {
  return std::ranges::any_of(request.metrics, [](Metric one) {
    return one != Metric::kValgrindInstructions;
  });
}

bool says(const Ending& ending, std::string_view text) {
  return ending.output.find(text) != std::string::npos;
}

/// Returns why a worker left no answer, where Valgrind is the reason; else
/// empty.
std::string reason_of(const Ending& ending) {
  if (std::string reason = unknown_instruction(ending); !reason.empty()) {
    return reason;
  }
  if (ending.kind == Ending::Kind::kExited && ending.status == kNotUnderstood &&
      says(ending, "cannot be read")) {
    return "is in a program that does not mark for Valgrind what it times; "
           "build it again with this version of SPL, or compare revisions that "
           "have it";
  }
  return {};
}

bool has_parts(const CallgrindDump& dump) {
  return dump.parts() > 0 && dump.is_whole();
}

/// Replaces the observations of an answer by counts.
void count(const std::vector<CallgrindDump>& dumps,
           const workload::Request& request, workload::RunAnswer& answer) {
  const auto observations =
      static_cast<std::ptrdiff_t>(answer.observations.size());
  const bool are_there =
      std::ssize(dumps) > observations && has_parts(dumps.front()) &&
      std::all_of(dumps.end() - observations, dumps.end(), has_parts);
  if (!are_there) {
    answer = failed_run(kNoCounts);
    return;
  }
  const CallgrindDump& empty = dumps.front();
  answer.disturbed = {};  // Nothing was timed.
  answer.others.clear();
  for (std::size_t i = 0; i < request.metrics.size(); ++i) {
    const Metric metric = request.metrics[i];
    const double cost =
        value_of(empty, metric) / static_cast<double>(empty.parts());
    std::vector<double> counts;
    for (auto one = dumps.end() - observations; one != dumps.end(); ++one) {
      const double net =
          value_of(*one, metric) - cost * static_cast<double>(one->parts());
      counts.push_back(std::max(0.0, net) /
                       static_cast<double>(answer.iterations));
    }
    if (i == 0) {
      answer.observations = std::move(counts);
    } else {
      answer.others.push_back(std::move(counts));
    }
  }
}

void replace_answer(const std::vector<CallgrindDump>& counts,
                    const workload::Request& request, const Ending& ending) {
  const std::string& path = request.result_path;
  if (fs::exists(path)) {
    workload::RunAnswer answer =
        workload::decode_run_answer(read_exchanged_file(path));
    if (!answer.failure.empty()) return;
    count(counts, request, answer);
    write_file(path, workload::encode(answer));
    return;
  }
  const std::string reason = reason_of(ending);
  if (!reason.empty()) write_file(path, workload::encode(failed_run(reason)));
}

}  // namespace

bool is_counted(const workload::Request& request) {
  return !request.metrics.empty() &&
         workload::is_of_valgrind(request.metrics.front());
}

std::string dumps_of(const workload::Request& request) {
  return request.result_path + ".callgrind";
}

workload::Request marked(workload::Request request) {
  request.metrics = {Metric::kValgrindInstructions};
  return request;
}

std::string unknown_instruction(const Ending& ending) {
  const bool is_illegal =
      ending.kind == Ending::Kind::kKilled && ending.status == SIGILL;
  if (!is_illegal && !says(ending, "unhandled instruction")) return {};
  return "executes an instruction that Valgrind does not know, perhaps of "
         "AVX-512; compile what is measured for an older processor, as with "
         "-march=x86-64-v3 or -mno-avx512f";
}

std::string lack_of_valgrind(const std::vector<std::string>& environment) {
  if (in_search_path(kValgrind, environment)) return {};
  return "is counted by Valgrind, which " + host_name() +
         " does not have; install its package valgrind";
}

std::string add_valgrind(const workload::Request& request,
                         std::vector<std::string> options, Command& command) {
  const auto valgrind = in_search_path(kValgrind, command.environment);
  if (!valgrind) return lack_of_valgrind(command.environment);
  if (needs_caches(request)) {
    options.insert(options.end(), std::begin(kCaches), std::end(kCaches));
  }
  auto& words = command.words;
  words.insert(words.begin(), options.begin(), options.end());
  words.insert(words.begin(), {valgrind->string(), "-q", "--tool=callgrind"});
  return {};
}

std::vector<CallgrindDump> taken_dumps(const std::string& path,
                                       const std::string& profile) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  constexpr std::size_t kOfEach = std::size_t{1} << 16;  // Beside its text.
  std::size_t read = 0;
  std::vector<CallgrindDump> dumps;
  std::error_code ignored;
  fs::remove(path, ignored);
  const auto file = [&] {
    return path + '.' + std::to_string(dumps.size() + 1);
  };
  for (std::string one = file(); fs::exists(one, ignored); one = file()) {
    const std::string text = read_exchanged_file(one);
    read += text.size() + kOfEach;
    if (read > kMost) throw FileError("there is more than 1 GiB of counts");
    dumps.push_back(callgrind_dump(text));
    if (profile.empty()) {
      fs::remove(one, ignored);
    } else {
      fs::rename(one, profile);
    }
  }
  return dumps;
}

CallgrindDump sum_of_dumps(const std::string& path) {
  const fs::path begin(path);
  std::vector<fs::path> files;
  for (const auto& one : fs::directory_iterator(begin.parent_path())) {
    const std::string name = one.path().filename();
    if (name.starts_with(begin.filename().string() + '.')) {
      files.push_back(one.path());
    }
  }
  CallgrindDump sum;
  for (const fs::path& one : files) {
    const CallgrindDump dump = callgrind_dump(read_exchanged_file(one));
    fs::remove(one);
    if (sum.events.empty()) sum.events = dump.events;
    sum.sums.resize(std::max(sum.sums.size(), dump.sums.size()));
    std::ranges::transform(dump.sums, sum.sums, sum.sums.begin(),
                           std::plus<>());
  }
  return sum;
}

Ending execute_counted(const workload::Request& request,
                       const std::string& profile, Command command,
                       StopWatch& watch) {
  Ending ending;
  try {
    const std::string dumps = dumps_of(request);
    std::vector<std::string> options = {"--collect-atstart=no",
                                        "--callgrind-out-file=" + dumps};
    if (!profile.empty()) {
      options.insert(options.end(),
                     {"--compress-strings=no", "--compress-pos=no"});
    }
    const std::string lack = add_valgrind(request, options, command);
    if (!lack.empty()) {
      write_file(request.result_path, workload::encode(failed_run(lack)));
      return ending;
    }
    ending = execute(command, &watch);
    replace_answer(taken_dumps(dumps, profile), request, ending);
  } catch (const std::exception& error) {
    ending.output += '\n' + error_text(error);
    std::error_code ignored;
    fs::remove(request.result_path, ignored);  // It has no counts.
  }
  return ending;
}

}  // namespace spl::runner
