#include "runner/formulas/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "runner/formulas/compared_commands.hpp"
#include "runner/formulas/help_text.hpp"
#include "runner/formulas/listed_options.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/version.hpp"
#include "runner/system/command_words.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/logic/quoted.hpp"

namespace spl::runner {
namespace {

/// Returns `-x` for options that have a short form.
std::string short_form(std::string_view name) {
  if (name == "program") return "-p,";
  if (name == "filter") return "-f,";
  if (name == "quiet") return "-q,";
  if (name == "verbose") return "-v,";
  return {};
}

CLI::Option* declared(CLI::App& app, const Option& option,
                      const std::string& names, CommandLine& line) {
  const std::string name(option.name);
  if (option.value.empty()) {
    return app.add_flag_function(names, [&line, name](std::int64_t value) {
      // --NAME=false counts below 0.
      line.assignments.push_back({name, value > 0 ? "true" : "false"});
    });
  }
  if (name == "program") {
    return app.add_option(names, line.programs)->allow_extra_args(false);
  }
  if (name == "data") {
    return app
        .add_option_function<std::vector<std::string>>(
            names,
            [&line, name](const std::vector<std::string>& values) {
              for (const std::string& value : values) {
                line.assignments.push_back({name, value});
              }
            })
        ->allow_extra_args(false);
  }
  return app
      .add_option_function<std::string>(
          names,
          [&line, name](const std::string& value) {
            line.assignments.push_back({name, value});
          })
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void declare(CLI::App& app, const Option& option, CommandLine& line) {
  const std::string names =
      short_form(option.name) + "--" + std::string(option.name);
  CLI::Option* made = declared(app, option, names, line);
  made->description(std::string(option.help));
  made->group(std::string(heading(option.topic)));
  if (!option.value.empty()) made->type_name(std::string(option.value));
}

[[noreturn]] void refuse_unknown(const CLI::App& app,
                                 const std::string& argument) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  const std::string name = argument.substr(0, argument.find('='));
  throw UsageError("unknown option " + name + logic::did_you_mean(name, names));
}

constexpr const char* kCompare = "--compare";

/// Takes the words after --compare, which are commands, from the others.
void take_commands(std::vector<std::string>& arguments, CommandLine& line) {
  const auto files = std::find(arguments.begin(), arguments.end(), "--");
  const auto found = std::find(arguments.begin(), files, kCompare);
  if (found == files) return;
  line.commands.assign(found + 1, arguments.end());
  arguments.erase(found, arguments.end());
  if (line.commands.size() < 2) {
    throw UsageError(
        "--compare takes two or more commands: spl-run --compare "
        "'./a x' './b x'");
  }
  for (const std::string& one : line.commands) {
    if (!one.starts_with('-')) continue;
    throw UsageError("all words after --compare are commands, and " + one +
                     " is none; give options before it");
  }
}

/// Ranks more than two commands.
void choose_comparison(CommandLine& line) {
  if (line.mode != Mode::kCompare) return;
  try {
    const std::string ranked = joined_calls(line.commands, ", ");
    if (line.commands.size() == 2) return;
    line.mode = Mode::kRank;
    line.rank = ranked;
  } catch (const WordError& error) {
    throw UsageError(std::string("--compare: ") + error.what());
  }
}

/// The flags without a value.
struct Flags {
  bool help = false;
  bool version = false;
  bool check = false;
  bool list = false;
  bool cache = false;
  bool plan = false;
  bool self_test = false;
  bool guard = false;
  bool times = false;
};

/// Flags that exclude one another, since only the last would count.
constexpr std::pair<const char*, const char*> kOpposites[] = {
    {"--quiet", "--verbose"}};

Mode mode_of(const CommandLine& line, const Flags& flags) {
  const std::pair<bool, Mode> modes[] = {
      {flags.check, Mode::kCheck},
      {flags.list, Mode::kList},
      {flags.cache, Mode::kListCache},
      {flags.plan, Mode::kPlan},
      {flags.self_test, Mode::kSelfTest},
      {flags.guard, Mode::kGuard},
      {flags.times, Mode::kTimes},
      {!line.history_of.empty(), Mode::kHistoryOf},
      {!line.audit.empty(), Mode::kAudit},
      {!line.accepted.empty(), Mode::kAccept},
      {!line.store_import.empty(), Mode::kImport},
      {!line.store_export.empty(), Mode::kExport},
      {!line.prune_age.empty(), Mode::kPrune},
      {!line.good.empty(), Mode::kBisect},
      {!line.commands.empty(), Mode::kCompare},
      {!line.rank.empty(), Mode::kRank},
      {!line.sensitivity.empty(), Mode::kSensitivity}};
  Mode chosen = Mode::kEvaluate;
  for (const auto& [is_asked, mode] : modes) {
    if (!is_asked) continue;
    if (chosen != Mode::kEvaluate) {
      throw UsageError(fmt::format("--{} and --{} exclude each other",
                                   mode_name(chosen), mode_name(mode)));
    }
    chosen = mode;
  }
  const bool formulas = !line.formulas.empty() || !line.files.empty();
  constexpr Mode kWithFormulas[] = {Mode::kEvaluate, Mode::kCheck, Mode::kList,
                                    Mode::kPlan, Mode::kBisect};
  const bool takes_formulas =
      std::find(std::begin(kWithFormulas), std::end(kWithFormulas), chosen) !=
      std::end(kWithFormulas);
  if (formulas && !takes_formulas) {
    throw UsageError(fmt::format("--{} evaluates no formulas; give none",
                                 mode_name(chosen)));
  }
  return chosen;
}

/// Adds options that say what to do, in their group of the help.
struct DoingOptions {
  CLI::App& app;
  std::string group = std::string(heading(Option::Topic::kDoing));

  void flag(const char* name, bool& value, const char* help) const {
    app.add_flag(name, value, help)->group(group);
  }
  void option(const char* name, std::string& value, const char* type,
              const char* help) const {
    app.add_option(name, value, help)->type_name(type)->group(group);
  }
};

/// Adds the options that measure or read something else than formulas.
void declare_modes(const DoingOptions& add, CommandLine& line, Flags& flags) {
  add.flag("--check", flags.check,
           "read formulas and bind all names; measure nothing");
  add.flag("--offline", line.offline,
           "with --check: execute nothing, so that names of workloads stay "
           "unchecked");
  add.flag("--list", flags.list,
           "list formulas, and workloads with their parameters");
  add.flag("--list-cache", flags.cache,
           "list the built programs of revisions that are kept");
  add.flag(
      "--plan", flags.plan,
      "make a pilot only, or none with --data: report counts, time and the "
      "change that would show");
  add.flag(
      "--self-test", flags.self_test,
      "compare identical code: report false alarms and the change that shows "
      "on this machine");
  add.flag("--guard", flags.guard,
           "compare every workload with @baseline: none may be slower");
  add.flag("--times", flags.times,
           "measure every workload for its declared values");
  // Its words have been taken before: here is what the help says.
  add.app
      .add_option(
          kCompare, line.commands,
          "compare commands, each a single word: the faster one, or with "
          "more than two a ranking; all words that follow are commands")
      ->type_name("CMD CMD...")
      ->group(add.group);
  add.option("--bisect", line.good, "GOOD",
             "find the commit after this one, up to --rev or HEAD, at which a "
             "formula stops holding");
  add.option(
      "--rank", line.rank, "TEXT",
      "rank performances, with commas between, by analysis of variance and "
      "Tukey's HSD");
  add.option(
      "--sensitivity", line.sensitivity, "SCALE",
      "report how often each interpretation sees a change by this factor "
      "in the observations of --data");
  add.option("--portability", line.portability, "REPORT",
             "compare ratios with those of another machine's JSON report");
  add.option(
      "--document", line.document, "PATH",
      "write a page in Markdown about the functions that formulas in C++ "
      "sources document");
  add.option("--history-of", line.history_of, "TEXT",
             "report how a performance changed from commit to commit, by the "
             "store, relative to --reference");
  add.option(
      "--audit", line.audit, "GOOD..BAD",
      "measure these commits, and find those that changed a workload: "
      "confirmed by blocks of their own; goes on where it was interrupted");
}

/// Adds the options that change the store or print about spl-run itself.
void declare_store_modes(const DoingOptions& add, CommandLine& line,
                         Flags& flags) {
  add.app
      .add_option("--accept", line.accepted,
                  "keep in the store that this commit changes the workloads of "
                  "the pattern as intended, for --audit, --history-of and "
                  "--guard")
      ->expected(2)
      ->type_name("REV PATTERN")
      ->group(add.group);
  add.option("--reason", line.reason, "TEXT", "why --accept does so");
  add.flag("--withdraw", line.withdraw,
           "take back what --accept kept of this commit and pattern");
  add.option("--import", line.store_import, "PATH",
             "add what another store has to the store of --history");
  add.option("--export", line.store_export, "PATH",
             "write the store of --history to a single file");
  add.option("--prune", line.prune_age, "AGE",
             "remove what the store has of experiments older than this (90d)");
  add.flag("-h,--help", flags.help, "print this text");
  add.flag("--version", flags.version, "print the version");
}

void declare_texts(CLI::App& app, CommandLine& line) {
  const std::string group(heading(Option::Topic::kFormulas));
  app.add_option("FORMULAS", line.files,
                 "formula files (.spl), C++ files with formulas in "
                 "attributes, and folders of these (default: what the project "
                 "file names)")
      ->group(group);
  app.add_option("-e,--formula", line.formulas,
                 "evaluate this formula (repeatable)")
      ->type_name("TEXT")
      ->group(group)
      ->allow_extra_args(false);
  app.add_option("-c,--config", line.config,
                 "the project file (default: spl.json, searched from the first "
                 "formula file upwards, then from the current folder upwards)")
      ->type_name("PATH")
      ->group(group);
  // For the adapters of tests and builds.
  app.add_option("--signs-of-life", line.signs_of_life)->group("");
  app.add_option("--columns", line.columns)->group("");
  app.add_option("--own-program", line.own_programs)
      ->group("")
      ->allow_extra_args(false);
}

/// Checks the value of a flag in `--NAME=VALUE`; CLI11 would show the message
/// of its reader of numbers.
void require_flag_value(const CLI::App& app, const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (!argument.starts_with("--") || equals == std::string::npos) return;
  const std::string name = argument.substr(0, equals);
  const std::string value = argument.substr(equals + 1);
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr || option->get_items_expected_max() != 0) return;
  if (value == "true" || value == "false") return;
  throw UsageError(name + " takes true or false, not \"" + value + '"');
}

/// Parses all arguments before "--".
void parse(CLI::App& app, std::vector<std::string> arguments) {
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();  // "--alpha: 1 required ..."
    throw UsageError(text.substr(0, text.find(':')) + " needs a value");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const std::string& extra : app.remaining()) refuse_unknown(app, extra);
}

/// Takes the programs with a name out of the others.
void take_named_programs(CommandLine& line) {
  std::vector<std::string> unnamed;
  for (const std::string& word : line.programs) {
    const auto named = named_program(word);
    if (!named) {
      unnamed.push_back(word);
      continue;
    }
    const std::string wrong = wrong_build_name(named->name);
    if (!wrong.empty()) {
      throw UsageError(fmt::format("--program {}: {}", word, wrong));
    }
    if (named->path.empty()) {
      throw UsageError("--program " + word + " names no program after \"=\"");
    }
    line.named_programs[named->name].push_back(named->path);
  }
  line.programs = std::move(unnamed);
}

void check_acceptance(const CommandLine& line) {
  if (line.accepted.empty()) {
    if (line.reason.empty() && !line.withdraw) return;
    throw UsageError(std::string(line.withdraw ? "--withdraw" : "--reason") +
                     " goes with --accept; leave it out, or name a commit and "
                     "a pattern by --accept");
  }
  for (const std::string& one : line.accepted) {
    if (!one.empty()) continue;
    throw UsageError("--accept needs a commit and a pattern of workloads");
  }
  if (line.withdraw && !line.reason.empty()) {
    throw UsageError(
        "--withdraw takes back what was accepted, and --reason accepts; leave "
        "one of them out");
  }
  if (line.reason.empty() && !line.withdraw) {
    throw UsageError(
        "--accept needs a reason, which reports show; give --reason TEXT");
  }
}

void check(const CLI::App& app, const CommandLine& line, const Flags& flags) {
  for (const auto& [name, value] : {std::pair{"--bisect", &line.good},
                                    {"--rank", &line.rank},
                                    {"--sensitivity", &line.sensitivity},
                                    {"--portability", &line.portability},
                                    {"--document", &line.document},
                                    {"--history-of", &line.history_of},
                                    {"--audit", &line.audit},
                                    {"--reason", &line.reason},
                                    {"--import", &line.store_import},
                                    {"--export", &line.store_export},
                                    {"--prune", &line.prune_age}}) {
    if (app.count(name) > 0 && value->empty()) {
      throw UsageError(std::string(name) + " needs a value that is not empty");
    }
  }
  check_acceptance(line);
  if (line.offline && !flags.check) {
    throw UsageError("--offline goes with --check");
  }
  for (const auto& [one, other] : kOpposites) {
    if (app.count(one) == 0 || app.count(other) == 0) continue;
    throw UsageError(std::string(one) + " and " + std::string(other) +
                     " exclude each other");
  }
}

}  // namespace

std::string_view mode_name(Mode mode) {
  constexpr std::string_view kNames[] = {
      "",        "check",       "list",   "plan",   "self-test",
      "rank",    "sensitivity", "bisect", "guard",  "times",
      "compare", "list-cache",  "import", "export", "audit",
      "accept",  "history-of",  "prune",  "help",   "version"};
  return kNames[static_cast<std::size_t>(mode)];
}

CommandLine parse_command_line(const std::vector<std::string>& all,
                               std::size_t width) {
  CommandLine line;
  line.arguments = all;
  std::vector<std::string> arguments = all;
  take_commands(arguments, line);
  CLI::App app(kPurpose, "spl-run");
  app.allow_extras();
  app.set_help_flag();
  Flags flags;
  const DoingOptions doing{app};
  declare_modes(doing, line, flags);
  declare_store_modes(doing, line, flags);
  declare_texts(app, line);
  for (const Option& option : options()) declare(app, option, line);
  const auto files = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> options_and_files(arguments.begin(), files);
  for (const std::string& one : options_and_files) require_flag_value(app, one);
  parse(app, options_and_files);
  if (files != arguments.end()) {  // What follows is no option.
    line.files.insert(line.files.end(), files + 1, arguments.end());
  }
  check(app, line, flags);
  take_named_programs(line);
  if (flags.help) line.text = help_text(listed_options(app), width);
  if (flags.version) line.text = std::string("spl-run ") + kSplVersion + '\n';
  line.mode = flags.help      ? Mode::kHelp
              : flags.version ? Mode::kVersion
                              : mode_of(line, flags);
  choose_comparison(line);
  return line;
}

}  // namespace spl::runner
