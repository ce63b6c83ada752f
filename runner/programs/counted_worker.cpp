#include "runner/programs/counted_worker.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>

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

/// Returns the dumps in order, and removes them: `path` with a number, and
/// `path` for what came last. Throws FileError.
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

/// Returns why a worker left no answer, where Valgrind is the reason; else
/// empty.
std::string reason_of(const Ending& ending) {
  const auto says = [&](std::string_view text) {
    return ending.output.find(text) != std::string::npos;
  };
  const bool is_illegal =
      ending.kind == Ending::Kind::kKilled && ending.status == SIGILL;
  if (is_illegal || says("unhandled instruction")) {
    return "executes an instruction that Valgrind does not know, perhaps of "
           "AVX-512; compile what is measured for an older processor, as with "
           "-march=x86-64-v3 or -mno-avx512f";
  }
  if (ending.kind == Ending::Kind::kExited && ending.status == kNotUnderstood &&
      says("cannot be read")) {
    return "is in a program that does not mark for Valgrind what it times; "
           "build it again with this version of SPL, or compare revisions that "
           "have it";
  }
  return {};
}

/// Replaces the observations of an answer by counts.
void count(const std::vector<CallgrindDump>& dumps,
           const workload::Request& request, workload::RunAnswer& answer) {
  const auto observations =
      static_cast<std::ptrdiff_t>(answer.observations.size());
  const bool are_there =
      std::ssize(dumps) > observations && dumps.front().is_whole() &&
      std::all_of(dumps.end() - observations, dumps.end(),
                  [](const CallgrindDump& one) { return one.is_whole(); });
  if (!are_there) {
    answer =
        failed_run("was executed by Valgrind, which wrote no counts; does " +
                   std::string("`valgrind --tool=callgrind true` work there?"));
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

workload::Request marked(workload::Request request) {
  request.metrics = {Metric::kValgrindInstructions};
  return request;
}

std::string lack_of_valgrind(const std::vector<std::string>& environment) {
  if (in_search_path(kValgrind, environment)) return {};
  return "is counted by Valgrind, which " + host_name() +
         " does not have; install its package valgrind";
}

Ending execute_counted(const workload::Request& request,
                       const std::string& profile, Command command,
                       StopWatch& watch) {
  const auto valgrind = in_search_path(kValgrind, command.environment);
  Ending ending;
  try {
    if (!valgrind) {
      write_file(
          request.result_path,
          workload::encode(failed_run(lack_of_valgrind(command.environment))));
      return ending;
    }
    const std::string dumps = request.result_path + ".callgrind";
    std::vector<std::string> words = {
        valgrind->string(), "-q", "--tool=callgrind", "--collect-atstart=no",
        "--callgrind-out-file=" + dumps};
    if (needs_caches(request)) {
      words.insert(words.end(), std::begin(kCaches), std::end(kCaches));
    }
    if (!profile.empty()) {
      words.insert(words.end(), {"--compress-strings=no", "--compress-pos=no"});
    }
    command.words.insert(command.words.begin(), words.begin(), words.end());
    ending = execute(command, &watch);
    replace_answer(taken_dumps(dumps, profile), request, ending);
  } catch (const std::exception& error) {
    ending.output += '\n' + error_text(error);
    std::error_code ignored;
    fs::remove(request.result_path, ignored);  // It has no counts.
  }
  return ending;
}

namespace {

constexpr std::string_view kReason = "desc: Trigger: Client Request: ";
constexpr std::string_view kEvents = "events: ";
constexpr std::string_view kSums = "summary: ";
constexpr std::size_t kLongestLine = 1024;

double misses(const CallgrindDump& dump, std::string_view cache) {
  const std::string name(cache);
  return dump.sum(name + "mr") + dump.sum(name + "mw");
}

}  // namespace

double CallgrindDump::sum(std::string_view event) const {
  const auto found = std::ranges::find(events, event);
  const auto place = static_cast<std::size_t>(found - events.begin());
  return place < sums.size() ? sums[place] : 0;
}

std::uint64_t CallgrindDump::parts() const {
  const std::string_view start = workload::kValgrindDump;
  if (!reason.starts_with(start)) return 0;
  return std::strtoull(reason.c_str() + start.size(), nullptr, 10);
}

bool CallgrindDump::is_whole() const {
  return parts() > 0 && !events.empty() && events.front() == "Ir" &&
         !sums.empty();
}

CallgrindDump callgrind_dump(std::string_view text) {
  CallgrindDump dump;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line(
        text.substr(begin, std::min(end - begin, kLongestLine)));
    begin = end + 1;
    const auto rest = [&](std::string_view start) {
      return std::istringstream(line.substr(start.size()));
    };
    if (line.starts_with(kReason)) dump.reason = line.substr(kReason.size());
    if (line.starts_with(kEvents)) {
      auto words = rest(kEvents);
      for (std::string one; words >> one;) dump.events.push_back(one);
    }
    if (!line.starts_with(kSums)) continue;
    auto numbers = rest(kSums);
    for (double one = 0; numbers >> one && one >= 0;) dump.sums.push_back(one);
    break;
  }
  return dump;
}

double value_of(const CallgrindDump& dump, workload::Metric metric) {
  constexpr double kOfFirst = 10;
  constexpr double kOfLast = 100;
  switch (metric) {
    case workload::Metric::kValgrindCycles:
      return dump.sum("Ir") +
             kOfFirst * (dump.sum("I1mr") + misses(dump, "D1")) +
             kOfLast * (dump.sum("ILmr") + misses(dump, "DL"));
    case workload::Metric::kValgrindDataMisses:
      return misses(dump, "D1");
    default:
      return dump.sum("Ir");
  }
}

}  // namespace spl::runner
