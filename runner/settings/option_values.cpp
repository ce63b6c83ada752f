#include "runner/settings/option_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "spl/logic/name.hpp"

namespace spl::runner::values {
namespace {

template <typename T>
std::optional<T> parsed(std::string_view text) {
  T number{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

/// Reads a number or a percentage.
std::optional<double> share(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto number = parsed<double>(text);
  if (!number) return std::nullopt;
  return *number * (percent ? 0.01 : 1);
}

struct Unit {
  std::string_view name;
  double factor;
};

/// Reads `10 s`: a number, perhaps spaces, a unit. 0 needs no unit.
std::optional<std::int64_t> amount(const std::string& value,
                                   std::span<const Unit> units) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc()) return std::nullopt;
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  for (const Unit& known : units) {
    const double result = number * known.factor;
    const bool fits = result >= 0 && result < 9e18;
    if (fits && (unit == known.name || (unit.empty() && number == 0))) {
      return std::llround(result);
    }
  }
  return std::nullopt;
}

template <typename T>
struct Choice {
  std::string_view name;
  T value;
};

template <typename T, std::size_t N>
T chosen(std::string_view option, const std::string& value,
         const std::array<Choice<T>, N>& choices) {
  std::string names;
  for (const Choice<T>& choice : choices) {
    if (choice.name == value) return choice.value;
    if (!names.empty()) names += &choice == &choices.back() ? " or " : ", ";
    names += choice.name;
  }
  refuse(option, names, value);
}

template <typename T, std::size_t N>
std::array<Choice<T>, N> choices_of(const T (&values)[N]) {
  std::array<Choice<T>, N> result{};
  std::ranges::transform(values, result.begin(), [](T value) {
    return Choice<T>{to_text(value), value};
  });
  return result;
}

constexpr std::array<Choice<When>, 3> kWhen{{{"auto", When::kAuto},
                                             {"always", When::kAlways},
                                             {"never", When::kNever}}};

/// "wall, cpu ... peak-memory".
std::string metric_names() {
  std::string names;
  for (const std::string_view name : workload::kMetricNames) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return names;
}

}  // namespace

void refuse(std::string_view option, const std::string& takes,
            const std::string& value) {
  throw SettingError(std::string(option) + " takes " + takes + ", not " +
                     logic::quoted(value));
}

std::uint64_t whole(std::string_view option, const std::string& value,
                    std::uint64_t least, const std::string& why) {
  const auto number = parsed<std::uint64_t>(value);
  if (!number || *number < least) {
    refuse(option, "a whole number of at least " + std::to_string(least) + why,
           value);
  }
  return *number;
}

double probability(std::string_view option, const std::string& value) {
  const double result = share(value).value_or(-1);
  if (!(result > 0 && result < 0.5)) {
    refuse(option, "a level above 0 and below 0.5", value);
  }
  return result;
}

double percentage(std::string_view option, const std::string& value) {
  const double result = share(value).value_or(-1);
  if (!(result > 0 && result < 1)) {
    refuse(option, "a share above 0 and below 100%, like 2%", value);
  }
  return result;
}

double probability_or_none(std::string_view option, const std::string& value) {
  const double result = share(value).value_or(-1);
  if (!(result >= 0 && result < 0.5)) {
    refuse(option, "0 or a level below 0.5", value);
  }
  return std::max(0.0, result);  // -0 is 0.
}

double percentage_or_none(std::string_view option, const std::string& value) {
  const double result = share(value).value_or(-1);
  if (!(result >= 0 && result < 1)) {
    refuse(option, "0 or a share below 100%, like 2%", value);
  }
  return std::max(0.0, result);  // -0 is 0.
}

std::chrono::nanoseconds time(std::string_view option,
                              const std::string& value) {
  static constexpr std::array kUnits{Unit{"ns", 1},     Unit{"us", 1e3},
                                     Unit{"ms", 1e6},   Unit{"s", 1e9},
                                     Unit{"min", 6e10}, Unit{"h", 3.6e12}};
  const auto nanoseconds = amount(value, kUnits);
  if (!nanoseconds) refuse(option, "a time like 500ms, 10s or 2min", value);
  return std::chrono::nanoseconds(*nanoseconds);
}

std::chrono::seconds age(std::string_view option, const std::string& value) {
  static constexpr std::array kUnits{Unit{"min", 60}, Unit{"h", 3600},
                                     Unit{"d", 86'400}, Unit{"w", 604'800}};
  const auto seconds = amount(value, kUnits);
  if (!seconds) refuse(option, "an age like 90d, 12w or 36h", value);
  return std::chrono::seconds(static_cast<std::int64_t>(*seconds));
}

std::uint64_t size(std::string_view option, const std::string& value) {
  static constexpr std::array kUnits{Unit{"B", 1}, Unit{"kB", 1e3},
                                     Unit{"MB", 1e6}, Unit{"GB", 1e9},
                                     Unit{"TB", 1e12}};
  const auto bytes = amount(value, kUnits);
  if (!bytes) refuse(option, "a size like 500MB or 2GB", value);
  return static_cast<std::uint64_t>(*bytes);
}

logic::Interpretation interpretation(const std::string& value) {
  return chosen("interpretation", value, choices_of(logic::kInterpretations));
}

logic::Statistic statistic(const std::string& value) {
  return chosen("statistic", value, choices_of(logic::kStatistics));
}

Undecided undecided(std::string_view option, const std::string& value) {
  return chosen(
      option, value,
      choices_of({Undecided::kFail, Undecided::kSkip, Undecided::kPass}));
}

HeapPlace heap(std::string_view option, const std::string& value) {
  return chosen(option, value,
                choices_of({HeapPlace::kDrawn, HeapPlace::kKept}));
}

When when(std::string_view option, const std::string& value) {
  return chosen(option, value, kWhen);
}

bool flag(std::string_view option, const std::string& value) {
  if (value != "true" && value != "false") {
    refuse(option, "true or false", value);
  }
  return value == "true";
}

MeasuredMetric metric(std::string_view option, const std::string& value) {
  // Lists are told apart by commas, so no counter has any.
  if (value.empty() || value.find(',') != std::string::npos) {
    refuse(option, metric_names() + " or the name of a counter", value);
  }
  return measured_metric(value);
}

void require_direction(std::string_view option, const std::string& value) {
  const MeasuredMetric one = metric(option, value);
  // What Google Benchmark writes of a memory manager.
  constexpr std::string_view kMemory[] = {"allocs_per_iter", "max_bytes_used",
                                          "total_allocated_bytes",
                                          "net_heap_growth"};
  const bool is_of_memory =
      std::ranges::find(kMemory, one.counter) != std::end(kMemory);
  if (one.counter.empty() || is_rate(one.counter) || is_of_memory) return;
  throw SettingError(std::string(option) + " takes " + metric_names() +
                     " or a rate like bytes_per_second, not " +
                     logic::quoted(value) +
                     ": guard does not know whether more of it is worse; "
                     "compare it by a formula");
}

std::vector<MeasuredMetric> metrics(std::string_view option,
                                    const std::string& value) {
  constexpr std::size_t kMost = 100;
  std::vector<MeasuredMetric> result;
  for (std::size_t at = 0; at < value.size();) {
    if (result.size() == kMost) {
      throw SettingError(std::string(option) + " takes at most " +
                         std::to_string(kMost) + " names");
    }
    const std::size_t end = std::min(value.find(',', at), value.size());
    const MeasuredMetric one = metric(option, value.substr(at, end - at));
    if (std::ranges::find(result, one) == result.end()) {
      result.push_back(one);
    }
    at = end + 1;
    if (at == value.size()) refuse(option, "a name after each comma", value);
  }
  return result;
}

}  // namespace spl::runner::values
