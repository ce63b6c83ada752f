#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "runner/formulas/invocation.hpp"
#include "runner/reports/formats.hpp"

/// Reports for programs, in all formats that are asked for. A file is replaced
/// in one step.
namespace spl::runner {

/// A format that is asked for.
struct ReportTarget {
  const Format& format;
  std::string path;

  [[nodiscard]] bool is_file() const { return path != kStandardOutput; }
};

using ReportTargets = std::vector<ReportTarget>;

/// Returns the reports that are asked for and that the mode has.
[[nodiscard]] ReportTargets targets_of(const Invocation& invocation);

/// Returns the reports that a command line asks for, found without
/// understanding the rest of it.
[[nodiscard]] ReportTargets targets_of(
    const std::vector<std::string>& arguments, const Environment& environment);

/// Returns those files that get reports while something is still measured.
[[nodiscard]] ReportTargets interim_targets_of(const Invocation& invocation);

/// Returns whether a report for programs is alone on standard output.
[[nodiscard]] bool output_is_taken(const ReportTargets& targets);

/// Throws PlainError if several reports would share standard output or a file,
/// and FileError if one cannot be written, or would take the place of a file
/// that is something else: of data, of formulas, a project file.
void check_targets(const ReportTargets& targets);

/// Removes the reports that earlier calls left, but those that stay until they
/// are replaced: if this process is killed, nothing looks like its result.
void remove_earlier_reports(const ReportTargets& targets);

/// Writes all reports; `out` is standard output. Writes the others if one
/// fails, then throws its FileError. Returns those that the report has nothing
/// for, and that are not written.
ReportTargets write_files(const Report& report, const ReportTargets& targets,
                          std::ostream& out);

/// Writes the reports of an error that has been reported already, which is the
/// one to mend if they cannot be written.
void write_files_if_possible(const Report& report, const ReportTargets& targets,
                             std::ostream& out);

}  // namespace spl::runner
