#include "runner/formulas/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "runner/settings/options.hpp"
#include "runner/settings/version.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

/// `-x` for the options that have a short form.
std::string short_form(std::string_view name) {
  if (name == "program") return "-p,";
  if (name == "filter") return "-f,";
  if (name == "quiet") return "-q,";
  if (name == "verbose") return "-v,";
  return {};
}

void declare(CLI::App& app, const Option& option, CommandLine& line) {
  const std::string name(option.name);
  const std::string names = short_form(name) + "--" + name;
  const std::string help(option.help);
  if (option.value.empty()) {
    app.add_flag_function(
        names,
        [&line, name](std::int64_t value) {  // Below 0 for --NAME=false.
          line.assignments.push_back({name, value > 0 ? "true" : "false"});
        },
        help);
  } else if (name == "program") {
    app.add_option(names, line.programs, help)
        ->type_name(std::string(option.value))
        ->allow_extra_args(false);
  } else if (name == "data") {
    app.add_option_function<std::vector<std::string>>(
           names,
           [&line, name](const std::vector<std::string>& values) {
             for (const std::string& value : values) {
               line.assignments.push_back({name, value});
             }
           },
           help)
        ->type_name(std::string(option.value))
        ->allow_extra_args(false);
  } else {
    app.add_option_function<std::string>(
           names,
           [&line, name](const std::string& value) {
             line.assignments.push_back({name, value});
           },
           help)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->type_name(std::string(option.value));
  }
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

/// What was asked for by flags without a value.
struct Flags {
  bool help = false;
  bool version = false;
  bool check = false;
  bool list = false;
  bool cache = false;
  bool plan = false;
  bool self_test = false;
};

Mode mode_of(const CommandLine& line, const Flags& flags) {
  const std::pair<bool, std::pair<Mode, std::string_view>> modes[] = {
      {flags.check, {Mode::kCheck, "--check"}},
      {flags.list, {Mode::kList, "--list"}},
      {flags.cache, {Mode::kListCache, "--list-cache"}},
      {flags.plan, {Mode::kPlan, "--plan"}},
      {flags.self_test, {Mode::kSelfTest, "--self-test"}},
      {!line.good.empty(), {Mode::kBisect, "--bisect"}},
      {!line.rank.empty(), {Mode::kRank, "--rank"}},
      {!line.sensitivity.empty(), {Mode::kSensitivity, "--sensitivity"}}};
  std::pair<Mode, std::string_view> chosen{Mode::kEvaluate, ""};
  for (const auto& [asked, mode] : modes) {
    if (!asked) continue;
    if (!chosen.second.empty()) {
      throw UsageError(std::string(chosen.second) + " and " +
                       std::string(mode.second) + " exclude each other");
    }
    chosen = mode;
  }
  const bool formulas = !line.formulas.empty() || !line.files.empty();
  if (formulas &&
      (chosen.first == Mode::kRank || chosen.first == Mode::kSensitivity ||
       chosen.first == Mode::kListCache || chosen.first == Mode::kSelfTest)) {
    throw UsageError(std::string(chosen.second) +
                     " evaluates no formulas; give none");
  }
  return chosen.first;
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  line.arguments = arguments;
  CLI::App app(
      "Evaluates performance formulas: measures what they compare, in clean "
      "processes, and decides.",
      "spl-run");
  app.allow_extras();
  app.set_help_flag();
  Flags flags;
  app.add_option("FORMULAS", line.files,
                 "formula files (.spl), C++ files with formulas in attributes "
                 "and folders of them; default: the project file's");
  app.add_option("-e,--formula", line.formulas,
                 "a formula given here (repeatable)")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  app.add_option("-c,--config", line.config,
                 "the project file; default: spl.json, searched from the first "
                 "formula file upwards, then from here")
      ->type_name("PATH");
  app.add_flag("--check", flags.check,
               "parse and bind everything, measure nothing");
  app.add_flag("--no-programs", line.no_programs,
               "--check executes nothing: names of workloads stay unchecked");
  app.add_flag("--list", flags.list,
               "formulas and workloads with their parameters");
  app.add_flag("--list-cache", flags.cache,
               "programs that were built of revisions and are kept");
  app.add_flag("--plan", flags.plan,
               "pilot runs only: counts, detectable change, time");
  app.add_flag("--self-test", flags.self_test,
               "identical code against itself: false alarms and detectable "
               "change on this machine, of a workload of its own and of those "
               "of -p");
  app.add_option("--bisect", line.good,
                 "the first commit after this one, up to --rev or HEAD, at "
                 "which a formula stops holding")
      ->type_name("GOOD");
  app.add_flag("--resume", line.resume,
               "go on with the same --bisect where it was interrupted");
  app.add_option("--rank", line.rank,
                 "two or more performances, comma separated: analysis of "
                 "variance and Tukey's HSD")
      ->type_name("TEXT");
  app.add_option("--sensitivity", line.sensitivity,
                 "how often each interpretation sees a change by this factor "
                 "in the observations of --data")
      ->type_name("SCALE");
  app.add_option("--portability", line.portability,
                 "compare ratios with those of another machine's JSON report")
      ->type_name("REPORT");
  app.add_option("--signs-of-life", line.signs_of_life)->group("");
  app.add_option("--own-program", line.own_programs)
      ->group("")
      ->allow_extra_args(false);
  for (const Option& option : options()) declare(app, option, line);
  app.add_flag("-h,--help", flags.help, "this text");
  app.add_flag("--version", flags.version, "the version");
  const auto files = std::find(arguments.begin(), arguments.end(), "--");
  try {
    std::vector<std::string> reversed(arguments.begin(), files);
    std::reverse(reversed.begin(), reversed.end());
    app.parse(std::move(reversed));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();  // "--alpha: 1 required ..."
    throw UsageError(text.substr(0, text.find(':')) + " needs a value");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const std::string& extra : app.remaining()) refuse_unknown(app, extra);
  for (const auto& [name, value] : {std::pair{"--bisect", &line.good},
                                    {"--rank", &line.rank},
                                    {"--sensitivity", &line.sensitivity},
                                    {"--portability", &line.portability}}) {
    if (app.count(name) > 0 && value->empty()) {
      throw UsageError(std::string(name) + " needs a value that is not empty");
    }
  }
  if (files != arguments.end()) {  // What follows is no option.
    line.files.insert(line.files.end(), files + 1, arguments.end());
  }
  if (line.resume && line.good.empty()) {
    throw UsageError("--resume goes on with a --bisect; name its commit, too");
  }
  if (line.no_programs && !flags.check) {
    throw UsageError("--no-programs goes with --check");
  }
  if (flags.help) line.text = app.help();
  if (flags.version) line.text = std::string("spl-run ") + kVersion + '\n';
  line.mode = flags.help      ? Mode::kHelp
              : flags.version ? Mode::kVersion
                              : mode_of(line, flags);
  return line;
}

}  // namespace spl::runner
