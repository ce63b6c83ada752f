#include "runner/tools/tool_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

#include "parser/lexeme.hpp"
#include "runner/system/json_parser.hpp"
#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

/// The shortest iteration, in ns: no processor has a cycle of this length, so
/// that one that takes less does nothing.
constexpr double kShortestIteration = 0.1;

/// "it has \"a\", \"b\"".
std::string names_of(const std::map<std::string, double>& counters) {
  if (counters.empty()) return "the benchmark has none";
  std::string names;
  for (const auto& [name, value] : counters) {
    names += (names.empty() ? "" : ", ") + logic::quoted(name);
  }
  return (counters.size() == 1 ? "its only one is " : "it has ") + names;
}

ForeignFailure lack_of_time(double time, double longest,
                            const ForeignObservation& one) {
  constexpr double kMostIterations = 1e18;
  if (!(one.iterations <= kMostIterations)) {
    return {"has no valid number of iterations", "it has more than 1e18"};
  }
  if (!(time >= 0 && std::isfinite(time))) {
    return {"has no valid time",
            "a time is a number of ns, us, ms or s, 0 or more"};
  }
  if (one.iterations <= 1 || longest >= kShortestIteration) return {};
  return {"has an empty loop",
          fmt::format("{:.2g}", longest) +
              " ns an iteration is less than any processor takes, so the "
              "compiler removed its body; hand results to "
              "benchmark::DoNotOptimize, ankerl::nanobench::doNotOptimizeAway "
              "or, in Catch2, return them"};
}

/// Returns the length of a word for what is no number at the beginning; 0 if
/// there is none.
std::size_t length_of_no_number(std::string_view text) {
  constexpr std::string_view kWords[] = {"-NaN", "NaN", "-Infinity", "Infinity",
                                         "-nan", "nan", "-inf",      "inf"};
  const auto* found = std::ranges::find_if(
      kWords, [&](std::string_view one) { return text.starts_with(one); });
  if (found == std::end(kWords)) return 0;
  constexpr std::size_t kLongest = 32;  // nan(ind), nan(0x8000000000000)
  const std::string_view rest = text.substr(found->size(), kLongest);
  const bool is_longer = rest.starts_with('(') && rest.find(')') != rest.npos;
  return found->size() + (is_longer ? rest.find(')') + 1 : 0);
}

/// Takes the last number of a text away.
void take_number(std::string& text) {
  const std::size_t last = text.find_last_not_of("0123456789.eE+-");
  text.resize(last == text.npos ? 0 : last + 1);
}

}  // namespace

std::string to_text(const ForeignFailure& failure, const std::string& place) {
  return failure.what + (place.empty() ? "" : " in " + place) +
         (failure.why.empty() ? "" : ": " + failure.why);
}

ForeignFailure name_of_two() {
  return {"is the name of two benchmarks",
          "they cannot be told apart; rename one of them, or leave them out "
          "with --filter"};
}

void tell_apart(ToolReport& report) {
  auto& all = report.benchmarks;
  const auto nameless = std::remove_if(
      all.begin(), all.end(),
      [](const ReportedBenchmark& one) { return one.name.empty(); });
  if (nameless != all.end()) {
    report.remarks.emplace_back(kNameless);
  }
  all.erase(nameless, all.end());
  for (const bool is_last : {false, true}) {
    std::unordered_map<std::string, std::size_t> uses;
    for (const ReportedBenchmark& one : all) ++uses[one.name];
    for (ReportedBenchmark& one : all) {
      if (uses[one.name] == 1) continue;
      if (is_last) {
        one.failure = name_of_two();
      } else if (!one.longer_name.empty()) {
        one.name = one.longer_name;
      }
    }
  }
}

std::optional<double> value_of(const ForeignObservation& one,
                               std::string_view metric) {
  if (metric == "wall") return one.wall;
  if (metric == "cpu") return one.cpu;
  const auto found = one.counters.find(std::string(metric));
  if (found == one.counters.end()) return std::nullopt;
  return found->second;
}

ForeignFailure lack(const ForeignObservation& one, std::string_view metric) {
  if (metric == "wall") return lack_of_time(one.wall, one.wall, one);
  if (metric == "cpu") {
    return lack_of_time(one.cpu, std::fmax(one.wall, one.cpu), one);
  }
  const std::string name = logic::quoted(std::string(metric));
  const auto value = value_of(one, metric);
  if (!value) {
    const bool is_of_processor = metric == "instructions" ||
                                 metric == "cycles" ||
                                 metric == "branch-misses";
    return {"has no counter " + name,
            names_of(one.counters) +
                (is_of_processor ? "; a processor's counters may be forbidden "
                                   "(sysctl kernel.perf_event_paranoid=1)"
                                 : "")};
  }
  if (std::isfinite(*value) && *value >= 0) return {};
  return {"has a counter " + name + " that is negative or not finite",
          "it cannot be compared"};
}

void add_character(std::string_view text, std::size_t& at,
                   std::string& result) {
  const bool is_ascii = static_cast<unsigned char>(text[at]) < 0x80;
  const std::size_t size = is_ascii ? 1 : parser::code_point_length(text, at);
  result += size == 0 ? "?" : text.substr(at, size);
  at += std::max<std::size_t>(size, 1) - 1;
}

std::string valid_json(std::string_view report) {
  std::string result;
  bool is_in_string = false;
  for (std::size_t i = 0; i < report.size(); ++i) {
    const char c = report[i];
    if (is_in_string && c == '\\' && i + 1 < report.size()) {
      result += c;
      result += report[++i];
      continue;
    }
    if (c == '"') is_in_string = !is_in_string;
    const std::size_t length =
        is_in_string ? 0 : length_of_no_number(report.substr(i));
    if (length > 0) {
      result += "null";
      i += length - 1;
    } else if (!is_in_string && c == '%') {
      take_number(result);
      result += "null";
    } else {
      add_character(report, i, result);
    }
  }
  return result;
}

const nlohmann::json& value_at(const nlohmann::json& object, const char* key) {
  static const nlohmann::json kNothing;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(key);
  return found == object.end() ? kNothing : *found;
}

std::string text_at(const nlohmann::json& object, const char* key) {
  const nlohmann::json& text = value_at(object, key);
  return text.is_string() ? text.get<std::string>() : std::string();
}

const nlohmann::json& list_at(const nlohmann::json& object, const char* key) {
  static const nlohmann::json kNone = nlohmann::json::array();
  const nlohmann::json& list = value_at(object, key);
  return list.is_array() ? list : kNone;
}

double number_at(const nlohmann::json& object, const char* key,
                 double otherwise) {
  return number_in(value_at(object, key), otherwise);
}

double number_in(const nlohmann::json& value, double otherwise) {
  return value.is_number() ? value.get<double>() : otherwise;
}

nlohmann::json json_of(const std::string& report) {
  try {
    return parse_json(valid_json(report));
  } catch (const JsonFault&) {
    return nullptr;
  }
}

}  // namespace spl::runner
