#pragma once

#include <string>
#include <string_view>

#include "runner/system/json_text.hpp"

/// Which tool wrote a file of observations.
namespace spl::runner {

enum class ReportKind {
  kData,
  kRunReport,  ///< A report of spl-run.
  kGoogleBenchmark,
  kHyperfine,
  kNanobench,
  kCatch2,
  kPytest,
  kCriterion,
  kCritcmp,
  kAction,  ///< What github-action-benchmark reads.
  kCsv
};

/// `a report of hyperfine`, `a data file of SPL`.
[[nodiscard]] std::string to_text(ReportKind kind);

/// Whether a text begins as XML does, and so as no JSON.
[[nodiscard]] bool is_xml(std::string_view text);

/// Returns the kind of a JSON text, kData for want of another. Throws DataError
/// for JSON without observations, with the option or the form that has them.
[[nodiscard]] ReportKind kind_of(const JsonText& text);

/// Throws DataError for what these tools write beside JSON and XML, with the
/// option that gives observations.
void refuse_tables(const std::string& file, std::string_view text);

/// Throws DataError for a text that is no report in JSON or XML, with the way
/// to one: HTML, and lines of a program before its JSON.
void refuse_text(const std::string& file, std::string_view text);

/// Throws DataError for JSON that is none of the forms that are read; the
/// message names the tool that writes such JSON, if it is known.
[[noreturn]] void refuse_report(const JsonText& text);

}  // namespace spl::runner
