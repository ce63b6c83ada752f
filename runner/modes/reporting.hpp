#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "runner/builds/builder.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/modes/session.hpp"
#include "runner/settings/exit_status.hpp"

/// The output for people and programs.
namespace spl::runner {

/// The target of a JSON report that means standard output.
inline constexpr std::string_view kStandardOutput = "-";

/// Returns the output of signs of life: none if --progress or --quiet say so;
/// plain lines but on terminals, and in continuous integration.
[[nodiscard]] SignsOfLife::Output signs_output(const Invocation& invocation,
                                               const World& world);

/// Standard output, unless it is the JSON report's, which is alone there.
[[nodiscard]] std::ostream& text_stream(const Session& session);

/// The terminal's report, then the other: if its file fails, nothing is lost.
void write_reports(const Session& session);

/// Throws FileError if a JSON report could not be written, or would replace a
/// file that is no report, such as formulas or data.
void check_json_target(const std::string& target);

/// Throws PlainError if several reports for programs would share standard
/// output, and FileError if a table of --times cannot be written, or would
/// replace a file that is no such table.
void check_tables(const Settings& settings);

/// Writes the JSON report, if one is asked for. Throws FileError.
void write_json(const Session& session);

/// The JSON report of an error that has been reported already, which is the one
/// to mend if this cannot be written. The target is as in Settings::json.
void write_json_if_possible(const Report& report, const std::string& target,
                            std::ostream& out);

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
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

 private:
  const Session& session_;
};

}  // namespace spl::runner
