#include "runner/formulas/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/formulas/misspelt.hpp"
#include "runner/settings/option_values.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using Words = std::vector<std::string>;

/// Adds an option to what CLI11 knows.
void declare(const Option& option, CLI::App& app) {
  std::string names;
  if (option.letter != 0) names = std::string("-") + option.letter;
  if (option.name.size() > 1) {
    names += (names.empty() ? "--" : ",--") + std::string(option.name);
  }
  if (option.is_flag()) {
    app.add_flag(names);
  } else {
    app.add_option(names)->expected(1)->allow_extra_args(false);
  }
}

/// Returns the arguments in their order, each with the option that it is of.
/// Throws UsageError.
std::vector<TypedPart> read(const Words& arguments) {
  CLI::App app("", "spl-run");
  app.allow_extras();
  app.set_help_flag();
  for (const Option& one : options()) {
    if (one.is_typed()) declare(one, app);
  }
  app.add_option("WORDS")
      ->expected(0, CLI::detail::expected_max_vector_size)
      ->allow_extra_args();
  for (CLI::Option* one : app.get_options()) {
    one->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  try {
    app.parse(Words(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();  // "--runs: 1 required ..."
    throw UsageError(text.substr(0, text.find(':')) + " needs a value");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  const Words unknown = app.remaining();
  if (!unknown.empty()) throw UsageError(answer_to_option(unknown.front()));
  std::vector<TypedPart> result;
  std::map<const CLI::Option*, std::size_t> read;
  for (const CLI::Option* one : app.parse_order()) {
    const Words& values = one->results();
    std::size_t& at = read[one];
    if (at == values.size()) continue;
    std::string name;
    if (!one->get_positional()) {
      name = one->get_lnames().empty() ? one->get_snames().front()
                                       : one->get_lnames().front();
    }
    result.push_back({name, values[at++]});
  }
  return result;
}

/// Reads KEY=VALUE, or the name of a flag. Throws UsageError.
TypedPart read_setting(const std::string& text) {
  const std::size_t sign = text.find('=');
  const std::string name = text.substr(0, sign);
  const Option* option = find_key(name);
  if (option == nullptr) throw UsageError(answer_to_key(name));
  if (sign != std::string::npos) return {name, text.substr(sign + 1)};
  if (option->is_flag()) return {name, "true"};
  throw UsageError(
      fmt::format("-s {} needs a value: -s {}={}", name, name, option->value));
}

bool is_true(const TypedPart& part) {
  try {
    return values::flag("--" + part.option, part.value);
  } catch (const SettingError& error) {
    throw UsageError(error.what());
  }
}

std::size_t number(const TypedPart& part) {
  return static_cast<std::size_t>(values::whole(part.option, part.value, 0));
}

/// Takes a program, or those of a name. Throws UsageError.
void take_program(const std::string& word, CommandLine& line) {
  const auto named = named_program(word);
  if (!named) return line.programs.push_back(word);
  const std::string wrong = wrong_build_name(named->name);
  if (!wrong.empty()) {
    throw UsageError(fmt::format("--program {}: {}", word, wrong));
  }
  if (named->path.empty()) {
    throw UsageError("--program " + word + " names no program after \"=\"");
  }
  line.named_programs[named->name].push_back(named->path);
}

/// What only a call has, and no setting.
void take(const TypedPart& part, CommandLine& line) {
  const std::string& name = part.option;
  if (name == "formula") {
    line.formulas.push_back(part.value);
  } else if (name == "program") {
    take_program(part.value, line);
  } else if (name == "own-program") {
    line.own_programs.push_back(part.value);
  } else if (name == "config") {
    line.config = part.value;
  } else if (name == "C") {
    line.folder = part.value;
  } else if (name == "reason") {
    line.reason = part.value;
  } else if (name == "withdraw") {
    line.withdraw = is_true(part);
  } else if (name == "offline") {
    line.offline = is_true(part);
  } else if (name == "signs-of-life") {
    line.signs_of_life = static_cast<int>(number(part));
  } else if (name == "columns") {
    line.columns = number(part);
  } else if (const Option* option = find_key(name)) {
    if (option->is_flag()) (void)is_true(part);
    line.assignments.push_back({name, part.value});
  }
}

/// Takes the command from the words. Throws UsageError.
const CommandRow& take_command(Words& words) {
  const CommandRow& none = command_of(Mode::kEvaluate);
  if (words.empty()) return none;
  const CommandRow* found =
      words.size() > 1 ? find_command(words[0] + ' ' + words[1]) : nullptr;
  if (found != nullptr) {
    words.erase(words.begin(), words.begin() + 2);
    return *found;
  }
  const std::string parts = parts_of_command(words[0]);
  if (!parts.empty()) {
    throw UsageError(fmt::format("{} takes {}; spl-run {} --help explains it",
                                 words[0], parts, words[0]));
  }
  found = find_command(words[0]);
  if (found == nullptr) return none;
  words.erase(words.begin());
  return *found;
}

[[noreturn]] void refuse_lack(const CommandRow& command) {
  throw UsageError(fmt::format("{} takes {}: spl-run {}", command.name,
                               command.takes, command.example));
}

/// Takes the commands that are compared; ranks more than two.
void take_compared(const CommandRow& command, const Words& words,
                   CommandLine& line) {
  if (words.size() < 2) refuse_lack(command);
  line.commands = words;
  try {
    line.subject = joined_calls(words, ", ");
  } catch (const WordError& error) {
    throw UsageError(std::string("compare: ") + error.what());
  }
  if (words.size() > 2) line.mode = Mode::kRank;
}

/// Takes the line from FILE:LINE; returns 0 without one.
std::size_t take_line(std::string& word) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string::npos || colon == 0) return 0;
  const std::string number = word.substr(colon + 1);
  constexpr std::size_t kMost = 9;  // Digits.
  const bool is_line =
      !number.empty() && number.size() <= kMost && number.front() != '0' &&
      number.find_first_not_of("0123456789") == std::string::npos;
  if (!is_line) return 0;
  word.resize(colon);
  return std::stoul(number);
}

/// Takes what the command is about, and files. Throws UsageError.
void take_words(const CommandRow& command, Words words, CommandLine& line) {
  if (command.mode == Mode::kCompare)
    return take_compared(command, words, line);
  const auto taken =
      command.takes.empty() ? 0 : 1 + std::ranges::count(command.takes, ' ');
  for (std::ptrdiff_t i = 0; i < taken; ++i) {
    if (words.empty() || words.front().empty()) refuse_lack(command);
    (i == 0 ? line.subject : line.pattern) = words.front();
    words.erase(words.begin());
  }
  if (!words.empty() && !kWithFormulas.contains(command.mode)) {
    throw UsageError(fmt::format("{} evaluates no formulas; leave out {}",
                                 command.name, words.front()));
  }
  for (std::string& word : words) line.lines.push_back(take_line(word));
  line.files = std::move(words);
}

void require_one_detail(const CommandLine& line) {
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(
        line.typed, [&](const TypedPart& one) { return one.option == name; });
  };
  if (!has("quiet") || !has("verbose")) return;
  throw UsageError("--quiet and --verbose exclude each other");
}

/// Throws UsageError for a report that the command does not write.
void require_report(const std::string& value, const CommandRow& command) {
  Output output;
  try {
    output = parse_output(value);
  } catch (const SettingError& error) {
    throw UsageError(error.what());
  }
  const OutputFormat& format = *find_format(output.format);
  if (format.modes.contains(command.mode)) return;
  throw UsageError(
      fmt::format("-o {} does not go with {}, {}; leave it out", value,
                  command.mode == Mode::kEvaluate ? "the evaluation of formulas"
                                                  : command.name,
                  format.why));
}

/// Returns the names of the commands that take an option, if they are few.
std::string takers(const Option& option) {
  std::string names;
  std::size_t count = 0;
  for (const CommandRow& one : commands()) {
    if (!option.modes.contains(one.mode)) continue;
    if (++count > 2) return {};
    names += (names.empty() ? "" : " and ") + std::string(one.name);
  }
  return names;
}

/// Throws UsageError for an option that the command does not take.
void require_options_of(const CommandRow& command, const CommandLine& line) {
  for (const TypedPart& one : line.typed) {
    if (one.option.empty()) continue;
    const Option& option = *find_option(one.option);
    if (one.option == "output" && option.modes.contains(command.mode)) {
      require_report(one.value, command);
    }
    if (option.modes.contains(command.mode)) continue;
    const std::string names = takers(option);
    const std::string shown = shown_option(one.option);
    if (!names.empty()) {
      throw UsageError(
          fmt::format("{} goes with {}; leave it out, or write "
                      "spl-run {} first",
                      shown, names, names.substr(0, names.find(" and "))));
    }
    throw UsageError(fmt::format("{} does not go with {}, {}; leave it out",
                                 shown, command.name, command.why));
  }
}

void check_acceptance(const CommandLine& line) {
  if (line.mode != Mode::kAccept) return;
  if (line.withdraw && !line.reason.empty()) {
    throw UsageError(
        "--withdraw takes back what was accepted, and --reason accepts; leave "
        "one of them out");
  }
  if (line.reason.empty() && !line.withdraw) {
    throw UsageError(
        "history accept needs a reason, which reports show; give --reason "
        "TEXT");
  }
}

/// Returns the text that is asked for; empty if none is.
std::string text_of(const std::vector<TypedPart>& parts, const Words& words) {
  for (const TypedPart& one : parts) {
    if (one.option == "version" && is_true(one)) {
      return std::string("spl-run ") + kSplVersion + '\n';
    }
    if (one.option == "help" && is_true(one)) return help_of_call(words);
  }
  if (words.empty() || words.front() != "help") return {};
  return help_of_words({words.begin() + 1, words.end()});
}

}  // namespace

CommandLine parse_command_line(const Words& arguments) {
  CommandLine line;
  const auto files = std::ranges::find(arguments, "--");
  std::vector<TypedPart> parts = read({arguments.begin(), files});
  Words words;
  for (const TypedPart& one : parts) {
    if (one.option.empty()) words.push_back(one.value);
  }
  line.text = text_of(parts, words);
  if (!line.text.empty()) {
    line.mode = Mode::kHelp;
    return line;
  }
  const CommandRow& command = take_command(words);
  line.mode = command.mode;
  line.command = command.name;
  if (files != arguments.end()) {  // What follows is no option.
    words.insert(words.end(), files + 1, arguments.end());
  }
  for (TypedPart& one : parts) {
    if (one.option.empty()) continue;
    if (one.option == "set") one = read_setting(one.value);
    if (one.option == "json") one = {"output", "json:" + one.value};
    take(one, line);
    line.typed.push_back(one);
  }
  for (const std::string& one : words) line.typed.push_back({"", one});
  take_words(command, words, line);
  require_one_detail(line);
  require_options_of(command_of(line.mode), line);
  check_acceptance(line);
  return line;
}

namespace {

bool has(const std::string& text, char one) {
  return text.find(one) != std::string::npos;
}

bool can_be_written(const std::string& text) {
  return !(has(text, '"') && has(text, '\'')) &&
         std::ranges::none_of(
             text, [](unsigned char one) { return std::iscntrl(one) != 0; });
}

/// The same words with backslashes in place of quotes, where that is needed.
std::string without_quotes(const std::string& command) {
  std::string result;
  for (const std::string& word : command_words(command)) {
    if (!result.empty()) result += ' ';
    if (word.empty()) result += "\"\"";
    for (const char one : word) {
      const bool is_plain =
          std::isalnum(static_cast<unsigned char>(one)) != 0 ||
          static_cast<unsigned char>(one) >= 0x80 ||
          std::string_view("_-./=:,+@%").find(one) != std::string_view::npos;
      if (!is_plain) result += '\\';
      result += one;
    }
  }
  return result;
}

}  // namespace

std::string written_call(const std::string& command) {
  if (command_words(command).empty()) throw WordError("no words");
  std::string text = command;
  if (!can_be_written(text)) text = without_quotes(command);
  if (!can_be_written(text)) {
    throw WordError(
        "both kinds of quotes in its words, or a line break; write it into a "
        "script, or as a list of words into \"commands\" of spl.json");
  }
  const char quote = has(text, '"') ? '\'' : '"';
  return std::string("command(") + quote + text + quote + ')';
}

std::string joined_calls(const std::vector<std::string>& commands,
                         const std::string& sign) {
  std::set<std::string> known;
  std::string result;
  for (std::string command : commands) {
    try {
      while (!known.insert(written_call(command)).second) command += ' ';
      result += (result.empty() ? "" : sign) + written_call(command);
    } catch (const WordError& error) {
      throw WordError("the command " + command + " has " + error.what());
    }
  }
  return result;
}

}  // namespace spl::runner
