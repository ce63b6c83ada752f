#include "runner/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "runner/version.hpp"
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

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  CLI::App app(
      "Evaluates performance formulas: measures what they compare, in clean "
      "processes, and decides.",
      "spl-run");
  app.allow_extras();
  app.set_help_flag();
  bool help = false;
  bool version = false;
  bool check = false;
  bool list = false;
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
  app.add_flag("--check", check, "parse and bind everything, measure nothing");
  app.add_flag("--list", list, "formulas and workloads with their parameters");
  for (const Option& option : options()) declare(app, option, line);
  app.add_flag("-h,--help", help, "this text");
  app.add_flag("--version", version, "the version");
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
  if (files != arguments.end()) {  // What follows is no option.
    line.files.insert(line.files.end(), files + 1, arguments.end());
  }
  if (check && list) {
    throw UsageError("--check and --list exclude each other");
  }
  if (help) return {Mode::kHelp, app.help(), {}, {}, {}, {}, {}};
  if (version) {
    return {Mode::kVersion,
            std::string("spl-run ") + kVersion + '\n',
            {},
            {},
            {},
            {},
            {}};
  }
  if (check) line.mode = Mode::kCheck;
  if (list) line.mode = Mode::kList;
  return line;
}

}  // namespace spl::runner
