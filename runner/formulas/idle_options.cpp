#include "runner/formulas/invocation.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "spl/logic/name.hpp"
#include "spl/logic/statistic.hpp"

namespace spl::runner {
namespace {

bool is_given(std::string_view option, const Invocation& invocation) {
  const auto& given = invocation.line.assignments;
  return std::ranges::any_of(
      given, [&](const Assignment& one) { return one.option == option; });
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

/// Whether a variable or a command to substitute may follow a `$`.
bool begins_expansion(char next) {
  return std::isalnum(static_cast<unsigned char>(next)) != 0 ||
         std::string_view("_({?@*#$!").find(next) != std::string_view::npos;
}

/// Whether `{a,b}` or `{1..9}` begins here: a shell leaves other braces alone.
bool begins_alternatives(std::string_view rest) {
  const std::string_view inner =
      rest.substr(0, std::min(rest.find('}'), rest.find_first_of(" \t")));
  return inner.size() < rest.size() && rest[inner.size()] == '}' &&
         (inner.find(',') != inner.npos || inner.find("..") != inner.npos);
}

/// Whether `[ab]` begins here: a lone `[` is a command.
bool begins_choice(std::string_view rest) {
  const std::size_t end = rest.find_first_of("] \t", 1);
  return end != rest.npos && rest[end] == ']' && end > 1;
}

/// Returns what a shell would heed at the beginning of `rest`; empty: nothing.
std::string_view sign_at(std::string_view rest, char quote, bool begins_word) {
  if (quote == '\'') return {};
  const char one = rest.front();
  if (one == '`') return rest.substr(0, 1);
  if (one == '$' && rest.size() > 1 && begins_expansion(rest[1])) {
    return rest.substr(0, 1);
  }
  if (quote != 0) return {};
  const bool has_meaning =
      std::string_view("|&;<>*?").find(one) != std::string_view::npos ||
      (begins_word && (one == '~' || one == '#')) ||
      (one == '[' && begins_choice(rest)) ||
      (one == '{' && begins_alternatives(rest));
  return has_meaning ? rest.substr(0, 1) : std::string_view();
}

/// Returns the first sign that only a shell would heed; empty: there is none.
std::string_view sign_of_shell(std::string_view command) {
  char quote = 0;
  bool begins_word = true;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char one = command[i];
    const auto sign = sign_at(command.substr(i), quote, begins_word);
    if (!sign.empty()) return sign;
    begins_word = quote == 0 && (one == ' ' || one == '\t');
    if (one == '\\' && quote != '\'') {
      ++i;
    } else if (quote != 0) {
      if (one == quote) quote = 0;
    } else if (one == '"' || one == '\'') {
      quote = one;
    }
  }
  return {};
}

/// Returns the first word if it is an assignment in front of a command, as a
/// shell takes it; else nothing.
std::string_view assignment_in(std::string_view command) {
  const std::size_t equals = command.find('=');
  const std::size_t end = command.find_first_of(" \t");
  if (equals == command.npos || end == command.npos || end < equals) return {};
  const std::string_view name = command.substr(0, equals);
  const auto is_of_name = [](unsigned char c) {
    return c == '_' || std::isalnum(c) != 0;
  };
  const bool is_name = !name.empty() &&
                       std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       std::ranges::all_of(name, is_of_name);
  return is_name ? command.substr(0, end) : std::string_view();
}

void add_signs_of_shell(const std::vector<std::string>& commands,
                        std::vector<std::string>& result) {
  for (const std::string& command : commands) {
    const std::string text = logic::quoted(command);
    if (const auto sign = sign_of_shell(command); !sign.empty()) {
      result.push_back(fmt::format(
          "\"{}\" in {} is passed on as it is, since no shell reads the "
          "command; write sh -c '...' if you mean a shell",
          sign, text));
    } else if (const auto set = assignment_in(command); !set.empty()) {
      result.push_back(fmt::format(
          "\"{}\" in {} is taken for a program, since no shell reads the "
          "command; write env {}",
          set, text, command));
    }
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
  for (const std::string_view option :
       {"observations-in-json", "all-intervals"}) {
    if (has_json || !is_given(option, invocation)) continue;
    result.push_back(
        idle(option, ": there is no JSON report; give -o FILE.json, too"));
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
