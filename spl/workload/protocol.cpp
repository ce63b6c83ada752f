#include "spl/workload/protocol.hpp"

#include "spl/workload/lines.hpp"

namespace spl::workload {
namespace {

constexpr std::string_view kKindNames[] = {"workload", "method", "factory",
                                           "generator"};
constexpr std::string_view kParameterKindNames[] = {"integer", "number",
                                                    "text"};

constexpr std::string_view kRequest = "spl-request ";
constexpr std::string_view kRun = "spl-run ";
constexpr std::string_view kCatalogue = "spl-catalogue ";

std::string header(std::string_view what) {
  return std::string(what) + std::to_string(kProtocolVersion);
}

LineReader opened(std::string_view text, std::string_view what) {
  return {text, header(what),
          "; are the program and spl-run of different versions of SPL?"};
}

void write_argument(LineWriter& out, const Argument& argument) {
  if (const double* value = std::get_if<double>(&argument)) {
    out.number("number", *value);
  } else {
    out.line("text", std::get<std::string>(argument));
  }
}

std::vector<Argument> read_arguments(LineReader& in) {
  std::vector<Argument> arguments;
  while (in.at("number") || in.at("text")) {
    if (in.at("number")) {
      arguments.emplace_back(in.take_number<double>("number"));
    } else {
      arguments.emplace_back(in.take("text"));
    }
  }
  return arguments;
}

Metric read_metric(LineReader& in, std::string_view key) {
  return static_cast<Metric>(in.take_name(key, kMetricNames));
}

void write_counts(LineWriter& out, const DisturbedCounts& counts) {
  out.number("net", counts.net);
  out.number("kept", counts.kept);
  out.number("beside_threads", counts.beside_threads);
  out.number("untold", counts.untold);
}

DisturbedCounts read_counts(LineReader& in) {
  const auto take = [&](std::string_view key) {
    return in.take_number<std::uint64_t>(key);
  };
  DisturbedCounts counts;
  counts.net = take("net");
  counts.kept = take("kept");
  counts.beside_threads = take("beside_threads");
  counts.untold = take("untold");
  return counts;
}

std::optional<std::uint64_t> read_offset(LineReader& in) {
  if (!in.at("heap_offset")) return std::nullopt;
  return in.take_number<std::uint64_t>("heap_offset");
}

void write_single(LineWriter& out, const CallFacts& single) {
  out.number("first_call", single.first);
  out.number("second_call", single.second);
  out.number("fastest_call", single.fastest);
  out.number("uncertain", single.uncertain);
}

CallFacts read_single(LineReader& in) {
  CallFacts single;
  single.first = in.take_number<double>("first_call");
  single.second = in.take_number<double>("second_call");
  single.fastest = in.take_number<double>("fastest_call");
  single.uncertain = in.take_number<double>("uncertain");
  return single;
}

void write_observations(LineWriter& out,
                        const std::vector<double>& observations) {
  for (const double one : observations) out.number("observation", one);
}

std::vector<double> read_observations(LineReader& in) {
  std::vector<double> observations;
  while (in.at("observation")) {
    observations.push_back(in.take_number<double>("observation"));
  }
  return observations;
}

void write_parameter(LineWriter& out, const ParameterFacts& parameter) {
  out.line("parameter", parameter.name);
  out.line("type", parameter.type);
  out.line("kind",
           kParameterKindNames[static_cast<std::size_t>(parameter.kind)]);
  out.number("minimum", parameter.minimum);
  out.number("maximum", parameter.maximum);
  for (const Argument& value : parameter.values) write_argument(out, value);
}

ParameterFacts read_parameter(LineReader& in) {
  ParameterFacts parameter;
  parameter.name = in.take("parameter");
  parameter.type = in.take_filled("type");
  parameter.kind =
      static_cast<ParameterKind>(in.take_name("kind", kParameterKindNames));
  parameter.minimum = in.take_number<double>("minimum");
  parameter.maximum = in.take_number<double>("maximum");
  parameter.values = read_arguments(in);
  return parameter;
}

void write_entry(LineWriter& out, const EntryFacts& entry) {
  out.line("entry", kKindNames[static_cast<std::size_t>(entry.kind)]);
  out.line("name", entry.name);
  out.line("place", entry.place);
  for (const ParameterFacts& parameter : entry.parameters) {
    write_parameter(out, parameter);
  }
  out.optional_line("instance", entry.instance);
  for (const std::string& type : entry.arguments) out.line("argument", type);
  for (const std::string& part : entry.parts) out.line("part", part);
}

EntryFacts read_entry(LineReader& in) {
  EntryFacts entry;
  entry.kind = static_cast<EntryFacts::Kind>(in.take_name("entry", kKindNames));
  entry.name = in.take("name");
  entry.place = in.take("place");
  while (in.at("parameter")) entry.parameters.push_back(read_parameter(in));
  entry.instance = in.take_optional("instance");
  while (in.at("argument")) {
    entry.arguments.push_back(in.take_filled("argument"));
  }
  while (in.at("part")) entry.parts.push_back(in.take_filled("part"));
  return entry;
}

}  // namespace

void write_request(LineWriter& out, const Request& request) {
  const bool run = request.task == Request::Task::kRun;
  out.line("task", run ? "run" : "catalogue");
  out.line("result", request.result_path);
  if (request.parent != 0) out.number("parent", request.parent);
  if (!run) return;
  out.line("method", request.method);
  out.optional_line("generator", request.generator);
  out.optional_line("factory", request.factory);
  for (const Argument& argument : request.arguments) {
    write_argument(out, argument);
  }
  if (request.factory_arguments) {
    out.number("factory_arguments", *request.factory_arguments);
  }
  out.number("seed", request.seed);
  if (request.heap_offset) {
    out.number("heap_offset", *request.heap_offset);
  }
  out.number("observations", request.observations);
  out.number("warmup_ns", request.warmup_ns);
  out.number("warmup_observations", request.warmup_observations);
  out.number("observation_ns", request.observation_ns);
  out.number("iterations", request.iterations);
  for (const Metric metric : request.metrics) {
    out.line("metric", to_text(metric));
  }
}

Request read_request(LineReader& in) {
  static constexpr std::string_view kTasks[] = {"catalogue", "run"};
  Request request;
  request.task = static_cast<Request::Task>(in.take_name("task", kTasks));
  request.result_path = in.take_filled("result");
  if (in.at("parent")) {
    request.parent = in.take_number<std::int64_t>("parent");
  }
  if (request.task == Request::Task::kRun) {
    request.method = in.take_filled("method");
    request.generator = in.take_optional("generator");
    request.factory = in.take_optional("factory");
    request.arguments = read_arguments(in);
    if (in.at("factory_arguments")) {
      request.factory_arguments =
          in.take_number<std::uint64_t>("factory_arguments");
    }
    request.seed = in.take_number<std::uint64_t>("seed");
    request.heap_offset = read_offset(in);
    request.observations = in.take_count("observations");
    request.warmup_ns = in.take_number<std::uint64_t>("warmup_ns");
    request.warmup_observations =
        in.take_number<std::uint64_t>("warmup_observations");
    request.observation_ns = in.take_number<std::uint64_t>("observation_ns");
    request.iterations = in.take_number<std::uint64_t>("iterations");
    request.metrics = {read_metric(in, "metric")};
    while (in.at("metric")) {
      request.metrics.push_back(read_metric(in, "metric"));
    }
  }
  return request;
}

std::string encode(const Request& request) {
  LineWriter out(header(kRequest));
  write_request(out, request);
  return out.end();
}

Request decode_request(std::string_view text) {
  LineReader in = opened(text, kRequest);
  Request request = read_request(in);
  in.end();
  return request;
}

std::string encode(const RunAnswer& answer) {
  LineWriter out(header(kRun));
  out.optional_line("failure", answer.failure);
  out.number("iterations", answer.iterations);
  out.number("warmup", answer.warmup);
  write_counts(out, answer.disturbed);
  out.number("warmup_ns", answer.warmup_ns);
  out.number("counted_ns", answer.counted_ns);
  if (answer.heap_offset) out.number("heap_offset", *answer.heap_offset);
  out.optional_line("heap_problem", answer.heap_problem);
  write_single(out, answer.single);
  write_observations(out, answer.observations);
  for (std::size_t i = 0; i < answer.others.size(); ++i) {
    out.number("other", i + 1);
    write_observations(out, answer.others[i]);
  }
  return out.end();
}

RunAnswer decode_run_answer(std::string_view text) {
  LineReader in = opened(text, kRun);
  RunAnswer answer;
  answer.failure = in.take_optional("failure");
  answer.iterations = in.take_number<std::uint64_t>("iterations");
  answer.warmup = in.take_number<std::uint64_t>("warmup");
  answer.disturbed = read_counts(in);
  answer.warmup_ns = in.take_number<std::uint64_t>("warmup_ns");
  answer.counted_ns = in.take_number<std::uint64_t>("counted_ns");
  answer.heap_offset = read_offset(in);
  answer.heap_problem = in.take_optional("heap_problem");
  answer.single = read_single(in);
  answer.observations = read_observations(in);
  while (in.at("other")) {
    in.take("other");
    answer.others.push_back(read_observations(in));
  }
  in.end();
  return answer;
}

std::string encode(const CatalogueAnswer& answer) {
  LineWriter out(header(kCatalogue));
  out.optional_line("failure", answer.failure);
  out.line("compiler", answer.build.compiler);
  out.boolean("optimized", answer.build.optimized);
  out.boolean("assertions", answer.build.assertions);
  out.optional_line("sanitizers", answer.build.sanitizers);
  out.optional_line("flags", answer.build.flags);
  out.boolean("chooses_iterations", answer.chooses_iterations);
  for (const MissingMetric& missing : answer.missing) {
    out.line("missing", to_text(missing.metric));
    out.line("reason", missing.reason);
  }
  for (const EntryFacts& entry : answer.entries) write_entry(out, entry);
  return out.end();
}

CatalogueAnswer decode_catalogue_answer(std::string_view text) {
  LineReader in = opened(text, kCatalogue);
  CatalogueAnswer answer;
  answer.failure = in.take_optional("failure");
  answer.build.compiler = in.take("compiler");
  answer.build.optimized = in.take_boolean("optimized");
  answer.build.assertions = in.take_boolean("assertions");
  answer.build.sanitizers = in.take_optional("sanitizers");
  answer.build.flags = in.take_optional("flags");
  answer.chooses_iterations = in.take_boolean("chooses_iterations");
  while (in.at("missing")) {
    const Metric metric = read_metric(in, "missing");
    answer.missing.push_back({metric, in.take("reason")});
  }
  while (in.at("entry")) answer.entries.push_back(read_entry(in));
  in.end();
  return answer;
}

}  // namespace spl::workload
