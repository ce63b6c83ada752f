#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runner/settings/commands.hpp"

/// What -o, --output takes: the file of a report, whose name says the format,
/// or FORMAT:PATH.
namespace spl::runner {

/// The path of a report that means standard output.
inline constexpr std::string_view kStandardOutput = "-";

/// A report that is asked for.
struct Output {
  std::string format;  ///< The name of a format.
  std::string path;

  friend bool operator==(const Output&, const Output&) = default;
};

struct OutputFormat {
  std::string_view name;    ///< "html", and before a colon.
  std::string_view ending;  ///< Of the names of files; empty: none.
  Modes modes;              ///< What writes it.
  std::string_view why;     ///< Continues "-o NAME does not go with MODE, ".
};

[[nodiscard]] std::span<const OutputFormat> output_formats();

/// Returns the format of a name, or null.
[[nodiscard]] const OutputFormat* find_format(std::string_view name);

/// Reads `report.html`, `junit:results/a.xml`, `json:-` or `github`. Throws
/// SettingError.
[[nodiscard]] Output parse_output(const std::string& text);

/// Returns "html:report.html".
[[nodiscard]] std::string to_text(const Output& output);

}  // namespace spl::runner
