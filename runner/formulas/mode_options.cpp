#include "runner/formulas/mode_options.hpp"

#include <algorithm>
#include <string_view>

#include "runner/settings/options.hpp"

namespace spl::runner {
namespace {

using Names = std::vector<std::string_view>;

/// A mode and the options that it does not take.
struct ModeRule {
  Mode mode;
  std::string_view name;
  Names options;
  std::string_view why;  ///< Continues "--OPTION does not go with --MODE, ".
};

constexpr std::string_view kDecidesNothing = "which decides nothing";
constexpr std::string_view kNoFormulas = "which evaluates no formulas";
constexpr std::string_view kDrawsFromData =
    "which draws from --data and measures nothing";

const std::vector<ModeRule>& rules() {
  static const std::vector<ModeRule> kRules{
      {Mode::kCheck, "check", {"portability"}, kDecidesNothing},
      {Mode::kList, "list", {"portability"}, kDecidesNothing},
      {Mode::kPlan, "plan", {"portability"}, kDecidesNothing},
      {Mode::kBisect, "bisect", {"portability"}, "which compares commits"},
      {Mode::kRank, "rank", {"filter", "portability"}, kNoFormulas},
      {Mode::kGuard, "guard", {"portability"}, kNoFormulas},
      {Mode::kGuard,
       "guard",
       {"data"},
       "which measures the workloads and their baseline"},
      {Mode::kCompare,
       "compare",
       {"portability", "filter", "data", "program", "rev", "baseline",
        "repository", "builds", "layouts", "measure-identical"},
       "which compares commands as they are"},
      {Mode::kHistoryOf,
       "history-of",
       {"program", "data", "portability", "filter", "runs", "max-runs",
        "observations", "warmup", "budget", "budget-total", "builds", "layouts",
        "heap", "baseline"},
       "which measures nothing"},
      {Mode::kAudit,
       "audit",
       {"program", "data", "portability", "rev", "baseline", "undecided",
        "family"},
       "which measures the commits of its range"},
      {Mode::kTimes, "times", {"portability"}, kNoFormulas},
      {Mode::kTimes,
       "times",
       {"data", "baseline", "alpha", "familywise", "family", "resolution",
        "mean-resolution", "precision", "interpretation", "statistic",
        "undecided"},
       "which measures and decides nothing"},
      {Mode::kSelfTest, "self-test", {"filter", "portability"}, kNoFormulas},
      {Mode::kSelfTest,
       "self-test",
       {"rev", "baseline", "repository", "builds", "measure-identical"},
       "which tests the programs of -p and builds none"},
      {Mode::kSensitivity,
       "sensitivity",
       {"filter", "portability"},
       kNoFormulas},
      {Mode::kSensitivity,
       "sensitivity",
       {"program", "rev", "baseline"},
       kDrawsFromData}};
  return kRules;
}

/// A report, and the modes that write it.
struct ReportRule {
  std::string_view option;
  std::vector<Mode> modes;
  std::string_view why;  ///< Continues "--OPTION does not go with --MODE, ".
};

constexpr std::string_view kDecidesNoFormulas = "which decides no formulas";
constexpr std::string_view kHasNoTimes = "which reports no times";

const std::vector<ReportRule>& report_rules() {
  static const std::vector<Mode> kMeasured{Mode::kEvaluate, Mode::kGuard,
                                           Mode::kTimes, Mode::kRank};
  static const std::vector<ReportRule> kRules{
      {"csv", {Mode::kTimes}, kHasNoTimes},
      {"html",
       {Mode::kEvaluate, Mode::kGuard, Mode::kTimes, Mode::kHistoryOf,
        Mode::kAudit},
       "whose report has no page of HTML"},
      {"markdown",
       {Mode::kEvaluate, Mode::kGuard, Mode::kTimes},
       kDecidesNoFormulas},
      {"junit", {Mode::kEvaluate, Mode::kGuard}, kDecidesNoFormulas},
      {"document", {Mode::kEvaluate}, "which evaluates no formulas of sources"},
      {"github",
       {Mode::kEvaluate, Mode::kGuard, Mode::kCheck},
       kDecidesNoFormulas},
      {"google-benchmark-json", kMeasured, kHasNoTimes}};
  return kRules;
}

bool is_about_store(Mode mode) {
  return mode == Mode::kAccept || mode == Mode::kImport ||
         mode == Mode::kExport || mode == Mode::kPrune;
}

bool is_among(std::string_view option, const Names& names) {
  return std::find(names.begin(), names.end(), option) != names.end();
}

Names given(const CommandLine& line) {
  Names result;
  for (const Assignment& one : line.assignments) result.push_back(one.option);
  if (!line.programs.empty() || !line.named_programs.empty()) {
    result.emplace_back("program");
  }
  if (!line.portability.empty()) result.emplace_back("portability");
  if (!line.document.empty()) result.emplace_back("document");
  return result;
}

[[noreturn]] void refuse(std::string_view option, std::string_view mode,
                         std::string_view why) {
  throw UsageError("--" + std::string(option) + " does not go with --" +
                   std::string(mode) + ", " + std::string(why) +
                   "; leave it out");
}

/// Throws UsageError for an option that one mode alone heeds.
[[noreturn]] void refuse_alone(std::string_view option, std::string_view mode) {
  throw UsageError("--" + std::string(option) + " goes with --" +
                   std::string(mode) + "; leave it out, or give --" +
                   std::string(mode));
}

/// Throws UsageError if the mode does not write the report.
void require_report(std::string_view option, Mode mode) {
  if (takes_report(option, mode)) return;
  for (const ReportRule& rule : report_rules()) {
    if (rule.option != option) continue;
    if (rule.option == "csv") refuse_alone(option, mode_name(rule.modes[0]));
    refuse(option, mode_name(mode), rule.why);
  }
}

}  // namespace

bool takes_report(std::string_view option, Mode mode) {
  for (const ReportRule& rule : report_rules()) {
    if (rule.option != option) continue;
    return std::find(rule.modes.begin(), rule.modes.end(), mode) !=
           rule.modes.end();
  }
  return true;
}

bool has_result(Mode mode) {
  constexpr Mode kWithout[] = {Mode::kCheck,     Mode::kList, Mode::kListCache,
                               Mode::kHistoryOf, Mode::kHelp, Mode::kVersion};
  return !is_about_store(mode) &&
         std::find(std::begin(kWithout), std::end(kWithout), mode) ==
             std::end(kWithout);
}

void require_options_of_mode(const CommandLine& line) {
  static const Names kOfCache{"cache-limit", "color", "progress", "quiet",
                              "verbose"};
  static const Names kOfStore{"history", "color", "progress", "quiet",
                              "verbose"};
  static const Names kOfGuard{"tolerance", "strict", "may-hide"};
  for (const std::string_view option : given(line)) {
    if (line.mode == Mode::kListCache && !is_among(option, kOfCache)) {
      refuse(option, "list-cache", "which lists what is kept and nothing else");
    }
    // --accept names a commit.
    const bool names_commit =
        line.mode == Mode::kAccept && option == "repository";
    if (is_about_store(line.mode) && !is_among(option, kOfStore) &&
        !names_commit) {
      refuse(option, mode_name(line.mode),
             "which changes the store and measures nothing");
    }
    if (line.mode != Mode::kGuard && is_among(option, kOfGuard)) {
      refuse_alone(option, "guard");
    }
    const bool has_reference =
        line.mode == Mode::kHistoryOf || line.mode == Mode::kAudit;
    if (option == "reference" && !has_reference) {
      refuse_alone(option, "history-of");
    }
    if ((option == "learn" || option == "learn-from") &&
        line.mode != Mode::kEvaluate && line.mode != Mode::kCheck) {
      refuse(option, mode_name(line.mode), "which learns from no earlier runs");
    }
    if (line.mode == Mode::kSensitivity && is_of_measuring(option)) {
      refuse(option, "sensitivity", kDrawsFromData);
    }
    const bool prints_text = !line.text.empty();
    if (!prints_text) require_report(option, line.mode);
    for (const ModeRule& rule : rules()) {
      if (rule.mode == line.mode && is_among(option, rule.options)) {
        refuse(option, rule.name, rule.why);
      }
    }
  }
}

}  // namespace spl::runner
