#include "runner/settings/options.hpp"

#include <algorithm>

#include "runner/settings/option_values.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using values::flag;
using values::interpretation;
using values::metric;
using values::metrics;
using values::percentage;
using values::probability;
using values::refuse;
using values::size;
using values::statistic;
using values::time;
using values::undecided;
using values::when;
using values::whole;

using workload::Disturbed;

void set_disturbed(Settings& settings, Disturbed disturbed, bool wanted) {
  if (wanted) {
    settings.disturbed = disturbed;
  } else if (settings.disturbed == disturbed) {
    settings.disturbed = Disturbed::kNet;
  }
}

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

constexpr auto kEverywhere = Option::Reach::kEverywhere;
constexpr auto kNotInFormulas = Option::Reach::kNotInFormulas;
constexpr bool kIsPath = true;

const Option kOptions[] = {
    {"program", "PATH", "a program that holds workloads (repeatable)",
     kNotInFormulas,
     // Programs are no setting: each place keeps a list of its own.
     [](Settings&, const std::string&) {}, kIsPath},
    {"data", "PATH",
     "take observations from this file and measure nothing (repeatable)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.data.push_back(value);
     },
     kIsPath},
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
     },
     kIsPath},
    {"layouts", "N",
     "fixed links of each program, whose means are compared; 1: none; default: "
     "a "
     "fresh link for each block",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.layouts = whole("layouts", value, 1);
     }},
    {"builds", "N",
     "compile each revision N times, and compare the means of these builds",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.builds =
           whole("builds", value, 2,
                 " (one build tells nothing of how builds differ)");
     }},
    {"cache-limit", "SIZE", "of built programs that are kept (5GB)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.cache_limit = size("cache-limit", value);
     }},
    {"build-timeout", "TIME",
     "of configuring a revision, and of building it, each (30min)",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.build_timeout = time_above_0("build-timeout", value);
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
     "what relations are about: both (default), which is typical calls and all "
     "calls; typical, mean (default with --data and of counts), median",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.deciding =
           logic::asking(statistic(value), std::move(settings.deciding));
       settings.is_statistic_given = true;
     }},
    {"undecided", "WHAT",
     "what undecided formulas do: fail (default), skip, pass", kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.undecided = undecided(value);
     }},
    {"familywise", "P",
     "level of all relations of a text together: of a file, an -e, an "
     "assertion (0.05; 0: none)",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.familywise =
           value == "0" ? 0 : probability("familywise", value);
     }},
    {"family", "N",
     "texts that share this level, such as the assertions of a program (1)",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.family = whole("family", value, 1);
     }},
    {"resolution", "PERCENT",
     "smallest change of typical calls that matters (2%)", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.resolution = percentage("resolution", value);
     }},
    {"mean-resolution", "PERCENT",
     "smallest change of the mean of all calls that matters (5%)", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.mean_resolution = percentage("mean-resolution", value);
     }},
    {"precision", "PERCENT",
     "go on within the budget until half the width of the ratio's interval is "
     "at most this (0: stop at the verdict)",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.precision = value == "0" ? 0 : percentage("precision", value);
     }},
    {"budget", "TIME",
     "time of each relation once all is built: pilot, links and runs; 0 for "
     "10000 blocks (5s)",
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
    {"warmup", "TIME",
     "before a run's first observation; 250us, or longer where it gets faster",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.warmup = time("warmup", value);
     }},
    {"timeout", "TIME", "of a run, which is then killed (60s)", kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.timeout = time_above_0("timeout", value);
     }},
    {"keep-disturbed", "",
     "count all of the time of preempted observations, with what others got",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       set_disturbed(settings, Disturbed::kKept, flag("keep-disturbed", value));
     }},
    {"remeasure-disturbed", "",
     "measure preempted observations again, which drops long calls",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       set_disturbed(settings, Disturbed::kAgain,
                     flag("remeasure-disturbed", value));
     }},
    {"lock-timeout", "TIME",
     "wait no longer for other measurements on the machine, but end with "
     "status 3",
     kNotInFormulas,
     [](Settings& settings, const std::string& value) {
       settings.lock_timeout = time("lock-timeout", value);
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
     },
     kIsPath},
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
    {"measure-identical", "",
     "measure revisions whose commits or programs are the same, too, to see "
     "what noise does",
     kEverywhere,
     [](Settings& settings, const std::string& value) {
       settings.measure_identical = flag("measure-identical", value);
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
     },
     kIsPath},
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
