#include "runner/settings/options.hpp"

#include <algorithm>
#include <iterator>

#include "runner/settings/option_values.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using Name = std::string_view;
using Text = std::string;

template <auto kMember>
void text(Settings& settings, Name, const Text& value) {
  settings.*kMember = value;
}

/// Sets what a function of option_values.hpp reads.
template <auto kMember, auto kRead>
void assign(Settings& settings, Name name, const Text& value) {
  settings.*kMember = kRead(name, value);
}

template <auto kMember>
void flag(Settings& settings, Name name, const Text& value) {
  assign<kMember, values::flag>(settings, name, value);
}

template <auto kMember, Detail kDetail>
void detail(Settings& settings, Name name, const Text& value) {
  if (values::flag(name, value)) {
    settings.*kMember = kDetail;
  } else if (settings.*kMember == kDetail) {
    settings.*kMember = Detail::kNormal;
  }
}

template <auto kMember>
void time_above_0(Settings& settings, Name name, const Text& value) {
  assign<kMember, values::time>(settings, name, value);
  if (values::time(name, value).count() == 0) {
    values::refuse(name, "a time above 0", value);
  }
}

template <auto kMember, std::uint64_t kLeast>
void whole(Settings& settings, Name name, const Text& value) {
  settings.*kMember = values::whole(name, value, kLeast);
}

constexpr const char* kOneRun = " (one run says nothing about how runs differ)";

void launcher(Settings& settings, Name, const Text& value) {
  try {
    (void)command_words(value);
  } catch (const WordError& error) {
    throw SettingError(Text("launcher has ") + error.what() + ": " + value);
  }
  settings.launcher = value;
}

void processors(Settings& settings, Name name, const Text& value) {
  const auto found = parse_processors(value);
  if (!found) values::refuse(name, "processors like 1 or 0-1,3", value);
  settings.processors = *found;
}

using Group = Option::Group;
using Reach = Option::Reach;
using About = Option::About;
using Path = Option::Path;

constexpr Modes kNumbers =
    kWithRuns | Modes{Mode::kHistoryOf, Mode::kSensitivity};
constexpr Modes kInBlocks = kWithRuns.without({Mode::kExplain});
constexpr Modes kDeciding =
    kInBlocks.without({Mode::kTimes}) | Modes{Mode::kSensitivity};
constexpr Modes kJudging = kDeciding.without({Mode::kRank});
constexpr Modes kBuilding =
    kWithRuns.without({Mode::kCompare, Mode::kSelfTest});
constexpr Modes kFiltered =
    kWithFormulas | Modes{Mode::kGuard, Mode::kAudit, Mode::kTimes};
constexpr Modes kStoring = kNumbers | kOfStore;
constexpr Modes kLearning = kEvaluating | Modes{Mode::kCheck};
constexpr Modes kGuarding{Mode::kGuard};
constexpr Modes kExplaining{Mode::kEvaluate, Mode::kGuard};
constexpr Modes kAccepting{Mode::kAccept};
constexpr Modes kChecking{Mode::kCheck};
constexpr Modes kOfCommits{Mode::kHistoryOf, Mode::kAudit};
constexpr Modes kUnranked = kInBlocks.without({Mode::kRank});

const Option kOptions[] = {
    {"formula", 'e', "TEXT", Group::kWhat, Reach::kCommandLine, About::kSubject,
     kWithFormulas, "this formula (repeatable)"},
    {"filter", 'f', "PATTERN", Group::kWhat, Reach::kKey, About::kSubject,
     kFiltered, "labels or workloads that match: 'parse*:-*slow*'",
     text<&Settings::filter>},
    // Programs are no setting: each place has its own list.
    {"program", 'p', "[NAME=]PATH", Group::kWhat, Reach::kKey, About::kSubject,
     kWithRuns.without({Mode::kCompare, Mode::kAudit}),
     "the program with the workloads; NAME is @NAME",
     [](Settings&, Name, const Text&) {}, Path::kFile},
    {"data", 0, "[NAME=]PATH", Group::kWhat, Reach::kKey, About::kSubject,
     kWithFormulas.without({Mode::kExplain}) |
         Modes{Mode::kRank, Mode::kSensitivity, Mode::kGuard, Mode::kTimes},
     "decide on this file; measure nothing",
     [](Settings& settings, Name, const Text& value) {
       settings.data.push_back(value);
     },
     Path::kFile},
    {"rev", 0, "REV", Group::kWhat, Reach::kKey, About::kSubject,
     kBuilding.without({Mode::kAudit}) | Modes{Mode::kHistoryOf},
     "test this commit, not the working tree", text<&Settings::rev>},
    {"baseline", 0, "REV", Group::kWhat, Reach::kKey, About::kSubject,
     kBuilding.without({Mode::kAudit, Mode::kTimes}),
     "what @baseline means (where the branch left main)",
     [](Settings& settings, Name name, const Text& value) {
       if (value.empty()) values::refuse(name, "a revision", value);
       settings.baseline = value;
     }},
    {"budget", 0, "TIME", Group::kHow, Reach::kSet, About::kMeasuring,
     kUnranked, "time for each relation (5s)",
     assign<&Settings::budget, values::time>, Path::kNone, "runs"},
    {"runs", 0, "N", Group::kHow, Reach::kSet, About::kMeasuring, kInBlocks,
     "exactly N rounds of runs",
     [](Settings& settings, Name name, const Text& value) {
       settings.runs =
           values::whole(name, value, settings.learn ? 1 : 2, kOneRun);
     }},
    {"metric", 0, "NAMES", Group::kHow, Reach::kSet, About::kSubject, kNumbers,
     "wall, cpu, allocations, instructions, ...",
     assign<&Settings::metric, values::metric>},
    {"undecided", 0, "WHAT", Group::kHow, Reach::kKey, About::kElse,
     kJudging.without({Mode::kAudit}),
     "what undecided formulas do: fail, skip, pass",
     assign<&Settings::undecided, values::undecided>},
    {"budget-total", 0, "TIME", Group::kOne, Reach::kKey, About::kMeasuring,
     kInBlocks, "time for all relations together (0: no limit)",
     assign<&Settings::budget_total, values::time>},
    {"tolerance", 0, "PERCENT", Group::kOne, Reach::kKey, About::kDeciding,
     kGuarding, "allow workloads to be this much slower (0)",
     assign<&Settings::tolerance, values::percentage_or_none>},
    {"strict", 0, "", Group::kOne, Reach::kKey, About::kDeciding, kGuarding,
     "require evidence that none exceeds the tolerance (or 5%)",
     flag<&Settings::strict>},
    {"fail-fast", 0, "", Group::kOne, Reach::kKey, About::kMeasuring,
     kJudging.without({Mode::kAudit}),
     "measure no more once a formula is violated", flag<&Settings::fail_fast>},
    {"reference", 0, "REV", Group::kOne, Reach::kKey, About::kSubject,
     kOfCommits, "the revision that is measured in the same blocks",
     text<&Settings::reference>},
    {"reason", 0, "TEXT", Group::kOne, Reach::kCommandLine, About::kSubject,
     kAccepting, "why, which reports show"},
    {"withdraw", 0, "", Group::kOne, Reach::kCommandLine, About::kSubject,
     kAccepting, "take back what was accepted"},
    {"offline", 0, "", Group::kOne, Reach::kCommandLine, About::kSubject,
     kChecking, "execute nothing"},
    {"profiles", 0, "FOLDER", Group::kOne, Reach::kKey, About::kReporting,
     kExplaining | Modes{Mode::kExplain},
     "where both profiles of what is explained stay", text<&Settings::profiles>,
     Path::kFolder},
    {"output", 'o', "FILE", Group::kEverywhere, Reach::kKey, About::kReporting,
     kNumbers, "report.html .json .md .csv, junit.xml, github (repeatable)",
     [](Settings& settings, Name, const Text& value) {
       settings.outputs.push_back(parse_output(value));
     },
     Path::kOutput},
    {"set", 's', "KEY=VALUE", Group::kEverywhere, Reach::kCommandLine,
     About::kElse, kAll, "any other setting; spl-run help keys lists them"},
    {"config", 'c', "PATH", Group::kEverywhere, Reach::kCommandLine,
     About::kElse, kAll, "the project file (spl.json)"},
    {"C", 'C', "DIR", Group::kEverywhere, Reach::kCommandLine, About::kElse,
     kAll, "work in this folder"},
    {"quiet", 'q', "", Group::kEverywhere, Reach::kKey, About::kReporting, kAll,
     "only what does not hold", detail<&Settings::detail, Detail::kQuiet>},
    {"verbose", 'v', "", Group::kEverywhere, Reach::kKey, About::kReporting,
     kAll, "everything", detail<&Settings::detail, Detail::kVerbose>},
    {"color", 0, "WHEN", Group::kEverywhere, Reach::kKey, About::kReporting,
     kAll, "auto, always, never", assign<&Settings::color, values::when>},
    {"help", 'h', "", Group::kEverywhere, Reach::kCommandLine, About::kElse,
     kAll, "print this text, or that of a command"},
    {"version", 'V', "", Group::kEverywhere, Reach::kCommandLine, About::kElse,
     kAll, "print the version"},

    {"json", 0, "PATH", Group::kHidden, Reach::kCommandLine, About::kReporting,
     kNumbers, "-o json:PATH"},
    {"own-program", 0, "PATH", Group::kHidden, Reach::kCommandLine,
     About::kSubject, kWithRuns,
     "a program that is measured if formulas ask for it"},
    {"signs-of-life", 0, "N", Group::kHidden, Reach::kCommandLine,
     About::kReporting, kAll, "the descriptor for signs of life"},
    {"columns", 0, "N", Group::kHidden, Reach::kCommandLine, About::kReporting,
     kAll, "the width of the terminal that shows the report"},

    // Only keys.
    {"alpha", 0, "P", Group::kKey, Reach::kSet, About::kDeciding, kDeciding,
     "the false-alarm rate of one comparison in each direction (0.01)",
     [](Settings& settings, Name name, const Text& value) {
       settings.deciding.alpha = values::probability(name, value);
     }},
    {"familywise", 0, "P", Group::kKey, Reach::kSet, About::kDeciding, kJudging,
     "the false-alarm rate of all relations of an evaluation (0.05; 0: none)",
     assign<&Settings::familywise, values::probability_or_none>},
    {"family", 0, "N", Group::kKey, Reach::kSet, About::kDeciding,
     kJudging.without({Mode::kAudit}),
     "the number of evaluations that share `familywise` (1)",
     whole<&Settings::family, 1>},
    {"resolution", 0, "PERCENT", Group::kKey, Reach::kSet, About::kDeciding,
     kJudging, "the smallest change of typical calls that matters (2%)",
     assign<&Settings::resolution, values::percentage>},
    {"mean-resolution", 0, "PERCENT", Group::kKey, Reach::kSet,
     About::kDeciding, kJudging,
     "the smallest change of the mean of all calls that matters (5%)",
     assign<&Settings::mean_resolution, values::percentage>},
    {"may-hide", 0, "PERCENT", Group::kKey, Reach::kKey, About::kDeciding,
     kGuarding,
     "stop early once a slowdown of this size is ruled out (5%); 0: go on",
     assign<&Settings::may_hide, values::percentage_or_none>, Path::kNone,
     "runs precision strict tolerance"},
    {"interpretation", 0, "NAME", Group::kKey, Reach::kSet, About::kDeciding,
     kDeciding,
     "what decides: blocks, run_means, welch, parametric, nonparametric",
     [](Settings& settings, Name, const Text& value) {
       settings.is_interpretation_given = true;
       settings.deciding.interpretation = values::interpretation(value);
     }},
    {"statistic", 0, "NAME", Group::kKey, Reach::kSet, About::kDeciding,
     kDeciding,
     "what is compared: both (typical calls and all calls), typical, mean, "
     "median",
     [](Settings& settings, Name, const Text& value) {
       settings.deciding =
           logic::asking(values::statistic(value), settings.deciding);
       settings.is_statistic_given = true;
     }},
    {"allow-different-builds", 0, "", Group::kKey, Reach::kSet,
     About::kDeciding, kWithRuns,
     "compare programs that differ in compiler, optimisation, assertions, "
     "sanitizers or flags",
     flag<&Settings::allow_different_builds>},
    {"allow-unoptimised", 0, "", Group::kKey, Reach::kSet, About::kDeciding,
     kWithRuns, "decide on programs that are built without optimisation",
     flag<&Settings::allow_unoptimised>},
    {"learn", 0, "", Group::kKey, Reach::kKey, About::kDeciding, kLearning,
     "let `nonparametric` use stored runs of the same program, so that one "
     "run suffices",
     flag<&Settings::learn>},
    {"learn-from", 0, "PATTERN", Group::kKey, Reach::kKey, About::kDeciding,
     kLearning, "let it use stored runs of the performances that match",
     [](Settings& settings, Name, const Text& value) {
       settings.learn_from = value;
       settings.learn = settings.learn || !value.empty();
     }},
    {"precision", 0, "PERCENT", Group::kKey, Reach::kSet, About::kMeasuring,
     kUnranked | Modes{Mode::kSensitivity},
     "go on within the budget until half the width of the ratio's interval "
     "is at most this (0: stop at the verdict)",
     [](Settings& settings, Name name, const Text& value) {
       settings.precision = value == "0" ? 0 : values::percentage(name, value);
     },
     Path::kNone, "runs"},
    {"max-runs", 0, "N", Group::kKey, Reach::kSet, About::kMeasuring, kUnranked,
     "at most N rounds of runs",
     [](Settings& settings, Name name, const Text& value) {
       settings.max_runs = values::whole(name, value, 2, kOneRun);
     },
     Path::kNone, "runs"},
    {"observations", 0, "N", Group::kKey, Reach::kSet, About::kMeasuring,
     kWithRuns, "observations of each run (planned)",
     whole<&Settings::observations, 1>},
    {"warmup", 0, "TIME", Group::kKey, Reach::kSet, About::kMeasuring,
     kWithRuns, "how long a run calls before its first observation (1ms)",
     assign<&Settings::warmup, values::time>},
    {"timeout", 0, "TIME", Group::kKey, Reach::kSet, About::kElse, kWithRuns,
     "kill a run that takes longer (60s)", time_above_0<&Settings::timeout>},
    {"layouts", 0, "N", Group::kKey, Reach::kKey, About::kMeasuring,
     kWithRuns.without({Mode::kCompare}),
     "compare the means of N links; 1: programs as they were built (default: "
     "a fresh link for each block)",
     whole<&Settings::layouts, 1>},
    {"heap", 0, "PLACE", Group::kKey, Reach::kKey, About::kMeasuring, kWithRuns,
     "where the memory of measured code begins: drawn for each block, or kept "
     "(default with `layouts` 1)",
     assign<&Settings::heap, values::heap>},
    {"builds", 0, "N", Group::kKey, Reach::kKey, About::kMeasuring, kBuilding,
     "compile each revision N times and compare the means of these builds",
     [](Settings& settings, Name name, const Text& value) {
       settings.builds = values::whole(
           name, value, 2, " (one build says nothing about how builds differ)");
     }},
    {"record", 0, "NAMES", Group::kKey, Reach::kSet, About::kMeasuring,
     kWithRuns, "metrics that are recorded as well, with commas between",
     assign<&Settings::record, values::metrics>},
    {"measure-identical", 0, "", Group::kKey, Reach::kSet, About::kMeasuring,
     kBuilding, "measure revisions even if their programs are the same",
     flag<&Settings::measure_identical>},
    {"explain", 0, "", Group::kKey, Reach::kSet, About::kMeasuring, kExplaining,
     "profile what is violated, as `spl-run explain` does",
     flag<&Settings::explain>},
    {"repository", 0, "PATH", Group::kKey, Reach::kKey, About::kMeasuring,
     kBuilding | Modes{Mode::kHistoryOf, Mode::kAccept},
     "the Git repository of the revisions (the one around spl.json)",
     text<&Settings::repository>, Path::kFolder},
    {"build-timeout", 0, "TIME", Group::kKey, Reach::kKey, About::kElse,
     kWithRuns, "stop configuring or building a revision after this (30min)",
     time_above_0<&Settings::build_timeout>},
    {"cache-limit", 0, "SIZE", Group::kKey, Reach::kKey, About::kElse,
     kWithRuns | kOfCache, "keep built programs up to this size (2GB)",
     assign<&Settings::cache_limit, values::size>},
    {"lock-timeout", 0, "TIME", Group::kKey, Reach::kKey, About::kElse,
     kWithRuns,
     "end with status 3 if other measurements on the machine take longer",
     assign<&Settings::lock_timeout, values::time>},
    {"launcher", 0, "COMMAND", Group::kKey, Reach::kKey, About::kMachine,
     kWithRuns, "words before every block of runs, such as \"srun -n1\"",
     launcher},
    {"shared-folder", 0, "PATH", Group::kKey, Reach::kKey, About::kMachine,
     kWithRuns,
     "where the launcher's hosts and this host meet (the current folder)",
     text<&Settings::shared_folder>, Path::kFolder},
    {"cpu", 0, "LIST", Group::kKey, Reach::kKey, About::kMachine, kWithRuns,
     "processors for measured processes, such as 1 or 0-1,3", processors},
    {"seed", 0, "N", Group::kKey, Reach::kKey, About::kElse, kNumbers,
     "the seed of everything random (drawn, and printed)",
     whole<&Settings::seed, 0>},
    {"history", 0, "PATH", Group::kKey, Reach::kKey, About::kElse, kStoring,
     "the store that keeps what is measured (.spl/history.db); off: none",
     text<&Settings::history>, Path::kFile},
    {"history-size", 0, "SIZE", Group::kKey, Reach::kKey, About::kElse,
     kStoring, "how large the store may be (1GB); the newest experiments stay",
     assign<&Settings::history_size, values::size>},
    {"observations-in-json", 0, "", Group::kKey, Reach::kKey, About::kReporting,
     kNumbers, "write all observations into the JSON report",
     flag<&Settings::observations_in_json>},
    {"all-intervals", 0, "", Group::kKey, Reach::kKey, About::kReporting,
     kNumbers,
     "in JSON: also the bootstrap and the impact factor, which take time",
     flag<&Settings::all_intervals>},
    {"progress", 0, "WHEN", Group::kKey, Reach::kKey, About::kReporting, kAll,
     "signs of life: auto, always, never",
     assign<&Settings::progress, values::when>},
};

}  // namespace

std::span<const Option> options() { return kOptions; }

const Option* find_option(std::string_view name) {
  const auto found = std::ranges::find(kOptions, name, &Option::name);
  return found == std::end(kOptions) ? nullptr : &*found;
}

const Option* find_key(std::string_view name) {
  const Option* option = find_option(name);
  return option != nullptr && option->is_key() ? option : nullptr;
}

bool is_of_measuring(std::string_view option) {
  const Option* found = find_option(option);
  return found != nullptr &&
         (found->about == About::kMeasuring || found->about == About::kMachine);
}

std::string shown_option(std::string_view name) {
  const Option* option = find_option(name);
  const bool is_key = option != nullptr && !option->is_typed();
  return (is_key ? "-s " : name.size() == 1 ? "-" : "--") + std::string(name);
}

std::vector<std::string> words_of_option(std::string_view name,
                                         const std::string& value) {
  const Option& option = *find_option(name);
  const std::string text(name);
  if (!option.is_typed()) {
    const bool is_true = option.is_flag() && value == "true";
    return {"-s", is_true ? text : text + '=' + value};
  }
  std::string word =
      option.letter == 0 ? "--" + text : std::string("-") + option.letter;
  if (!option.is_flag()) return {word, value};
  if (value == "true") return {word};
  return {"--" + text + '=' + value};
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
