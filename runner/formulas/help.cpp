#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runner/formulas/command_line.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/options.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

using Group = Option::Group;

constexpr std::size_t kWidth = 79;

constexpr std::string_view kBeginning =
    R"(spl-run measures what performance formulas compare, and decides if they hold.

Usage: spl-run [OPTIONS] [FILE[:LINE] | FOLDER]...    .spl files, C++ sources
       spl-run COMMAND [OPTIONS] ...                 COMMAND --help explains it

  spl-run -p build/bench -e 'parse(100) <= 5 * parse(10)'
  spl-run guard                                  is anything slower than on main?

Commands:
  init check list plan   write spl.json; check names; list; forecast time
  guard                  compare every workload with the baseline
  bisect audit           find the commit that made it slower; or all such commits
  times compare rank     list times; compare commands; rank alternatives
  explain                list the functions that differ, by Valgrind
  history cache          what earlier runs measured; what is kept of builds
  document doctor        write a page; see how much this machine can tell
  help WORD              a command, a key, or a word of a report
  for papers: sensitivity portability
)";

constexpr std::string_view kEnd = R"(
Settings: spl.json ("max-runs": 20), SPL_MAX_RUNS=20, -s max-runs=20
Exit: 0 all hold, 1 violated, 2 usage, 3 not measured, 4 undecided
)";

constexpr Group kGroups[] = {Group::kOne, Group::kWhat, Group::kHow,
                             Group::kEverywhere};

std::string_view heading(Group group) {
  switch (group) {
    case Group::kWhat:
      return "What to evaluate:";
    case Group::kHow:
      return "How:";
    case Group::kEverywhere:
      return "Everywhere:";
    default:
      return "Options:";
  }
}

std::string names_of(const Option& option) {
  std::string text = option.letter == 0 ? std::string("    ")
                                        : fmt::format("-{}", option.letter);
  if (option.name.size() > 1) {
    text += fmt::format("{}--{}", option.letter == 0 ? "" : ", ", option.name);
  }
  if (!option.value.empty()) text += fmt::format(" {}", option.value);
  return text;
}

/// Returns the options of a group that a command takes.
std::string options_text(Group group, Mode mode) {
  std::string text;
  for (const Option& one : options()) {
    if (one.group != group || !one.modes.contains(mode)) continue;
    text += fmt::format("  {:<24}  {}\n", names_of(one), one.help);
  }
  return text.empty() ? "" : fmt::format("{}\n{}", heading(group), text);
}

std::string main_help() {
  std::string text(kBeginning);
  for (const Group one : kGroups) {
    if (one != Group::kOne) text += options_text(one, Mode::kEvaluate);
  }
  return text + std::string(kEnd);
}

std::string command_help(const CommandRow& command) {
  const std::string space = command.takes.empty() ? "" : " ";
  const bool has_files = kWithFormulas.contains(command.mode);
  std::string text = fmt::format(
      "spl-run {} {}.\n\nUsage: spl-run {} [OPTIONS]{}{}{}\n\n  spl-run {}\n\n",
      command.name, command.summary, command.name, space, command.takes,
      has_files ? " [FILE[:LINE] | FOLDER]..." : "", command.example);
  if (!command.more.empty()) text += fmt::format("{}\n\n", command.more);
  if (command.mode == Mode::kHelp) return text;
  for (const Group one : kGroups) text += options_text(one, command.mode);
  return text;
}

/// Returns the help of the commands whose first word it is.
std::string help_of_family(std::string_view word) {
  std::string text;
  for (const CommandRow& one : commands()) {
    if (!one.name.starts_with(fmt::format("{} ", word))) continue;
    text += fmt::format("  spl-run {} {}\n      {}\n", one.name, one.takes,
                        one.summary);
  }
  if (text.empty()) return {};
  return fmt::format("spl-run {} COMMAND; each has --help.\n\n{}", word, text);
}

std::string in_lines(std::string_view words, std::size_t indent) {
  std::string text(indent, ' ');
  std::size_t column = indent;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (column > indent && column + 1 + end > kWidth) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      text += ' ';
      ++column;
    }
    text += words.substr(0, end);
    column += end;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return text + '\n';
}

std::string keys_help() {
  std::string text =
      "Keys of spl.json, of SPL_KEY in the environment and of -s KEY=VALUE; "
      "those\nwith * also of `set` in formula files. spl-run help KEY says "
      "more.\n\n";
  for (const Option& one : options()) {
    if (!one.is_key()) continue;
    text += fmt::format("  {:<24}{} {}\n", one.name,
                        one.reach == Option::Reach::kSet ? '*' : ' ',
                        one.is_flag() ? "true or false" : one.value);
  }
  return text;
}

std::string key_help(const Option& option) {
  const std::string value(option.is_flag() ? "true" : option.value);
  std::string text = fmt::format(
      "{}: {}\n\n  spl.json     \"{}\": \"{}\"\n  environment  {}={}\n",
      option.name, option.help, option.name, value,
      environment_name(option.name), value);
  if (option.reach == Option::Reach::kSet) {
    text += fmt::format("  formulas     set {} = {}\n", option.name, value);
  }
  return text +
         fmt::format("  spl-run      {}\n",
                     fmt::join(words_of_option(option.name, value), " "));
}

/// Returns a text of docs/words.md without Markdown.
std::string plain(std::string_view markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const bool is_link = markdown[i] == ']' && markdown.substr(i + 1, 1) == "(";
    if (is_link) i = std::min(markdown.find(')', i), markdown.size());
    const bool is_mark =
        i < markdown.size() &&
        std::string_view("*[]`").find(markdown[i]) != std::string_view::npos;
    if (i < markdown.size() && !is_link && !is_mark) text += markdown[i];
  }
  return text;
}

/// A row of the table of docs/words.md.
struct Row {
  std::string words;  ///< "typical calls, all calls".
  std::string meaning;
};

std::vector<Row> rows() {
  std::vector<Row> result;
  std::string_view page = kWordsPage;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    const std::string_view line = page.substr(0, end);
    page.remove_prefix(std::min(end + 1, page.size()));
    const std::size_t bar = line.find(" | ");
    if (!line.starts_with("| *") || bar == line.npos) continue;
    const std::size_t last = line.rfind(" |");
    result.push_back({plain(line.substr(2, bar - 2)),
                      plain(line.substr(bar + 3, last - bar - 3))});
  }
  return result;
}

bool has_word(const std::string& words, const std::string& word) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(", ", at), words.size());
    if (words.substr(at, end - at) == word) return true;
    at = end + 2;
  }
  return false;
}

/// Returns the row of a word, in the plural too, or of a word it explains.
std::string word_help(const std::string& word) {
  const std::vector<Row> all = rows();
  const std::string singular =
      word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
  for (const Row& one : all) {
    if (has_word(one.words, word) || has_word(one.words, singular)) {
      return fmt::format("{}\n{}", one.words, in_lines(one.meaning, 2));
    }
  }
  for (const Row& one : all) {
    if (one.meaning.find(word) == std::string::npos) continue;
    return fmt::format("{}\n{}", one.words, in_lines(one.meaning, 2));
  }
  return {};
}

[[noreturn]] void refuse(const std::string& word) {
  std::vector<std::string> known;
  for (const CommandRow& one : commands()) known.emplace_back(one.name);
  for (const Option& one : options()) {
    if (one.is_key()) known.emplace_back(one.name);
  }
  for (const Row& one : rows()) known.push_back(one.words);
  throw UsageError(fmt::format("there is no help about \"{}\"{}", word,
                               logic::did_you_mean(word, known)));
}

std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '-' || c == '\\') result += '\\';
    result += c == '\\' ? 'e' : c;
  }
  return result;
}

/// Returns the sections of the manual page about commands, options and keys.
std::string manual() {
  std::string text = ".SH COMMANDS\n";
  for (const CommandRow& one : commands()) {
    text += fmt::format(".TP\n\\fBspl\\-run {}\\fR \\fI{}\\fR\n{}.\n",
                        roff(one.name), roff(one.takes), roff(one.summary));
  }
  text += ".SH OPTIONS\n";
  for (const Option& one : options()) {
    if (!one.is_typed() || one.group == Group::kHidden) continue;
    std::string_view names_and_value;
    const std::string names = names_of(one);
    names_and_value = names;
    names_and_value.remove_prefix(names.find('-'));
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(names_and_value),
                        roff(one.help));
  }
  text += ".SH KEYS\n";
  for (const Option& one : options()) {
    if (one.is_typed()) continue;
    text += fmt::format(".TP\n\\fB{}\\fR \\fI{}\\fR\n{}\n", roff(one.name),
                        roff(one.value), roff(one.help));
  }
  return text;
}

/// Returns what shells complete: options and commands, a line each.
std::string completions() {
  std::string text;
  for (const Option& one : options()) {
    if (!one.is_typed() || one.group == Group::kHidden) continue;
    if (one.name.size() > 1) text += fmt::format("--{}\n", one.name);
  }
  std::string_view before;
  for (const CommandRow& one : commands()) {
    const std::string_view word = one.name.substr(0, one.name.find(' '));
    if (!word.empty() && word != before) text += fmt::format("{}\n", word);
    before = word;
  }
  return text;
}

}  // namespace

std::string help_of_call(const std::vector<std::string>& words) {
  for (const std::size_t count : {std::size_t{2}, std::size_t{1}}) {
    if (words.size() < count) continue;
    const std::string name = fmt::format(
        "{}",
        fmt::join(words.begin(),
                  words.begin() + static_cast<std::ptrdiff_t>(count), " "));
    if (const CommandRow* found = find_command(name))
      return command_help(*found);
    if (std::string text = help_of_family(name); !text.empty()) return text;
  }
  return main_help();
}

std::string help_of_words(const std::vector<std::string>& words) {
  if (words.empty()) return main_help();
  const std::string word = fmt::format("{}", fmt::join(words, " "));
  if (word == "keys") return keys_help();
  if (word == "manual-page") return manual();
  if (word == "completions") return completions();
  if (find_command(word) != nullptr || !help_of_family(word).empty()) {
    return help_of_call(words);
  }
  if (const Option* key = find_key(word)) return key_help(*key);
  if (std::string text = word_help(word); !text.empty()) return text;
  refuse(word);
}

}  // namespace spl::runner
