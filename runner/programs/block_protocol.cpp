#include "runner/programs/block_protocol.hpp"

#include <filesystem>
#include <iterator>

#include "runner/settings/settings.hpp"
#include "spl/workload/lines.hpp"

namespace spl::runner {
namespace {

using workload::LineReader;
using workload::LineWriter;

constexpr std::string_view kRequest = "spl-block ";
constexpr std::string_view kAnswer = "spl-block-answer ";
constexpr std::string_view kKinds[] = {"exited", "killed", "timed-out",
                                       "not-started"};
static_assert(std::size(kKinds) ==
              static_cast<std::size_t>(Ending::Kind::kNotStarted) + 1);

/// This program and its host.
std::string here() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string() +
         " on " + host_name();
}

std::string first_line(std::string_view what) {
  return std::string(what) + kSplVersion;
}

LineReader opened(std::string_view text, std::string_view what) {
  const std::size_t end = text.find('\n');
  const std::string_view first = text.substr(0, end);
  const std::string expected = first_line(what);
  const bool is_line = end != std::string_view::npos;
  if (is_line && first.starts_with(what) && first != expected) {
    throw BlockProtocolError(
        "spl-run " + std::string(first.substr(what.size())) + " talks to " +
        here() + ", which is " + kSplVersion +
        "; install one version on all hosts");
  }
  return {text, expected};
}

/// Reads the lines of a text between the first and the last by a function.
/// Throws BlockProtocolError.
template <typename Read>
auto decoded(std::string_view text, std::string_view what, Read read) {
  try {
    LineReader in = opened(text, what);
    auto result = read(in);
    in.end();
    return result;
  } catch (const workload::ProtocolError& error) {
    throw BlockProtocolError(
        here() +
        " cannot read what another spl-run wrote for it: " + error.what() +
        "; install one version on all hosts, and name a folder that has space "
        "with -s shared-folder=PATH");
  }
}

/// The lists of words of a command, by their keys.
template <typename Run, typename Visit>
void each_list(Run& run, const Visit& visit) {
  visit("command-word", run.words);
  visit("setup-word", run.setup);
  visit("prepare-word", run.prepare);
  visit("cleanup-word", run.cleanup);
}

void write_command(LineWriter& out, const CommandRun& run) {
  each_list(run, [&](const char* key, const std::vector<std::string>& words) {
    for (const std::string& word : words) out.line(key, word);
  });
  out.line("input", run.input);
  out.line("work-folder", run.folder);
  out.number("exit-status", run.exit_status);
  out.number("command-timeout", run.timeout.count());
  out.number("setup-timeout", run.setup_timeout.count());
  out.boolean("command-name", run.has_name);
}

CommandRun read_command(LineReader& in) {
  CommandRun run;
  each_list(run, [&](const char* key, std::vector<std::string>& words) {
    while (in.at(key)) words.push_back(in.take(key));
  });
  run.input = in.take("input");
  run.folder = in.take("work-folder");
  run.exit_status = in.take_number<std::int64_t>("exit-status");
  run.timeout = std::chrono::nanoseconds(
      in.take_number<std::chrono::nanoseconds::rep>("command-timeout"));
  run.setup_timeout = std::chrono::nanoseconds(
      in.take_number<std::chrono::nanoseconds::rep>("setup-timeout"));
  run.has_name = in.take_boolean("command-name");
  return run;
}

void write_run(LineWriter& out, const BlockRequest::Run& run) {
  out.line("run", run.program);
  out.number("padding", run.padding);
  out.number("timeout", run.timeout.count());
  out.line("framework",
           kFrameworkNames[static_cast<std::size_t>(run.framework)]);
  for (const std::string& one : run.counters) out.line("counter", one);
  if (run.command) write_command(out, *run.command);
  if (run.heap_offset) out.number("heap-offset", *run.heap_offset);
  out.boolean("chooses-iterations", run.chooses_iterations);
  if (!run.profile.empty()) out.line("profile", run.profile);
  for (const std::string& one : run.arguments) out.line("argument", one);
  workload::write_request(out, run.request);
}

BlockRequest::Run read_run(LineReader& in) {
  BlockRequest::Run run;
  run.program = in.take_filled("run");
  run.padding = in.take_number<std::size_t>("padding");
  run.timeout = std::chrono::nanoseconds(
      in.take_number<std::chrono::nanoseconds::rep>("timeout"));
  run.framework =
      static_cast<Framework>(in.take_name("framework", kFrameworkNames));
  while (in.at("counter")) run.counters.push_back(in.take("counter"));
  if (in.at("command-word")) run.command = read_command(in);
  if (in.at("heap-offset")) {
    run.heap_offset = in.take_number<std::uint64_t>("heap-offset");
  }
  run.chooses_iterations = in.take_boolean("chooses-iterations");
  if (in.at("profile")) run.profile = in.take("profile");
  while (in.at("argument")) run.arguments.push_back(in.take("argument"));
  run.request = workload::read_request(in);
  return run;
}

BlockRequest read_block_request(LineReader& in) {
  BlockRequest request;
  request.folder = in.take_filled("folder");
  request.lock = in.take_optional("lock");
  if (in.at("lock-timeout")) {
    request.lock_timeout = std::chrono::nanoseconds(
        in.take_number<std::chrono::nanoseconds::rep>("lock-timeout"));
  }
  while (in.at("processor")) {
    request.processors.push_back(in.take_number<unsigned>("processor"));
  }
  request.wants_facts = in.take_boolean("facts");
  while (in.at("launcher")) request.launcher.push_back(in.take("launcher"));
  request.ends_commands = in.take_boolean("ends-commands");
  while (in.at("run")) request.runs.push_back(read_run(in));
  return request;
}

void write_ending(LineWriter& out, const Ending& ending) {
  out.line("ending", kKinds[static_cast<std::size_t>(ending.kind)]);
  out.number("status", ending.status);
  out.number("duration", ending.duration.count());
  out.optional_line("output", ending.output);
  out.optional_line("left", ending.left);
}

Ending read_ending(LineReader& in) {
  Ending ending;
  ending.kind = static_cast<Ending::Kind>(in.take_name("ending", kKinds));
  ending.status = in.take_number<int>("status");
  ending.duration = std::chrono::nanoseconds(
      in.take_number<std::chrono::nanoseconds::rep>("duration"));
  ending.output = in.take_optional("output");
  ending.left = in.take_optional("left");
  return ending;
}

void write_counters(LineWriter& out, const HostCounters& counters) {
  out.number("ticks", counters.ticks);
  out.number("stolen", counters.stolen);
  out.number("throttled", counters.throttled);
}

HostCounters read_counters(LineReader& in) {
  HostCounters counters;
  counters.ticks = in.take_number<std::uint64_t>("ticks");
  counters.stolen = in.take_number<std::uint64_t>("stolen");
  counters.throttled = in.take_number<std::uint64_t>("throttled");
  return counters;
}

void write_fact(LineWriter& out, const char* name, const std::string& fact) {
  out.line(name, fact);
}
void write_fact(LineWriter& out, const char* name, bool fact) {
  out.boolean(name, fact);
}
template <typename Number>
void write_fact(LineWriter& out, const char* name, Number fact) {
  out.number(name, fact);
}

void read_fact(LineReader& in, const char* name, std::string& fact) {
  fact = in.take(name);
}
void read_fact(LineReader& in, const char* name, bool& fact) {
  fact = in.take_boolean(name);
}
template <typename Number>
void read_fact(LineReader& in, const char* name, Number& fact) {
  fact = in.take_number<Number>(name);
}

void write_facts(LineWriter& out, const HostFacts& facts) {
  out.line("facts", facts.name);
  for_each_fact(facts, [&](const char* name, const auto& fact) {
    if (fact) write_fact(out, name, *fact);
  });
}

HostFacts read_facts(LineReader& in) {
  HostFacts facts;
  facts.name = in.take("facts");
  for_each_fact(facts, [&](const char* name, auto& fact) {
    if (in.at(name)) read_fact(in, name, fact.emplace());
  });
  return facts;
}

BlockAnswer read_block_answer(LineReader& in) {
  BlockAnswer answer;
  answer.host = in.take("host");
  answer.failure = in.take_optional("failure");
  answer.is_locked_out = in.take_boolean("locked-out");
  while (in.at("remark")) answer.remarks.push_back(in.take("remark"));
  while (in.at("ending")) answer.endings.push_back(read_ending(in));
  answer.locked = std::chrono::nanoseconds(
      in.take_number<std::chrono::nanoseconds::rep>("locked"));
  answer.waited = std::chrono::nanoseconds(
      in.take_number<std::chrono::nanoseconds::rep>("waited"));
  if (in.at("facts")) {
    answer.facts = read_facts(in);
    answer.before = read_counters(in);
    answer.after = read_counters(in);
  }
  return answer;
}

}  // namespace

bool is_whole(std::string_view text) { return text.ends_with("\nend\n"); }

std::string encode(const BlockRequest& request) {
  LineWriter out(first_line(kRequest));
  out.line("folder", request.folder);
  out.optional_line("lock", request.lock);
  if (request.lock_timeout) {
    out.number("lock-timeout", request.lock_timeout->count());
  }
  for (const unsigned one : request.processors) out.number("processor", one);
  out.boolean("facts", request.wants_facts);
  for (const std::string& word : request.launcher) out.line("launcher", word);
  out.boolean("ends-commands", request.ends_commands);
  for (const BlockRequest::Run& run : request.runs) write_run(out, run);
  return out.end();
}

std::string encode(const BlockAnswer& answer) {
  LineWriter out(first_line(kAnswer));
  out.line("host", answer.host);
  out.optional_line("failure", answer.failure);
  out.boolean("locked-out", answer.is_locked_out);
  for (const std::string& one : answer.remarks) out.line("remark", one);
  for (const Ending& ending : answer.endings) write_ending(out, ending);
  out.number("locked", answer.locked.count());
  out.number("waited", answer.waited.count());
  if (answer.facts) {
    write_facts(out, *answer.facts);
    write_counters(out, answer.before);
    write_counters(out, answer.after);
  }
  return out.end();
}

BlockRequest decode_block_request(std::string_view text) {
  return decoded(text, kRequest, read_block_request);
}

BlockAnswer decode_block_answer(std::string_view text) {
  return decoded(text, kAnswer, read_block_answer);
}

}  // namespace spl::runner
