#include "runner/settings/commands.hpp"

#include <algorithm>
#include <iterator>

namespace spl::runner {
namespace {

const CommandRow kCommands[] = {
    {Mode::kEvaluate, "", "", "measures what formulas compare, and decides",
     "perf/formulas.spl --rev HEAD~1",
     "FILE is a formula file (.spl), a C++ source with formulas in attributes, "
     "or a\nfolder of these; FILE:LINE is the formula at that line. Without "
     "any, the\n\"formulas\" of spl.json are evaluated.",
     "which evaluates formulas"},
    {Mode::kCheck, "check", "",
     "reads formulas and binds all names; measures nothing",
     "check perf/ --offline",
     "With --offline no program is started, so that names of workloads stay\n"
     "unchecked. A check is quick enough for every build.",
     "which decides nothing"},
    {Mode::kList, "list", "",
     "lists formulas, and workloads with their parameters",
     "list -p build/bench", "", "which decides nothing"},
    {Mode::kPlan, "plan", "",
     "shows what would be measured, how long it takes and the smallest change "
     "it finds",
     "plan perf/formulas.spl --budget 10s",
     "A few pilot runs tell the time; with --data nothing is measured.",
     "which decides nothing"},
    {Mode::kGuard, "guard", "",
     "compares every workload with the baseline: none may be slower",
     "guard --tolerance 3%",
     "The baseline is the commit where the branch left the default branch, or "
     "what\n--baseline names. \"guard\" in spl.json has settings for this "
     "command alone.\nResults of other tools: guard --data old=a.json --data "
     "new=b.json.",
     "which measures the workloads and their baseline"},
    {Mode::kBisect, "bisect", "GOOD",
     "finds the commit after GOOD at which a formula stops holding",
     "bisect v1.2 perf/formulas.spl",
     "The search ends at --rev or HEAD. Commits are built and measured as "
     "needed.",
     "which compares commits"},
    {Mode::kAudit, "audit", "GOOD..BAD",
     "measures these commits, and finds those that changed a workload",
     "audit v1.2..HEAD --reference v1.2",
     "What looks like a change is confirmed by blocks of its own. The store "
     "keeps\nwhat was measured: an audit goes on where it was interrupted.",
     "which measures the commits of its range"},
    {Mode::kTimes, "times", "",
     "measures every workload for its declared values",
     "times -p build/bench -f 'parse*' -o times.csv", "",
     "which measures and decides nothing"},
    {Mode::kCompare, "compare", "CMD CMD...",
     "says which command is faster, or ranks more than two",
     "compare './convert a.xml' './convert-old a.xml'",
     "A command is one word of the shell, and is started without a shell. Two "
     "readable\nfiles that end in .json or .xml are reports: the old one and "
     "the new one, compared\nas guard does.",
     "which compares commands as they are"},
    {Mode::kRank, "rank", "TEXT",
     "ranks performances by analysis of variance and Tukey's HSD",
     "rank 'quick(1000), merge(1000), heap(1000)' -p build/bench",
     "TEXT is performances with commas between. Each makes as many runs as\n"
     "--runs says, or 10; `alpha` is the level of all pairs.",
     "which makes as many runs as --runs says and shows every difference"},
    {Mode::kHistoryOf, "history show", "TEXT",
     "reports how a performance changed from commit to commit",
     "history show 'parse(100)' --reference v1.2",
     "The store has what earlier runs measured; ratios are to --reference.",
     "which measures nothing"},
    {Mode::kAccept, "history accept", "REV PATTERN",
     "keeps that this commit changes these workloads as intended",
     "history accept HEAD 'parse*' --reason 'checks its input'",
     "audit, history show and guard heed it. --withdraw takes it back.",
     "which changes the store and measures nothing"},
    {Mode::kImport, "history import", "PATH",
     "adds what another store has to the store", "history import ci-history.db",
     "", "which changes the store and measures nothing"},
    {Mode::kExport, "history export", "PATH",
     "writes the store to a single file", "history export history.db", "",
     "which changes the store and measures nothing"},
    {Mode::kPrune, "history prune", "AGE",
     "removes what the store has of experiments older than this",
     "history prune 90d", "", "which changes the store and measures nothing"},
    {Mode::kListCache, "cache list", "",
     "lists the built programs of revisions that are kept", "cache list", "",
     "which lists what is kept and nothing else"},
    {Mode::kTrim, "cache trim", "",
     "removes built programs beyond `cache-limit`",
     "cache trim -s cache-limit=500MB", "",
     "which removes what is kept and nothing else"},
    {Mode::kDocument, "document", "PAGE",
     "writes a page in Markdown about the functions that formulas document",
     "document docs/performance.md src/",
     "The formulas are evaluated; the page has what they say of functions in "
     "C++\nsources, and what became of it. Other entries of the page stay.",
     "which evaluates formulas of sources"},
    {Mode::kSelfTest, "doctor", "",
     "compares identical code: false alarms, and the change that shows here",
     "doctor --budget 1min",
     "With -p the workloads of that program are compared with themselves.",
     "which tests the programs of -p and builds none"},
    {Mode::kSensitivity, "sensitivity", "SCALE",
     "reports how often each interpretation sees a change by this factor",
     "sensitivity 1.02 --data runs.json", "",
     "which draws from --data and measures nothing"},
    {Mode::kPortability, "portability", "REPORT",
     "evaluates, and compares ratios with another machine's JSON report",
     "portability there.json perf/formulas.spl", "",
     "which compares ratios of formulas"},
    {Mode::kHelp, "help", "[WORD]",
     "explains a command, a key, or a word of a report", "help max-runs", "",
     "which prints a text"},
};

struct Typed {
  std::string_view word;
  std::string_view instead;
};

/// Words that other tools have, and the options of earlier versions.
constexpr Typed kTyped[] = {
    {"test", "spl-run"},
    {"run", "spl-run"},
    {"evaluate", "spl-run"},
    {"bench", "spl-run times"},
    {"benchmark", "spl-run times"},
    {"time", "spl-run times"},
    {"diff", "spl-run compare"},
    {"ls", "spl-run list"},
    {"self-test", "spl-run doctor"},
    {"history", "spl-run history show"},
    {"cache", "spl-run cache list"},
    {"list-cache", "spl-run cache list"},
    {"history-of", "spl-run history show"},
    {"accept", "spl-run history accept"},
    {"import", "spl-run history import"},
    {"export", "spl-run history export"},
    {"prune", "spl-run history prune"},
};

}  // namespace

std::span<const CommandRow> commands() { return kCommands; }

const CommandRow& command_of(Mode mode) {
  return *std::find_if(std::begin(kCommands), std::end(kCommands),
                       [&](const CommandRow& one) { return one.mode == mode; });
}

const CommandRow* find_command(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kCommands), std::end(kCommands),
                   [&](const CommandRow& one) { return one.name == name; });
  return found == std::end(kCommands) || name.empty() ? nullptr : &*found;
}

std::string_view typed_instead(std::string_view word) {
  const auto found =
      std::find_if(std::begin(kTyped), std::end(kTyped),
                   [&](const Typed& one) { return one.word == word; });
  return found == std::end(kTyped) ? std::string_view() : found->instead;
}

}  // namespace spl::runner
