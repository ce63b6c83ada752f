#include "spl/workload/protocol.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace spl::workload {
namespace {

constexpr std::string_view kKindNames[] = {"workload", "method", "factory",
                                           "generator"};
constexpr std::string_view kParameterKindNames[] = {"integer", "number",
                                                    "text"};

// --- Writing ---------------------------------------------------------------

std::string header(std::string_view what) {
  return "spl-" + std::string(what) + ' ' + std::to_string(kProtocolVersion);
}

/// A value stays on its line: control characters and backslashes are escaped.
std::string escape(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string escaped;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\\') {
      escaped += "\\\\";
    } else if (character == '\n') {
      escaped += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      escaped += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    } else {
      escaped += character;
    }
  }
  return escaped;
}

class Writer {
 public:
  explicit Writer(std::string_view what) : text_(header(what) + '\n') {}

  void line(std::string_view key, std::string_view value) {
    text_.append(key).append(" ").append(escape(value)).append("\n");
  }
  void optional_line(std::string_view key, std::string_view value) {
    if (!value.empty()) line(key, value);
  }
  template <class Number>
  void number(std::string_view key, Number value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    line(key, std::string_view(digits, static_cast<std::size_t>(end - digits)));
  }
  void argument(const Argument& argument) {
    if (const double* value = std::get_if<double>(&argument)) {
      number("number", *value);
    } else {
      line("text", std::get<std::string>(argument));
    }
  }
  void metric(std::string_view key, Metric metric) {
    line(key, to_text(metric));
  }
  [[nodiscard]] std::string end() { return std::move(text_) + "end\n"; }

 private:
  std::string text_;
};

// --- Reading ---------------------------------------------------------------

std::string quoted(std::string_view text) {
  return std::string(1, '"').append(text).append(1, '"');
}

/// The lines in their order: what is taken must come next.
class Reader {
 public:
  Reader(std::string_view text, std::string_view what) : rest_(text) {
    read_line();
    const std::string expected = header(what);
    if (line_ != expected) {
      fail("expected " + quoted(expected) + ", found " + quoted(line_) +
           "; are the program and spl-run of different versions of SPL?");
    }
    read_line();
  }

  [[nodiscard]] bool at(std::string_view key) const { return key_ == key; }

  std::string take(std::string_view key) {
    if (!at(key)) {
      fail("expected " + quoted(key) + ", found " +
           (over_ ? "the end of the text" : quoted(line_)));
    }
    std::string value = unescape();
    read_line();
    return value;
  }
  std::string take_optional(std::string_view key) {
    return at(key) ? take(key) : std::string();
  }
  std::string take_filled(std::string_view key) {
    if (at(key) && value_.empty()) fail(quoted(key) + " has no value");
    return take(key);
  }
  template <class Number>
  Number take_number(std::string_view key) {
    Number number{};
    if (at(key)) {
      const char* end = value_.data() + value_.size();
      const auto [stop, error] = std::from_chars(value_.data(), end, number);
      if (error != std::errc() || stop != end || !finite(number)) {
        fail("expected a number behind " + quoted(key) + ", found " +
             quoted(value_));
      }
    }
    take(key);
    return number;
  }
  std::uint64_t take_count(std::string_view key) {
    if (at(key) && value_ == "0") fail(quoted(key) + " must be at least 1");
    return take_number<std::uint64_t>(key);
  }
  bool take_bool(std::string_view key) {
    if (at(key) && value_ != "yes" && value_ != "no") {
      fail("expected yes or no behind " + quoted(key) + ", found " +
           quoted(value_));
    }
    return take(key) == "yes";
  }
  /// The index of the value in `names`.
  template <std::size_t kCount>
  std::size_t take_name(std::string_view key,
                        const std::string_view (&names)[kCount]) {
    if (at(key)) {
      for (std::size_t index = 0; index < kCount; ++index) {
        if (names[index] != value_) continue;
        take(key);
        return index;
      }
      fail("unknown " + std::string(key) + ' ' + quoted(value_));
    }
    take(key);
    return 0;
  }
  Metric take_metric(std::string_view key) {
    return static_cast<Metric>(take_name(key, kMetricNames));
  }
  std::vector<double> take_observations() {
    std::vector<double> observations;
    observations.reserve(lines_left());  // No more, so nothing is moved.
    while (at("observation")) {
      observations.push_back(take_number<double>("observation"));
    }
    return observations;
  }
  [[nodiscard]] std::size_t lines_left() const {
    return static_cast<std::size_t>(
        std::count(rest_.begin(), rest_.end(), '\n'));
  }
  std::vector<Argument> take_arguments() {
    std::vector<Argument> arguments;
    while (at("number") || at("text")) {
      if (at("number")) {
        arguments.emplace_back(take_number<double>("number"));
      } else {
        arguments.emplace_back(take("text"));
      }
    }
    return arguments;
  }
  void end() {
    if (at("end") && !value_.empty()) fail("found text behind \"end\"");
    take("end");
    if (!over_) fail("found a line behind \"end\"");
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw ProtocolError("line " + std::to_string(number_) + ": " + message);
  }

 private:
  static bool finite(double number) { return std::isfinite(number); }
  static bool finite(std::uint64_t) { return true; }
  static bool finite(std::int64_t) { return true; }

  void read_line() {
    ++number_;
    over_ = rest_.empty();
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos && !over_) {
      fail("the text ends in the middle of a line");
    }
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(over_ ? 0 : end + 1);
    const std::size_t space = line_.find(' ');
    key_ = line_.substr(0, space);
    value_ = space == std::string_view::npos ? std::string_view()
                                             : line_.substr(space + 1);
  }

  [[nodiscard]] std::string unescape() const {
    std::string text;
    for (std::size_t at = 0; at < value_.size(); ++at) {
      if (value_[at] != '\\') {
        text += value_[at];
        continue;
      }
      const char kind = ++at < value_.size() ? value_[at] : '\0';
      unsigned char byte = kind == 'n' ? '\n' : '\\';
      if (kind == 'x') {
        const char* digits = value_.data() + at + 1;
        if (value_.size() - at < 3 ||
            std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) {
          fail("expected two hexadecimal digits behind \\x");
        }
        at += 2;
      } else if (kind != 'n' && kind != '\\') {
        fail("expected \\\\, \\n or \\x behind a backslash");
      }
      text += static_cast<char>(byte);
    }
    return text;
  }

  std::string_view rest_;
  std::string_view line_;
  std::string_view key_;
  std::string_view value_;
  std::size_t number_ = 0;
  bool over_ = false;
};

// --- Entries of a catalogue ------------------------------------------------

void write_parameter(Writer& out, const ParameterFacts& parameter) {
  out.line("parameter", parameter.name);
  out.line("type", parameter.type);
  out.line("kind",
           kParameterKindNames[static_cast<std::size_t>(parameter.kind)]);
  out.number("minimum", parameter.minimum);
  out.number("maximum", parameter.maximum);
  for (const Argument& value : parameter.values) out.argument(value);
}

ParameterFacts read_parameter(Reader& in) {
  ParameterFacts parameter;
  parameter.name = in.take("parameter");
  parameter.type = in.take_filled("type");
  parameter.kind =
      static_cast<ParameterKind>(in.take_name("kind", kParameterKindNames));
  parameter.minimum = in.take_number<double>("minimum");
  parameter.maximum = in.take_number<double>("maximum");
  parameter.values = in.take_arguments();
  return parameter;
}

void write_entry(Writer& out, const EntryFacts& entry) {
  out.line("entry", kKindNames[static_cast<std::size_t>(entry.kind)]);
  out.line("name", entry.name);
  out.line("place", entry.place);
  for (const ParameterFacts& parameter : entry.parameters) {
    write_parameter(out, parameter);
  }
  out.optional_line("instance", entry.instance);
  for (const std::string& type : entry.arguments) out.line("argument", type);
}

EntryFacts read_entry(Reader& in) {
  EntryFacts entry;
  entry.kind = static_cast<EntryFacts::Kind>(in.take_name("entry", kKindNames));
  entry.name = in.take("name");
  entry.place = in.take("place");
  while (in.at("parameter")) entry.parameters.push_back(read_parameter(in));
  entry.instance = in.take_optional("instance");
  while (in.at("argument")) {
    entry.arguments.push_back(in.take_filled("argument"));
  }
  return entry;
}

}  // namespace

std::string encode(const Request& request) {
  Writer out("request");
  const bool run = request.task == Request::Task::kRun;
  out.line("task", run ? "run" : "catalogue");
  out.line("result", request.result_path);
  if (request.parent != 0) out.number("parent", request.parent);
  if (!run) return out.end();
  out.line("method", request.method);
  out.optional_line("generator", request.generator);
  out.optional_line("factory", request.factory);
  for (const Argument& argument : request.arguments) out.argument(argument);
  out.number("seed", request.seed);
  out.number("observations", request.observations);
  out.number("warmup_ns", request.warmup_ns);
  out.number("warmup_observations", request.warmup_observations);
  out.number("observation_ns", request.observation_ns);
  out.line("keep_disturbed", request.keep_disturbed ? "yes" : "no");
  for (const Metric metric : request.metrics) out.metric("metric", metric);
  return out.end();
}

Request decode_request(std::string_view text) {
  static constexpr std::string_view kTasks[] = {"catalogue", "run"};
  Reader in(text, "request");
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
    request.arguments = in.take_arguments();
    request.seed = in.take_number<std::uint64_t>("seed");
    request.observations = in.take_count("observations");
    request.warmup_ns = in.take_number<std::uint64_t>("warmup_ns");
    request.warmup_observations =
        in.take_number<std::uint64_t>("warmup_observations");
    request.observation_ns = in.take_number<std::uint64_t>("observation_ns");
    request.keep_disturbed = in.take_bool("keep_disturbed");
    request.metrics = {in.take_metric("metric")};
    while (in.at("metric")) {
      request.metrics.push_back(in.take_metric("metric"));
    }
  }
  in.end();
  return request;
}

std::string encode(const RunAnswer& answer) {
  Writer out("run");
  out.optional_line("failure", answer.failure);
  out.number("iterations", answer.iterations);
  out.number("warmup", answer.warmup);
  out.number("disturbed", answer.disturbed);
  out.number("warmup_ns", answer.warmup_ns);
  out.number("counted_ns", answer.counted_ns);
  const auto write = [&](const std::vector<double>& observations) {
    for (const double one : observations) out.number("observation", one);
  };
  write(answer.observations);
  for (std::size_t i = 0; i < answer.others.size(); ++i) {
    out.number("other", i + 1);
    write(answer.others[i]);
  }
  return out.end();
}

RunAnswer decode_run_answer(std::string_view text) {
  Reader in(text, "run");
  RunAnswer answer;
  answer.failure = in.take_optional("failure");
  answer.iterations = in.take_number<std::uint64_t>("iterations");
  answer.warmup = in.take_number<std::uint64_t>("warmup");
  answer.disturbed = in.take_number<std::uint64_t>("disturbed");
  answer.warmup_ns = in.take_number<std::uint64_t>("warmup_ns");
  answer.counted_ns = in.take_number<std::uint64_t>("counted_ns");
  answer.observations = in.take_observations();
  while (in.at("other")) {
    in.take("other");
    answer.others.push_back(in.take_observations());
  }
  in.end();
  return answer;
}

std::string encode(const CatalogueAnswer& answer) {
  Writer out("catalogue");
  out.optional_line("failure", answer.failure);
  out.line("compiler", answer.build.compiler);
  out.line("optimized", answer.build.optimized ? "yes" : "no");
  out.line("assertions", answer.build.assertions ? "yes" : "no");
  out.optional_line("sanitizers", answer.build.sanitizers);
  out.optional_line("flags", answer.build.flags);
  for (const MissingMetric& missing : answer.missing) {
    out.metric("missing", missing.metric);
    out.line("reason", missing.reason);
  }
  for (const EntryFacts& entry : answer.entries) write_entry(out, entry);
  return out.end();
}

CatalogueAnswer decode_catalogue_answer(std::string_view text) {
  Reader in(text, "catalogue");
  CatalogueAnswer answer;
  answer.failure = in.take_optional("failure");
  answer.build.compiler = in.take("compiler");
  answer.build.optimized = in.take_bool("optimized");
  answer.build.assertions = in.take_bool("assertions");
  answer.build.sanitizers = in.take_optional("sanitizers");
  answer.build.flags = in.take_optional("flags");
  while (in.at("missing")) {
    const Metric metric = in.take_metric("missing");
    answer.missing.push_back({metric, in.take("reason")});
  }
  while (in.at("entry")) answer.entries.push_back(read_entry(in));
  in.end();
  return answer;
}

}  // namespace spl::workload
