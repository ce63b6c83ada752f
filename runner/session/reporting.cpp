#include "runner/session/reporting.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>

#include "runner/findings/formula_report.hpp"
#include "runner/reports/messages.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/files.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

/// Columns are for terminals, whose width is known.
Style style(const Session& session) {
  const World& world = session.world;
  const Settings& settings = session.invocation.settings;
  const std::size_t columns = session.invocation.line.columns;
  const bool is_terminal =
      columns > 0 ||
      (output_is_taken(targets_of(session.invocation)) ? world.err_is_terminal
                                                       : world.out_is_terminal);
  return {settings.detail,
          colors(settings.color, is_terminal, world.environment),
          is_terminal ? Form::kColumns : Form::kSentences,
          columns > 0 ? columns : world.columns,
          !is_for_assertion(session.invocation.line)};
}

bool wants_signs(const Settings& settings) {
  if (settings.progress != When::kAuto) {
    return settings.progress == When::kAlways;
  }
  return settings.detail != Detail::kQuiet;
}

bool is_interrupted(const Report& report) {
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return false;
  return std::ranges::any_of(*formulas, [](const auto& formula) {
    return std::ranges::any_of(formula.relations,
                               [](const RelationReport& one) {
                                 return one.stopped == Stop::kInterrupted;
                               });
  });
}

}  // namespace

bool is_for_assertion(const CommandLine& line) {
  return line.signs_of_life >= 0;
}

std::ostream& text_stream(const Session& session) {
  return output_is_taken(targets_of(session.invocation)) ? session.world.err
                                                         : session.world.out;
}

void write_reports(const Session& session) {
  const std::string text = terminal_report(session.report, style(session));
  text_stream(session) << text;
  // Whatever interrupts this process may have ended the test that waits for it.
  const bool has_reader = !is_for_assertion(session.invocation.line);
  if (!has_reader && is_interrupted(session.report)) session.signs.write(text);
  write_files(session);
}

void write_files(const Session& session) {
  const ProgressLine progress(session, "writing reports");
  const ReportTargets left_out = write_files(
      session.report, targets_of(session.invocation), session.world.json);
  if (!session.report.errors.empty()) return;  // There are no results.
  for (const ReportTarget& one : left_out) {
    report_early(fmt::format("{} is not written: this report has nothing for "
                             "it",
                             one.format.name),
                 session);
  }
}

void report_early(const std::string& note, const Session& session) {
  if (session.invocation.settings.detail == Detail::kQuiet) return;
  const bool has_line = session.world.err_is_terminal && session.signs.is_on();
  session.world.err << (has_line ? to_text(TerminalSign::kClearLine) : "")
                    << "spl-run: note: " << message_text(note) << '\n'
                    << std::flush;
}

ExitStatus reject(const Suite& suite, const Session& session) {
  std::vector<parser::Diagnostic> shown = suite.errors;
  if (is_for_assertion(session.invocation.line)) {
    // The message of a test names the line of the assertion, not "<formula 1>".
    for (parser::Diagnostic& one : shown) {
      if (one.file.starts_with('<')) one.file.clear();
    }
  }
  session.world.err << diagnostics_text(shown, "error");
  session.report.errors = suite.errors;
  write_files(session);
  return ExitStatus::kError;
}

ReportProgress measuring_progress(const Session& session) {
  SignsOfLife& signs = session.signs;
  if (!signs.is_on()) return {};
  signs.begin_measuring();
  return [&signs](const Progress& progress) { signs.measure(progress); };
}

BuildProgress building_progress(const Session& session) {
  SignsOfLife& signs = session.signs;
  if (!signs.is_on()) return {};
  return [&signs](const BuildNews& news) { signs.build(news); };
}

ProgressLine::ProgressLine(const Session& session, const std::string& what)
    : session_(session) {
  session.signs.work(what);
}

ProgressLine::~ProgressLine() { session_.signs.pause(); }

SignsOfLife::Output signs_output(const Invocation& invocation,
                                 const World& world) {
  SignsOfLife::Output output;
  const int descriptor = invocation.line.signs_of_life;
  const bool has_own = descriptor >= 0;
  // Measured programs have nothing to do with it.
  if (has_own) (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  if (!wants_signs(invocation.settings)) return output;
  const bool terminal =
      has_own ? isatty(descriptor) == 1 : world.err_is_terminal;
  output.waits_for = [&launcher = world.launcher] {
    return launcher.waits_for();
  };
  output.form = terminal && !world.environment("CI") ? SignsOfLife::Form::kLine
                                                     : SignsOfLife::Form::kLog;
  if (has_own) {
    constexpr double kPatience = 10;
    output.patience = kPatience;
    output.write = [descriptor](std::string_view text) {
      // The reader may have gone, and then nobody is left to hear of it.
      (void)write_all(descriptor, terminal_text(text));
    };
  } else {
    output.write = [&err = world.err](std::string_view text) {
      err << text << std::flush;
    };
  }
  return output;
}

}  // namespace spl::runner
