#include "runner/formulas/completions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace spl::runner {
namespace {

/// How a shell completes a value.
enum class Completion { kNone, kNames, kFiles, kRevisions, kCommands };

Completion completion_of(const ListedOption& option) {
  if (!option.values.empty()) return Completion::kNames;
  const std::string& value = option.value;
  if (option.is_positional() || value == "PATH" || value == "REPORT") {
    return Completion::kFiles;
  }
  if (value.starts_with("REV") || value.starts_with("GOOD")) {
    return Completion::kRevisions;
  }
  return value.starts_with("CMD") ? Completion::kCommands : Completion::kNone;
}

constexpr std::string_view kReferences =
    "git for-each-ref --format='%(refname:short)' 2>/dev/null";

std::string joined(const std::vector<std::string>& words,
                   std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

/// Returns the first clause of a help, which fits a menu.
std::string summary(const std::string& help) {
  // The clause after "with --guard: " is the first about the option itself.
  const std::size_t from = help.starts_with("with -") ? help.find(": ") + 2 : 0;
  const std::size_t end = std::min(
      {help.find("; "), help.find(" ("), help.find(": ", from), help.size()});
  return help.substr(0, end);
}

/// Puts a backslash before each of the characters.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// --- bash -------------------------------------------------------------------

// Words are compared here: `compgen -W` would execute what is in the name of a
// branch.
constexpr std::string_view kBash =
    R"(# Completes spl-run in bash. Written by spl-run --generate bash.
_spl_run() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD - 1]}}
  # --color=auto is three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]] && ((COMP_CWORD > 1)); then
    option=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  local words=() one
  case $option in
{cases}    *)
      [[ $word == -* ]] || return  # A file.
      words=({options})
      ;;
  esac
  compopt +o default
  for one in "${{words[@]}}"; do
    [[ $one != "$word"* ]] || printf -v COMPREPLY[${{#COMPREPLY[@]}}] %q "$one"
  done
}}
complete -o default -F _spl_run spl-run
)";

/// The branch of `case` for options.
std::string bash_case(const std::vector<std::string>& names,
                      const std::string& command) {
  return fmt::format("    {}){} ;;\n", joined(names, " | "), command);
}

/// Returns the command of a branch, with a blank before it.
std::string bash_command(Completion completion) {
  switch (completion) {
    case Completion::kFiles:
      return " return";
    case Completion::kRevisions:
      return fmt::format(" mapfile -t words < <({})", kReferences);
    case Completion::kCommands:
      return " mapfile -t words < <(compgen -c)";
    default:
      return {};
  }
}

// --- zsh --------------------------------------------------------------------

constexpr std::string_view kZsh = R"zsh(#compdef spl-run
# Completes spl-run in zsh. Written by spl-run --generate zsh.
_spl_run_revisions() {{
  local -a revisions
  revisions=(${{(f)"$({references})"}})
  compadd -a revisions
}}

_arguments -s -S \
{arguments}
)zsh";

std::string zsh_action(const ListedOption& option) {
  switch (completion_of(option)) {
    case Completion::kNames:
      return '(' + joined(option.values, " ") + ')';
    case Completion::kFiles:
      return "_files";
    case Completion::kRevisions:
      return "_spl_run_revisions";
    case Completion::kCommands:
      return "_command_names -e";
    case Completion::kNone:
      break;
  }
  return " ";
}

/// Returns the summary for a text between apostrophes.
std::string zsh_summary(const ListedOption& option) {
  std::string result;
  for (const char c : escaped(summary(option.help), "\\[]:")) {
    result += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return result;
}

/// Returns the words that _arguments takes for an option.
std::string zsh_argument(const ListedOption& option) {
  if (option.is_positional()) return "'*:" + option.name + ":_files'";
  const bool is_repeatable =
      option.help.find("(repeatable)") != std::string::npos;
  const bool takes_all =
      completion_of(option) == Completion::kCommands;  // that follow
  const bool takes_one =
      !option.value.empty() && option.value.find(' ') == std::string::npos;
  // The value follows as a word or after "=".
  const std::string name = option.name + (takes_one ? "=" : "");
  std::string names = name;
  std::string before = is_repeatable ? "'*'" : "";
  if (!option.short_name.empty()) {
    names = '{' + option.short_name + ',' + name + '}';
    if (!is_repeatable) {
      before = "'(" + option.short_name + ' ' + option.name + ")'";
    }
  }
  std::string text = before + names + "'[" + zsh_summary(option) + ']';
  if (!option.value.empty()) {
    // The second word of "REV PATTERN" is a text.
    const std::size_t first = option.value.find(' ');
    text += std::string(takes_all ? ":*" : "") + ':' +
            option.value.substr(0, first) + ':' + zsh_action(option);
    if (first != std::string::npos && !takes_all) {
      text += ':' + option.value.substr(first + 1) + ": ";
    }
  }
  return text + "'";
}

// --- fish -------------------------------------------------------------------

std::string fish_line(const ListedOption& option) {
  std::string text = "complete -c spl-run -l " + option.name.substr(2);
  if (!option.short_name.empty()) text += " -s " + option.short_name.substr(1);
  switch (completion_of(option)) {
    case Completion::kNames:
      text += " -x -a '" + joined(option.values, " ") + '\'';
      break;
    case Completion::kFiles:
      text += " -r -F";
      break;
    case Completion::kRevisions:
      text += " -x -a '(__spl_run_revisions)'";
      break;
    case Completion::kCommands:
      text += " -x -a '(__fish_complete_command)'";
      break;
    case Completion::kNone:
      if (!option.value.empty()) text += " -x";
      break;
  }
  return text + " -d '" + escaped(summary(option.help), "\\'") + "'\n";
}

}  // namespace

std::string bash_completion(const std::vector<ListedOption>& options) {
  std::string cases;
  std::vector<std::string> all;
  std::map<Completion, std::vector<std::string>> others;
  for (const ListedOption& option : options) {
    if (option.is_positional()) continue;
    all.push_back(option.name);
    if (option.value.empty()) continue;
    if (completion_of(option) == Completion::kNames) {
      cases += bash_case({option.name},
                         " words=(" + joined(option.values, " ") + ')');
      continue;
    }
    std::vector<std::string>& likewise = others[completion_of(option)];
    if (!option.short_name.empty()) likewise.push_back(option.short_name);
    likewise.push_back(option.name);
  }
  for (const auto& [completion, names] : others) {
    cases += bash_case(names, bash_command(completion));
  }
  return fmt::format(kBash, fmt::arg("cases", cases),
                     fmt::arg("options", joined(all, " ")));
}

std::string zsh_completion(const std::vector<ListedOption>& options) {
  std::vector<std::string> arguments;
  for (const ListedOption& option : options) {
    arguments.push_back("  " + zsh_argument(option));
  }
  return fmt::format(kZsh, fmt::arg("references", kReferences),
                     fmt::arg("arguments", joined(arguments, " \\\n")));
}

std::string fish_completion(const std::vector<ListedOption>& options) {
  std::string text = fmt::format(
      "# Completes spl-run in fish. Written by spl-run --generate fish.\n"
      "function __spl_run_revisions\n  {}\nend\n\n",
      kReferences);
  for (const ListedOption& option : options) {
    if (!option.is_positional()) text += fish_line(option);
  }
  return text;
}

}  // namespace spl::runner
