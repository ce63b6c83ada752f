#include "runner/formulas/idle_options.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "spl/logic/quoted.hpp"
#include "spl/logic/statistic.hpp"

namespace spl::runner {
namespace {

bool is_given(std::string_view option, const Invocation& invocation) {
  const auto& given = invocation.line.assignments;
  return std::any_of(given.begin(), given.end(), [&](const Assignment& one) {
    return one.option == option;
  });
}

std::string idle(std::string_view option, const std::string& why) {
  return shown_option(option) + " has no effect" + why;
}

/// Adds the options beside which the table says that they do nothing.
void add_idle_pairs(const Invocation& invocation,
                    std::vector<std::string>& result) {
  for (const Assignment& one : invocation.line.assignments) {
    std::string_view others = find_option(one.option)->idle_beside;
    while (!others.empty()) {
      const std::size_t end = std::min(others.find(' '), others.size());
      const std::string_view other = others.substr(0, end);
      others.remove_prefix(std::min(end + 1, others.size()));
      const bool is_none =
          other == "tolerance" && invocation.settings.tolerance == 0;
      if (is_none || !is_given(other, invocation)) continue;
      result.push_back(idle(one.option, " beside " + shown_option(other)));
    }
  }
}

/// Adds `resolution` or `mean-resolution` if relations are about the other
/// statistic.
void add_idle_resolution(const Invocation& invocation,
                         std::vector<std::string>& result) {
  const logic::Statistic asked = logic::asked(invocation.settings.deciding);
  if (asked == logic::Statistic::kBoth) return;
  const bool is_mean = asked == logic::Statistic::kMean;
  const std::string_view not_asked = is_mean ? "resolution" : "mean-resolution";
  const std::string_view other = is_mean ? "mean-resolution" : "resolution";
  if (!is_given(not_asked, invocation) || !is_given("statistic", invocation)) {
    return;
  }
  result.push_back(
      idle(not_asked,
           ": `statistic` asks for other calls, whose change is that of " +
               std::string(other)));
}

void add_idle_in_ranking(const Invocation& invocation,
                         std::vector<std::string>& result) {
  if (invocation.line.mode != Mode::kRank) return;
  if (is_given("layouts", invocation) &&
      invocation.settings.layouts != std::size_t{1}) {
    result.push_back(
        idle("layouts", ": rank links for every run, unless it is 1"));
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
  add_idle_pairs(invocation, result);
  add_idle_resolution(invocation, result);
  add_idle_in_ranking(invocation, result);
  add_signs_of_shell(invocation.line.commands, result);
  const Settings& settings = invocation.settings;
  const bool has_json = writes(settings, "json");
  if (is_given("observations-in-json", invocation) && !has_json) {
    result.push_back(idle("observations-in-json",
                          ": there is no JSON report; give -o FILE.json, too"));
  }
  if (is_given("all-intervals", invocation) && !has_json &&
      settings.detail != Detail::kVerbose) {
    result.push_back(idle("all-intervals",
                          ": no report shows them; give -o FILE.json or -v, "
                          "too"));
  }
  if (is_given("shared-folder", invocation) && settings.launcher.empty()) {
    result.push_back(idle("shared-folder",
                          ": no `launcher` starts anything on another host"));
  }
  return result;
}

std::vector<std::string> idle_options_of_revisions(
    const Invocation& invocation) {
  std::vector<std::string> result;
  for (const std::string_view option :
       {"repository", "build-timeout", "measure-identical"}) {
    if (!is_given(option, invocation)) continue;
    result.push_back(idle(option, ": no formula names a revision"));
  }
  return result;
}

}  // namespace spl::runner
