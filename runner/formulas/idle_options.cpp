#include "runner/formulas/idle_options.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "spl/logic/quoted.hpp"
#include "spl/logic/statistic.hpp"

namespace spl::runner {
namespace {

struct Pair {
  std::string_view idle;
  std::string_view other;
  std::string_view why;  ///< Continues "--IDLE has no effect: --OTHER ".
};

constexpr Pair kPairs[] = {
    {"max-runs", "runs", "makes just so many blocks"},
    {"budget", "runs", "makes just so many blocks, however long they take"},
    {"precision", "runs", "makes just so many blocks"},
    {"may-hide", "runs", "makes just so many blocks"},
    {"may-hide", "precision", "goes on until the ratio is known"},
    {"may-hide", "strict", "asks for evidence about each claim"},
    {"may-hide", "tolerance", "names the increase that may hide"},
};

/// A number follows: of performances, or of commands.
constexpr std::string_view kOwnRuns = "makes as many runs as --runs says, or ";

/// The options that a ranking does not heed, and its own rules.
constexpr Pair kOfRanking[] = {
    {"max-runs", "rank", kOwnRuns},
    {"budget", "rank", kOwnRuns},
    {"precision", "rank", kOwnRuns},
    {"familywise", "rank", "has one level for all pairs, --alpha"},
    {"family", "rank", "has one level for all pairs, --alpha"},
    {"resolution", "rank", "shows every difference that it finds"},
    {"mean-resolution", "rank", "shows every difference that it finds"},
    {"undecided", "rank", "decides no formulas"},
};

bool is_given(std::string_view option, const Invocation& invocation) {
  const auto& given = invocation.line.assignments;
  return std::any_of(given.begin(), given.end(), [&](const Assignment& one) {
    return one.option == option;
  });
}

std::string sentence(const Pair& pair) {
  return "--" + std::string(pair.idle) + " has no effect: --" +
         std::string(pair.other) + " " + std::string(pair.why);
}

/// Adds --resolution or --mean-resolution if relations are about the other
/// statistic.
void add_idle_resolution(const Invocation& invocation,
                         std::vector<std::string>& result) {
  const logic::Statistic asked = logic::asked(invocation.settings.deciding);
  if (asked == logic::Statistic::kBoth) return;
  const bool is_mean = asked == logic::Statistic::kMean;
  const std::string_view idle = is_mean ? "resolution" : "mean-resolution";
  const std::string_view other = is_mean ? "mean-resolution" : "resolution";
  if (!is_given(idle, invocation) || !is_given("statistic", invocation)) {
    return;
  }
  result.push_back(sentence({idle, "statistic", "asks for other calls"}) +
                   ", whose change is that of --" + std::string(other));
}

void add_idle_in_ranking(const Invocation& invocation,
                         std::vector<std::string>& result) {
  if (invocation.line.mode != Mode::kRank) return;
  const bool are_commands = !invocation.line.commands.empty();
  for (Pair pair : kOfRanking) {
    if (!is_given(pair.idle, invocation)) continue;
    if (are_commands) pair.other = "compare with more than two commands";
    const char* runs = are_commands ? "40" : "10";
    result.push_back(sentence(pair) + (pair.why == kOwnRuns ? runs : ""));
  }
  if (is_given("layouts", invocation) &&
      invocation.settings.layouts != std::size_t{1}) {
    result.push_back(
        sentence({"layouts", "rank", "links for every run, unless it is 1"}));
  }
}

/// Returns the first sign outside of quotes that only a shell would heed; 0 if
/// there is none.
char sign_of_shell(const std::string& command) {
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char one = command[i];
    if (one == '\\' && quote != '\'') {
      ++i;
    } else if (quote != 0) {
      if (one == quote) quote = 0;
    } else if (one == '"' || one == '\'') {
      quote = one;
    } else if (std::string_view("|&;<>").find(one) != std::string_view::npos) {
      return one;
    }
  }
  return 0;
}

void add_signs_of_shell(const std::vector<std::string>& commands,
                        std::vector<std::string>& result) {
  for (const std::string& command : commands) {
    const char sign = sign_of_shell(command);
    if (sign == 0) continue;
    result.push_back("\"" + std::string(1, sign) + "\" in " +
                     logic::quoted(command) +
                     " is passed on as it is, since no shell reads the "
                     "command; write sh -c '...' if you mean a shell");
  }
}

}  // namespace

std::vector<std::string> idle_options(const Invocation& invocation) {
  std::vector<std::string> result;
  for (const Pair& pair : kPairs) {
    if (pair.other == "tolerance" && invocation.settings.tolerance == 0) {
      continue;
    }
    if (is_given(pair.idle, invocation) && is_given(pair.other, invocation)) {
      result.push_back(sentence(pair));
    }
  }
  add_idle_resolution(invocation, result);
  add_idle_in_ranking(invocation, result);
  add_signs_of_shell(invocation.line.commands, result);
  const Settings& settings = invocation.settings;
  if (is_given("observations-in-json", invocation) && settings.json.empty()) {
    result.emplace_back(
        "--observations-in-json has no effect: there is no JSON report; give "
        "--json, too");
  }
  if (is_given("all-intervals", invocation) && settings.json.empty() &&
      settings.detail != Detail::kVerbose) {
    result.emplace_back(
        "--all-intervals has no effect: no report shows them; give --json or "
        "-v, too");
  }
  if (is_given("shared-folder", invocation) && settings.launcher.empty()) {
    result.emplace_back(
        "--shared-folder has no effect: no --launcher starts anything on "
        "another host");
  }
  return result;
}

std::vector<std::string> idle_options_of_revisions(
    const Invocation& invocation) {
  std::vector<std::string> result;
  for (const std::string_view option :
       {"repository", "build-timeout", "measure-identical"}) {
    if (!is_given(option, invocation)) continue;
    result.push_back("--" + std::string(option) +
                     " has no effect: no formula names a revision");
  }
  return result;
}

}  // namespace spl::runner
