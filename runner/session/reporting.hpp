#pragma once

#include <iosfwd>
#include <string>

#include "runner/builds/builder.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/session/session.hpp"
#include "runner/session/written_reports.hpp"
#include "runner/settings/exit_status.hpp"

/// The output for people and programs.
namespace spl::runner {

/// Returns the output of signs of life: none if `progress` or --quiet say so;
/// plain lines but on terminals, and in continuous integration.
[[nodiscard]] SignsOfLife::Output signs_output(const Invocation& invocation,
                                               const World& world);

/// Whether an assertion of a test framework asks: it keeps its standard error
/// open for signs of life, and prints the formula itself.
[[nodiscard]] bool is_for_assertion(const CommandLine& line);

/// Standard output, unless a report for programs is alone there.
[[nodiscard]] std::ostream& text_stream(const Session& session);

/// The terminal's report, then the others: if a file fails, nothing is lost.
void write_reports(const Session& session);

/// Writes the reports for programs that are asked for. Throws FileError.
void write_files(const Session& session);

/// A line on standard error at once, in place of a line of progress; nothing
/// if only what does not hold is wanted.
void report_early(const std::string& note, const Session& session);

/// Reports the mistakes in formulas.
[[nodiscard]] ExitStatus reject(const Suite& suite, const Session& session);

/// Returns signs of life; empty if none are wanted. They last as long as a
/// ProgressLine does.
[[nodiscard]] ReportProgress measuring_progress(const Session& session);
[[nodiscard]] BuildProgress building_progress(const Session& session);

/// Ends them, also when an exception ends what they report.
class ProgressLine {
 public:
  explicit ProgressLine(const Session& session) : session_(session) {}
  /// Something that is neither built nor measured, such as "planning".
  ProgressLine(const Session& session, const std::string& what);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

 private:
  const Session& session_;
};

}  // namespace spl::runner
