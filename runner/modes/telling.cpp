#include "runner/modes/telling.hpp"

#include <ostream>

#include "runner/files.hpp"
#include "runner/json_report.hpp"
#include "runner/terminal_report.hpp"

namespace spl::runner {
namespace {

/// What stands for standard output as the target of a JSON report.
constexpr std::string_view kStandardOutput = "-";

void write_json(const Report& report, const std::string& target,
                std::ostream& out) {
  if (target.empty()) return;
  if (target == kStandardOutput) {
    out << json_report(report);
  } else {
    write_file(target, json_report(report));
  }
}

bool json_takes_output(const Session& session) {
  return session.invocation.settings.json == kStandardOutput;
}

Colors colors(const Session& session) {
  const World& world = session.world;
  switch (session.invocation.settings.color) {
    case When::kAlways:
      return Colors::kOn;
    case When::kNever:
      return Colors::kOff;
    case When::kAuto:
      break;
  }
  const auto set = [&](const char* name) {
    const auto value = world.environment(name);
    return value && !value->empty() && *value != "0";
  };
  if (set("NO_COLOR")) return Colors::kOff;
  const bool terminal = json_takes_output(session) ? world.err_is_terminal
                                                   : world.out_is_terminal;
  return terminal || set("CLICOLOR_FORCE") ? Colors::kOn : Colors::kOff;
}

bool shows_progress(const Session& session) {
  const Settings& settings = session.invocation.settings;
  if (settings.progress != When::kAuto) {
    return settings.progress == When::kAlways;
  }
  return session.world.err_is_terminal && !session.world.environment("CI") &&
         settings.detail != Detail::kQuiet;
}

}  // namespace

std::ostream& text_stream(const Session& session) {
  return json_takes_output(session) ? session.world.err : session.world.out;
}

void write_reports(const Session& session) {
  text_stream(session) << terminal_report(
      session.report, session.invocation.settings.detail, colors(session));
  write_json(session);
}

void write_json(const Session& session) {
  write_json(session.report, session.invocation.settings.json,
             session.world.out);
}

void write_json_if_possible(const Report& report, const std::string& target,
                            std::ostream& out) {
  try {
    write_json(report, target, out);
  } catch (const FileError&) {
    // The first error is the one to mend.
  }
}

ExitStatus reject(const Suite& suite, const Session& session) {
  for (const parser::Diagnostic& error : suite.errors) {
    session.world.err << parser::to_text(error);
  }
  session.report.errors = suite.errors;
  write_json(session);
  return ExitStatus::kError;
}

TellProgress measuring_progress(const Session& session) {
  if (!shows_progress(session)) return {};
  return [&err = session.world.err](const Progress& progress) {
    err << "\r\033[Kmeasuring: block " << progress.done << " of at most "
        << progress.most << std::flush;
  };
}

BuildProgress building_progress(const Session& session) {
  if (!shows_progress(session)) return {};
  return [&err = session.world.err](std::size_t done, std::size_t all,
                                    const std::string& revision) {
    err << "\r\033[Kbuilding: " << done << " of " << all << ", " << revision
        << std::flush;
  };
}

ProgressLine::~ProgressLine() {
  if (shows_progress(session_)) {
    session_.world.err << "\r\033[K" << std::flush;
  }
}

}  // namespace spl::runner
