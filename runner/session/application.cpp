#include "runner/session/application.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>

#include "runner/formulas/command_line.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/formulas/misplaced.hpp"
#include "runner/formulas/project_file.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/git/repository.hpp"
#include "runner/layouts/layouts.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kPrefix = "spl-run: error: ";

/// Whether a word is the path of a report, or of a folder, which is no command.
/// Commands are written ./a.json.
bool is_report(const std::string& word) {
  std::error_code ignored;
  if (std::filesystem::is_directory(word, ignored)) return true;
  return (word.ends_with(".json") || word.ends_with(".xml") ||
          word.ends_with(".csv")) &&
         !word.starts_with("./") && std::filesystem::exists(word, ignored);
}

/// Returns what `compare` means if all that it takes are reports: the guard
/// that holds one against the other. Throws PlainError unless there are two.
std::optional<Invocation> guard_of_reports(const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.line.commands;
  if (words.empty() || !std::ranges::all_of(words, is_report)) {
    return std::nullopt;
  }
  if (words.size() != 2) {
    throw PlainError(
        "compare takes two reports, the old one and the new one; for several "
        "of each write spl-run guard --data old=FILE --data new=FILE ...");
  }
  Invocation result = invocation;
  result.line.mode = Mode::kGuard;
  result.line.command = "guard";
  result.line.commands.clear();
  auto& typed = result.line.typed;
  std::erase_if(typed, [](const TypedPart& one) { return one.option.empty(); });
  for (const std::string& set : {"old=" + words[0], "new=" + words[1]}) {
    typed.push_back({"data", set});
    result.settings.data.push_back(set);
    result.layers.base.data.push_back(set);
  }
  return result;
}

ExitStatus run_command(const Session& session) {
  const auto guard = guard_of_reports(session.invocation);
  const Session meant = guard ? session.with(*guard) : session;
  return command_of(meant.invocation.line.mode).run(meant);
}

/// Runs the command again if somebody removes programs of revisions meanwhile.
/// The first measurements do not count: blocks compare all sides.
ExitStatus run_with_programs(const Session& session) {
  const ReportTargets targets = targets_of(session.invocation);
  check_targets(targets);
  remove_earlier_reports(targets);
  const Report before = session.report;
  try {
    return run_command(session);
  } catch (const ProgramsLost&) {
    // Nothing holds the store while it may be read as a file of the tree.
    (void)session.history.end({}, session.report);
    session.report = before;
    session.report.warnings.emplace_back(
        "built programs were removed from the cache while they were measured; "
        "they have been built again, and all is measured anew");
  }
  try {
    return run_command(session);
  } catch (const ProgramsLost&) {
    throw MeasuringFailed(
        "built programs were removed from the cache while they were measured, "
        "and again after they had been built again; keep what cleans up away "
        "from the cache, or set XDG_CACHE_HOME to another folder");
  }
}

// --- What stops it -----------------------------------------------------------

ExitStatus refuse(const std::runtime_error& error, ExitStatus status,
                  const Session& session, std::string_view prefix = kPrefix) {
  const std::string text = error_text(error);
  session.world.err << message_text(std::string(prefix) + text) << '\n';
  session.report.errors.push_back({"", 0, 0, text, ""});
  session.report.outcome = {};
  write_files_if_possible(session.report, targets_of(session.invocation),
                          session.world.json);
  return status;
}

ExitStatus run(const Invocation& invocation, const World& world) {
  Report report;
  report.context = world.context;
  report.settings = invocation.settings;
  if (invocation.settings.seed) report.context.seed = *invocation.settings.seed;
  Repetition again;
  again.seed = report.context.seed;
  again.needs_no_program = invocation.line.mode == Mode::kGuard;
  report.command =
      repeat_command(report.context.program, call_of(invocation), again);
  SignsOfLife signs(signs_output(invocation, world), world.clock,
                    world.make_pulse);
  History history(invocation, world);
  const Session session{invocation, world, report.context.seed,
                        report,     signs, history};
  try {
    // A list is a process of the program, as each run is.
    world.launcher.limit_lists(invocation.settings.timeout);
    return run_with_programs(session);
  } catch (const MeasuringFailed& error) {
    return refuse(error, ExitStatus::kFailed, session);
  } catch (const LayoutError& error) {
    return refuse(error, ExitStatus::kFailed, session);
  } catch (const ProjectFileError& error) {
    return refuse(error, ExitStatus::kError, session, "");
  } catch (const std::runtime_error& error) {
    return refuse(error, ExitStatus::kError, session);
  }
}

/// Reports a mistake that was found before anything could be read.
ExitStatus refuse(const std::string& message, const std::string& what,
                  const std::vector<std::string>& arguments,
                  const World& world) {
  world.err << message_text(message) << '\n';
  Report report;
  report.context = world.context;
  report.errors.push_back({"", 0, 0, what, ""});
  write_files_if_possible(report, targets_of(arguments, world.environment),
                          world.json);
  return ExitStatus::kError;
}

/// Enters the folder of -C first.
ExitStatus run_in_folder(CommandLine line, const World& world) {
  World there = world;
  if (!line.folder.empty()) {
    std::error_code error;
    std::filesystem::current_path(line.folder, error);
    if (error) {
      throw PlainError("cannot enter the folder " + line.folder +
                       " of -C: " + error.message());
    }
    const auto folder = std::filesystem::current_path();
    there.context.folder = folder.string();
    there.context.repository = top_folder(folder).string();
  }
  if (const std::string note = note_of_folder(line); !note.empty()) {
    world.err << "spl-run: note: " << note << '\n';
  }
  return run(invocation(std::move(line), world.environment), there);
}

ExitStatus run_or_refuse(const std::vector<std::string>& arguments,
                         const World& world) {
  const std::string prefix(kPrefix);
  try {
    CommandLine line = parse_command_line(arguments);
    if (line.text.empty()) {
      require_no_slip(world.variables);
      const ExitStatus status = run_in_folder(std::move(line), world);
      if (world.out.flush() && world.json.flush()) return status;
    } else {
      world.out << line.text;
      if (world.out.flush()) return ExitStatus::kFound;
    }
    world.err << kPrefix << "cannot write to standard output\n";
    return ExitStatus::kError;
  } catch (const ProjectFileError& error) {
    return refuse(error.what(), error.what(), arguments, world);
  } catch (const UsageError& error) {
    const std::string what = error.what();
    const bool names_call = what.find("spl-run ") != std::string::npos ||
                            what.find("write -") != std::string::npos;
    return refuse(prefix + what +
                      (names_call ? "" : "; spl-run --help shows all options"),
                  what, arguments, world);
  } catch (const std::exception& error) {
    const std::string text = error_text(error);
    return refuse(prefix + text, text, arguments, world);
  }
}

}  // namespace

int run_application(const std::vector<std::string>& arguments,
                    const World& world) {
  return static_cast<int>(run_or_refuse(arguments, world));
}

}  // namespace spl::runner
