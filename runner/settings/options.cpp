#include "runner/settings/options.hpp"

#include <algorithm>
#include <iterator>

#include "runner/settings/option_values.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using values::flag;
using values::heap;
using values::interpretation;
using values::metric;
using values::metrics;
using values::percentage;
using values::percentage_or_none;
using values::probability;
using values::probability_or_none;
using values::refuse;
using values::size;
using values::statistic;
using values::time;
using values::undecided;
using values::when;
using values::whole;

void set_detail(Settings& settings, Detail detail, bool wanted) {
  if (wanted) {
    settings.detail = detail;
  } else if (settings.detail == detail) {
    settings.detail = Detail::kNormal;
  }
}

std::chrono::nanoseconds time_above_0(const char* option,
                                      const std::string& value) {
  const std::chrono::nanoseconds result = time(option, value);
  if (result.count() == 0) refuse(option, "a time above 0", value);
  return result;
}

using Topic = Option::Topic;

constexpr auto kEverywhere = Option::Reach::kEverywhere;
constexpr auto kNotInFormulas = Option::Reach::kNotInFormulas;
constexpr bool kIsPath = true;

const Option kOptions[] = {
    {"program", "PATH",
     "measure workloads of this program, or NAME=PATH for what formulas "
     "call @NAME (repeatable)",
     Topic::kMeasured, kNotInFormulas,
     // Programs are no setting: each place has its own list.
     [](Settings&, const std::string&) {}, kIsPath},
    {"data", "PATH",
     "take observations from this file and measure nothing (repeatable)",
     Topic::kMeasured, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.data.push_back(value);
     },
     kIsPath},
    {"filter", "PATTERN",
     "evaluate the labels that match, in GoogleTest's filter syntax",
     Topic::kFormulas, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.filter = value;
     }},
    {"rev", "REV", "the revision under test (default: the working tree)",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.rev = value;
     }},
    {"baseline", "REV",
     "what @baseline means (default: where the branch left the default "
     "branch; on the default branch, the commit before)",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       if (value.empty()) refuse("baseline", "a revision", value);
       settings.baseline = value;
     }},
    {"repository", "PATH",
     "the Git repository of the revisions (default: the one around the "
     "project file)",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.repository = value;
     },
     kIsPath},
    {"layouts", "N",
     "link each program N times and compare the means of these links; 1 "
     "measures programs as they were built (default: a fresh link for "
     "each block)",
     Topic::kMeasured, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.layouts = whole("layouts", value, 1);
     }},
    {"heap", "PLACE",
     "where the memory of measured code begins: drawn (default) for each "
     "block, kept where the program leaves it (default with --layouts 1)",
     Topic::kMeasured, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.heap = heap(value);
     }},
    {"builds", "N",
     "compile each revision N times and compare the means of these "
     "builds",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.builds =
           whole("builds", value, 2,
                 " (one build says nothing about how builds differ)");
     }},
    {"cache-limit", "SIZE", "keep built programs up to this size (2GB)",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.cache_limit = size("cache-limit", value);
     }},
    {"build-timeout", "TIME",
     "stop configuring or building a revision after this time (30min)",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.build_timeout = time_above_0("build-timeout", value);
     }},
    {"alpha", "P",
     "the level of one direction of one relation, below 0.5 (0.01)",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding.alpha = probability("alpha", value);
     }},
    {"interpretation", "NAME",
     "what decides: blocks (default), run_means, welch, parametric, "
     "nonparametric",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding.interpretation = interpretation(value);
     }},
    {"statistic", "NAME",
     "the statistic that relations compare: both (default: typical calls "
     "and all calls), typical, mean (default with --data and for counts), "
     "median",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding = logic::asking(statistic(value), settings.deciding);
       settings.is_statistic_given = true;
     }},
    {"undecided", "WHAT",
     "what undecided formulas do: fail (default), skip, pass", Topic::kOutput,
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.undecided = undecided(value);
     }},
    {"familywise", "P",
     "the level of all relations of a file, an -e or an assertion "
     "together (0.05; 0: none)",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.familywise = probability_or_none("familywise", value);
     }},
    {"family", "N",
     "texts that share this level, such as the assertions of a program "
     "(1)",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.family = whole("family", value, 1);
     }},
    {"resolution", "PERCENT",
     "the smallest change of typical calls that matters (2%)", Topic::kDecision,
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.resolution = percentage("resolution", value);
     }},
    {"mean-resolution", "PERCENT",
     "the smallest change of the mean of all calls that matters (5%)",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.mean_resolution = percentage("mean-resolution", value);
     }},
    {"tolerance", "PERCENT",
     "with --guard: allow workloads to be this much slower (0)",
     Topic::kDecision, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.tolerance = percentage_or_none("tolerance", value);
     }},
    {"may-hide", "PERCENT",
     "with --guard: end a claim after 40 blocks if no increase of this size "
     "could hide (5%, without a budget); 0: go on for --resolution",
     Topic::kDecision, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.may_hide = percentage_or_none("may-hide", value);
     }},
    {"strict", "", "with --guard: require evidence that no workload is slower",
     Topic::kDecision, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.strict = flag("strict", value);
     }},
    {"precision", "PERCENT",
     "go on within the budget until half the width of the ratio's "
     "interval is at most this (0: stop at the verdict)",
     Topic::kTime, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.precision = value == "0" ? 0 : percentage("precision", value);
     }},
    {"budget", "TIME",
     "time for each relation once all is built: pilot, links and runs; 0 "
     "for 10000 blocks (5s)",
     Topic::kTime, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.budget = time("budget", value);
     }},
    {"budget-total", "TIME",
     "time for all relations together; what clear ones leave goes to the "
     "others (0: no limit)",
     Topic::kTime, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.budget_total = time("budget-total", value);
     }},
    {"runs", "N",
     "make exactly N blocks of runs for each relation and look once; at "
     "least 2",
     Topic::kTime, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.runs = whole("runs", value, settings.learn ? 1 : 2,
                             " (one run says nothing about how runs differ)");
     }},
    {"max-runs", "N", "make at most N blocks of runs for each relation",
     Topic::kTime, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.max_runs =
           whole("max-runs", value, 2,
                 " (one run says nothing about how runs differ)");
     }},
    {"observations", "N", "make N observations in each run (default: planned)",
     Topic::kTime, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.observations = whole("observations", value, 1);
     }},
    {"warmup", "TIME",
     "call for this long before the first observation of a run (1ms, 10 "
     "calls, or one long call)",
     Topic::kTime, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.warmup = time("warmup", value);
     }},
    {"timeout", "TIME", "kill a run that takes longer (60s)", Topic::kTime,
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.timeout = time_above_0("timeout", value);
     }},
    {"lock-timeout", "TIME",
     "end with status 3 if other measurements on the machine take longer",
     Topic::kMachine, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.lock_timeout = time("lock-timeout", value);
     }},
    {"launcher", "COMMAND",
     "put this before every block of runs, for example \"srun -n1\"",
     Topic::kMachine, kNotInFormulas,
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
     "the folder where the launcher's hosts and this host meet (default: "
     "the current folder)",
     Topic::kMachine, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.shared_folder = value;
     },
     kIsPath},
    {"cpu", "LIST",
     "run measured processes on these processors, for example 1 or 0-1,3",
     Topic::kMachine, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       const auto processors = parse_processors(value);
       if (!processors) refuse("cpu", "processors like 1 or 0-1,3", value);
       settings.processors = *processors;
     }},
    {"allow-different-builds", "",
     "compare programs that differ in compiler, optimisation, "
     "assertions, sanitizers or flags",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.allow_different_builds = flag("allow-different-builds", value);
     }},
    {"allow-unoptimised", "",
     "decide on programs that are built without optimisation, whose times say "
     "little",
     Topic::kDecision, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.allow_unoptimised = flag("allow-unoptimised", value);
     }},
    {"measure-identical", "",
     "measure revisions even if their commits or programs are the same, "
     "which shows the noise",
     Topic::kRevisions, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.measure_identical = flag("measure-identical", value);
     }},
    {"metric", "NAME",
     "what decides: wall (default), cpu, instructions, cycles, "
     "branch-misses, cache-misses, page-faults, allocations, "
     "allocated-bytes, peak-memory, or a counter that programs of another "
     "framework report, as bytes_per_second",
     Topic::kMeasured, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.metric = metric("metric", value);
     }},
    {"record", "NAMES", "record these metrics, too, with commas between",
     Topic::kMeasured, kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.record = metrics("record", value);
     }},
    {"seed", "N", "the seed of everything random (default: drawn, and printed)",
     Topic::kMachine, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.seed = whole("seed", value, 0);
     }},
    {"history", "PATH",
     "keep what is measured in this file (default: .spl/history.db beside the "
     "project file, or spl/history.db in $XDG_STATE_HOME); off: nowhere",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.history = value;
     },
     kIsPath},
    {"history-size", "SIZE",
     "keep up to this size, and the newest experiments (1GB)", Topic::kOutput,
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.history_size = size("history-size", value);
     }},
    {"reference", "REV",
     "with --history-of and --audit: the revision that is measured in the "
     "same blocks",
     Topic::kRevisions, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.reference = value;
     }},
    {"learn", "",
     "let nonparametric learn the laws of runs from the store: from runs of "
     "the same performance, program and kind of machine; --runs 1 works then",
     Topic::kDecision, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.learn = flag("learn", value);
     }},
    {"learn-from", "PATTERN",
     "let nonparametric learn from stored runs of the performances that "
     "match, in GoogleTest's filter syntax: of any program, scaled to the mean",
     Topic::kDecision, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.learn_from = value;
       settings.learn = settings.learn || !value.empty();
     }},
    {"json", "PATH",
     "write the JSON report to this file; \"-\" is standard output",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.json = value;
     },
     kIsPath},
    {"observations-in-json", "", "write all observations into the JSON report",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.observations_in_json = flag("observations-in-json", value);
     }},
    {"all-intervals", "",
     "with --json or -v: also the bootstrap and the impact factor, which take "
     "time",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.all_intervals = flag("all-intervals", value);
     }},
    {"html", "PATH",
     "write a page of HTML to this file; \"-\" is standard output",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.html = value;
     },
     kIsPath},
    {"csv", "PATH", "with --times: write comma-separated values to this file",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) { settings.csv = value; },
     kIsPath},
    {"markdown", "PATH",
     "write a summary in Markdown to this file; with --times a table",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.markdown = value;
     },
     kIsPath},
    {"junit", "PATH", "write test results as GoogleTest does, in JUnit's XML",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.junit = value;
     },
     kIsPath},
    {"github", "PATH",
     "write an annotation for GitHub Actions at each formula that does not "
     "hold",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.github = value;
     },
     kIsPath},
    {"google-benchmark-json", "PATH",
     "write times in Google Benchmark's format, each run as a repetition",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.google_benchmark_json = value;
     },
     kIsPath},
    {"quiet", "", "show only formulas that do not hold", Topic::kOutput,
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       set_detail(settings, Detail::kQuiet, flag("quiet", value));
     }},
    {"verbose", "", "show every interpretation and performance", Topic::kOutput,
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       set_detail(settings, Detail::kVerbose, flag("verbose", value));
     }},
    {"color", "WHEN", "color the report: auto (default), always, never",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.color = when("color", value);
     }},
    {"progress", "WHEN", "show signs of life: auto (default), always, never",
     Topic::kOutput, kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.progress = when("progress", value);
     }},
};

}  // namespace

std::string_view heading(Option::Topic topic) {
  switch (topic) {
    case Topic::kDoing:
      return "What to do";
    case Topic::kFormulas:
      return "Formulas";
    case Topic::kMeasured:
      return "What to measure";
    case Topic::kTime:
      return "How long";
    case Topic::kDecision:
      return "How to decide";
    case Topic::kRevisions:
      return "Revisions";
    case Topic::kMachine:
      return "Machine";
    case Topic::kOutput:
      return "Output";
  }
  return {};
}

std::span<const Option> options() { return kOptions; }

const Option* find_option(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kOptions), std::end(kOptions),
                   [&](const Option& option) { return option.name == name; });
  return found == std::end(kOptions) ? nullptr : &*found;
}

bool is_of_measuring(std::string_view option) {
  constexpr std::string_view kAll[] = {
      "runs",   "max-runs",     "observations", "warmup",
      "budget", "budget-total", "precision",    "layouts",
      "heap",   "builds",       "launcher",     "shared-folder",
      "cpu",    "record",       "repository",   "measure-identical"};
  return std::find(std::begin(kAll), std::end(kAll), option) != std::end(kAll);
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
