#include "runner/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "runner/command_words.hpp"

namespace spl::runner {
namespace {

std::string quoted(const std::string& text) { return '"' + text + '"'; }

[[noreturn]] void refuse(std::string_view option, const std::string& takes,
                         const std::string& value) {
  throw SettingError(std::string(option) + " takes " + takes + ", not " +
                     quoted(value));
}

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

std::uint64_t whole(std::string_view option, const std::string& value,
                    std::uint64_t least, const std::string& why = "") {
  const auto number = parsed<std::uint64_t>(value);
  if (!number || *number < least) {
    refuse(option, "a whole number of at least " + std::to_string(least) + why,
           value);
  }
  return *number;
}

/// A number, or a percentage.
double probability(std::string_view option, const std::string& value) {
  const bool percent = !value.empty() && value.back() == '%';
  const auto number = parsed<double>(
      std::string_view(value).substr(0, value.size() - (percent ? 1 : 0)));
  const double result = number.value_or(-1) * (percent ? 0.01 : 1);
  if (!(result > 0 && result < 0.5)) {
    refuse(option, "a level above 0 and below 0.5", value);
  }
  return result;
}

/// `2%`, or the same as a number: `0.02`.
double percentage(std::string_view option, const std::string& value) {
  const bool percent = !value.empty() && value.back() == '%';
  const auto number = parsed<double>(
      std::string_view(value).substr(0, value.size() - (percent ? 1 : 0)));
  const double result = number.value_or(-1) * (percent ? 0.01 : 1);
  if (!(result > 0 && result < 1)) {
    refuse(option, "a share above 0 and below 100%, like 2%", value);
  }
  return result;
}

/// `500ms`, `10 s`, `2min`.
std::chrono::nanoseconds time(std::string_view option,
                              const std::string& value) {
  struct Unit {
    std::string_view name;
    double nanoseconds;
  };
  static constexpr std::array kUnits{Unit{"ns", 1},     Unit{"us", 1e3},
                                     Unit{"ms", 1e6},   Unit{"s", 1e9},
                                     Unit{"min", 6e10}, Unit{"h", 3.6e12}};
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  for (const Unit& known : kUnits) {
    const double result = number * known.nanoseconds;
    const bool fits = result >= 0 && result < 9e18;
    if (error == std::errc() && fits &&
        (unit == known.name || (unit.empty() && number == 0))) {
      return std::chrono::nanoseconds(std::llround(result));
    }
  }
  refuse(option, "a time like 500ms, 10s or 2min", value);
}

/// `500MB`, `2 GB`, `0`: bytes.
std::uint64_t size(std::string_view option, const std::string& value) {
  struct Unit {
    std::string_view name;
    double bytes;
  };
  static constexpr std::array kUnits{Unit{"B", 1}, Unit{"kB", 1e3},
                                     Unit{"MB", 1e6}, Unit{"GB", 1e9},
                                     Unit{"TB", 1e12}};
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  for (const Unit& known : kUnits) {
    const double result = number * known.bytes;
    const bool fits = result >= 0 && result < 9e18;
    if (error == std::errc() && fits &&
        (unit == known.name || (unit.empty() && number == 0))) {
      return static_cast<std::uint64_t>(std::llround(result));
    }
  }
  refuse(option, "a size like 500MB or 2GB", value);
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

logic::Interpretation interpretation(const std::string& value) {
  static const auto choices = [] {
    std::array<Choice<logic::Interpretation>,
               std::size(logic::kInterpretations)>
        result{};
    std::transform(
        std::begin(logic::kInterpretations), std::end(logic::kInterpretations),
        result.begin(), [](logic::Interpretation known) {
          return Choice<logic::Interpretation>{logic::to_text(known), known};
        });
    return result;
  }();
  return chosen("interpretation", value, choices);
}

statistics::RunStatistic statistic(const std::string& value) {
  using statistics::RunStatistic;
  static constexpr std::array<Choice<RunStatistic>, 3> kChoices{
      {{"trimmed", RunStatistic::kTrimmed},
       {"mean", RunStatistic::kMean},
       {"median", RunStatistic::kMedian}}};
  return chosen("statistic", value, kChoices);
}

Undecided undecided(const std::string& value) {
  static constexpr std::array<Choice<Undecided>, 3> kChoices{
      {{"fail", Undecided::kFail},
       {"skip", Undecided::kSkip},
       {"pass", Undecided::kPass}}};
  return chosen("undecided", value, kChoices);
}

When when(std::string_view option, const std::string& value) {
  static constexpr std::array<Choice<When>, 3> kChoices{
      {{"auto", When::kAuto},
       {"always", When::kAlways},
       {"never", When::kNever}}};
  return chosen(option, value, kChoices);
}

bool flag(std::string_view option, const std::string& value) {
  if (value != "true" && value != "false") {
    refuse(option, "true or false", value);
  }
  return value == "true";
}

workload::Metric metric(std::string_view option, const std::string& value) {
  static constexpr auto kChoices = [] {
    std::array<Choice<workload::Metric>, std::size(workload::kMetricNames)>
        choices{};
    for (std::size_t i = 0; i < choices.size(); ++i) {
      choices[i] = {workload::kMetricNames[i],
                    static_cast<workload::Metric>(i)};
    }
    return choices;
  }();
  return chosen(option, value, kChoices);
}

/// Names with commas between; none where there is no text.
std::vector<workload::Metric> metrics(std::string_view option,
                                      const std::string& value) {
  std::vector<workload::Metric> result;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find(',', at), value.size());
    const workload::Metric one = metric(option, value.substr(at, end - at));
    if (std::find(result.begin(), result.end(), one) == result.end()) {
      result.push_back(one);
    }
    at = end + 1;
    if (at == value.size()) refuse(option, "a name behind each comma", value);
  }
  return result;
}

void set_detail(Settings& settings, Detail detail, bool wanted) {
  if (wanted) {
    settings.detail = detail;
  } else if (settings.detail == detail) {
    settings.detail = Detail::kNormal;
  }
}

constexpr auto kEverywhere = Option::Reach::kEverywhere;
constexpr auto kNotInFormulas = Option::Reach::kNotInFormulas;

const Option kOptions[] = {
    {"program", "PATH", "a program that holds workloads (repeatable)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.programs.push_back(value);
     }},
    {"data", "PATH",
     "take observations from this file and measure nothing (repeatable)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.data.push_back(value);
     }},
    {"filter", "PATTERN", "labels to run, in GoogleTest's filter syntax",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.filter = value;
     }},
    {"rev", "REV", "the revision under test; default: the working tree",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.rev = value;
     }},
    {"baseline", "REV",
     "what @baseline means; default: where the default branch was left, on it "
     "the commit before",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.baseline = value;
     }},
    {"repository", "PATH",
     "Git repository with the revisions; default: the one around the project "
     "file",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.repository = value;
     }},
    {"layouts", "N",
     "fixed links of each build, whose means are compared; 1: none; default: a "
     "fresh link for each block",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.layouts = whole("layouts", value, 1);
     }},
    {"cache-limit", "SIZE", "of built programs that are kept (5GB)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.cache_limit = size("cache-limit", value);
     }},
    {"alpha", "P", "level of one direction of one relation, below 0.5 (0.01)",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding.alpha = probability("alpha", value);
     }},
    {"interpretation", "NAME",
     "what decides: blocks (default), run_means, welch, parametric, "
     "nonparametric",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding.interpretation = interpretation(value);
     }},
    {"statistic", "NAME",
     "of a run: trimmed (default), mean (default with --data), median",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding.statistic = statistic(value);
     }},
    {"undecided", "WHAT",
     "what undecided formulas do: fail (default), skip, pass", kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.undecided = undecided(value);
     }},
    {"familywise", "P",
     "level of all relations of a file together (0.05; 0, which is none, for "
     "-e and assertions)",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.familywise =
           value == "0" ? 0 : probability("familywise", value);
     }},
    {"resolution", "PERCENT", "smallest change that matters (2%)", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.resolution = percentage("resolution", value);
     }},
    {"budget", "TIME", "measuring time of each relation, 0 for no limit (5s)",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.budget = time("budget", value);
     }},
    {"runs", "N",
     "just so many blocks of runs for each relation, and one look at them; at "
     "least 2",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.runs = whole("runs", value, 2,
                             " (one run tells nothing of how runs differ)");
     }},
    {"max-runs", "N", "blocks of runs for each relation at most", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.max_runs = whole("max-runs", value, 2,
                                 " (one run tells nothing of how runs differ)");
     }},
    {"observations", "N", "observations of each run; planned by default",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.observations = whole("observations", value, 1);
     }},
    {"warmup", "TIME", "before a run's first observation (250us)", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.warmup = time("warmup", value);
     }},
    {"timeout", "TIME", "of a run, which is then killed (60s)", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.timeout = time("timeout", value);
       if (settings.timeout.count() == 0) {
         refuse("timeout", "a time above 0", value);
       }
     }},
    {"keep-disturbed", "", "count observations that were preempted, too",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.keep_disturbed = flag("keep-disturbed", value);
     }},
    {"launcher", "COMMAND",
     "put this in front of every block of runs, e.g. \"srun -n1\"",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       try {
         (void)command_words(value);
       } catch (const WordError& error) {
         throw SettingError(std::string("launcher has ") + error.what() + ": " +
                            value);
       }
       settings.launcher = value;
     }},
    {"shared-folder", "PATH",
     "where the launcher's hosts and this one meet (the current folder)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.shared_folder = value;
     }},
    {"cpu", "LIST", "processors for measured processes, e.g. 1 or 0-1,3",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       const auto processors = parse_processors(value);
       if (!processors) refuse("cpu", "processors like 1 or 0-1,3", value);
       settings.processors = *processors;
     }},
    {"allow-different-builds", "",
     "sides may differ in compiler, optimisation, assertions, sanitizers and "
     "flags",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.allow_different_builds = flag("allow-different-builds", value);
     }},
    {"metric", "NAME",
     "what decides: wall (default), cpu, instructions, cycles, branch-misses, "
     "cache-misses, page-faults, allocations, allocated-bytes, peak-memory",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.metric = metric("metric", value);
     }},
    {"record", "NAMES", "metrics to record beside it, with commas between",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.record = metrics("record", value);
     }},
    {"seed", "N", "of everything random; drawn and printed by default",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.seed = whole("seed", value, 0);
     }},
    {"json", "PATH", "write the JSON report there (\"-\": standard output)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.json = value;
     }},
    {"observations-in-json", "", "all observations in the JSON report too",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.observations_in_json = flag("observations-in-json", value);
     }},
    {"quiet", "", "only formulas that do not hold", kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       set_detail(settings, Detail::kQuiet, flag("quiet", value));
     }},
    {"verbose", "", "every interpretation and performance too", kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       set_detail(settings, Detail::kVerbose, flag("verbose", value));
     }},
    {"color", "WHEN", "auto (default), always, never", kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.color = when("color", value);
     }},
    {"progress", "WHEN", "auto (default), always, never", kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.progress = when("progress", value);
     }},
};

}  // namespace

std::span<const Option> options() { return kOptions; }

const Option* find_option(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kOptions), std::end(kOptions),
                   [&](const Option& option) { return option.name == name; });
  return found == std::end(kOptions) ? nullptr : &*found;
}

std::string environment_name(std::string_view option) {
  std::string name = "SPL_";
  for (const char c : option) {
    name += c == '-'
                ? '_'
                : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return name;
}

}  // namespace spl::runner
