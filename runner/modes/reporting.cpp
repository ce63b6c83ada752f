#include "runner/modes/reporting.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "runner/reports/json_report.hpp"
#include "runner/reports/messages.hpp"
#include "runner/reports/tables.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/files.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

/// Whether a file begins as JSON reports of spl-run do.
bool begins_as_report(const std::string& path) {
  std::ifstream file(path);
  std::string begin(100, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find("\"schema\"") != std::string::npos &&
         begin.find("\"version\"") != std::string::npos;
}

void write_json(const Report& report, const std::string& target,
                std::ostream& out) {
  if (target.empty()) return;
  if (target == kStandardOutput) {
    out << json_report(report);
  } else {
    check_json_target(target);
    write_file(target, json_report(report));
  }
}

/// Whether a report for programs is alone on standard output.
bool output_is_taken(const Settings& settings) {
  return settings.json == kStandardOutput || settings.csv == kStandardOutput ||
         settings.markdown == kStandardOutput;
}

/// Throws FileError if the file has something else than a table that begins so,
/// or cannot be written.
void check_table(std::string_view option, const std::string& target,
                 std::string_view heading) {
  if (target.empty() || target == kStandardOutput) return;
  std::error_code error;
  if (std::filesystem::is_regular_file(target, error) &&
      !std::filesystem::is_empty(target, error)) {
    std::ifstream file(target);
    std::string first;
    std::getline(file, first);
    if (first != heading) {
      throw FileError("cannot write the table of --" + std::string(option) +
                      " to " + target +
                      ": this file holds something else; remove it, or name "
                      "another");
    }
  }
  check_writable(target);
}

void write_table(const std::string& target, const std::string& table,
                 std::ostream& out) {
  if (target.empty()) return;
  if (target == kStandardOutput) {
    out << table;
  } else {
    write_file(target, table);
  }
}

void write_tables(const Session& session) {
  const auto* found = std::get_if<Times>(&session.report.outcome);
  if (found == nullptr) return;
  const Settings& settings = session.invocation.settings;
  write_table(settings.csv, csv_table(*found), session.world.json);
  write_table(settings.markdown, markdown_table(*found), session.world.json);
}

/// Columns are for terminals, whose width is known.
Style style(const Session& session) {
  const World& world = session.world;
  const Settings& settings = session.invocation.settings;
  const bool is_terminal =
      output_is_taken(settings) ? world.err_is_terminal : world.out_is_terminal;
  return {
      settings.detail, colors(settings.color, is_terminal, world.environment),
      is_terminal ? Form::kColumns : Form::kSentences,
      world.has_unicode ? Alphabet::kUnicode : Alphabet::kAscii, world.columns};
}

bool wants_signs(const Settings& settings) {
  if (settings.progress != When::kAuto) {
    return settings.progress == When::kAlways;
  }
  return settings.detail != Detail::kQuiet;
}

bool is_interrupted(const Report& report) {
  const auto* formulas = formulas_of(report.outcome);
  if (formulas == nullptr) return false;
  return std::any_of(
      formulas->begin(), formulas->end(), [](const auto& formula) {
        return std::any_of(formula.relations.begin(), formula.relations.end(),
                           [](const RelationReport& one) {
                             return one.stopped == Stop::kInterrupted;
                           });
      });
}

}  // namespace

std::ostream& text_stream(const Session& session) {
  return output_is_taken(session.invocation.settings) ? session.world.err
                                                      : session.world.out;
}

void write_reports(const Session& session) {
  const std::string text = terminal_report(session.report, style(session));
  text_stream(session) << text;
  // Whatever interrupts this process may have ended the test that waits for it.
  const bool has_reader = session.invocation.line.signs_of_life < 0;
  if (!has_reader && is_interrupted(session.report)) session.signs.write(text);
  write_json(session);
  write_tables(session);
}

void check_tables(const Settings& settings) {
  const auto taken = [](const std::string& target) {
    return target == kStandardOutput ? 1 : 0;
  };
  if (taken(settings.json) + taken(settings.csv) + taken(settings.markdown) >
      1) {
    throw PlainError(
        "--json, --csv and --markdown cannot share standard output; name a "
        "file for all but one");
  }
  check_table("csv", settings.csv, kCsvHeading);
  check_table("markdown", settings.markdown, kMarkdownHeading);
}

void check_json_target(const std::string& target) {
  if (target.empty() || target == kStandardOutput) return;
  std::error_code error;
  if (std::filesystem::is_regular_file(target, error) &&
      !std::filesystem::is_empty(target, error) && !begins_as_report(target)) {
    throw FileError("cannot write the JSON report to " + target +
                    ": this file is no report of spl-run; remove it, or name "
                    "another");
  }
  check_writable(target);
}

void write_json(const Session& session) {
  write_json(session.report, session.invocation.settings.json,
             session.world.json);
}

void write_json_if_possible(const Report& report, const std::string& target,
                            std::ostream& out) {
  try {
    write_json(report, target, out);
  } catch (const FileError&) {
    // The first error is the one to mend.
  }
}

void report_early(const std::string& note, const Session& session) {
  if (session.invocation.settings.detail == Detail::kQuiet) return;
  const bool has_line = session.world.err_is_terminal && session.signs.is_on();
  session.world.err << (has_line ? to_text(TerminalSign::kClearLine) : "")
                    << "spl-run: note: " << note << '\n'
                    << std::flush;
}

ExitStatus reject(const Suite& suite, const Session& session) {
  session.world.err << diagnostics_text(suite.errors, "error");
  session.report.errors = suite.errors;
  write_json(session);
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
