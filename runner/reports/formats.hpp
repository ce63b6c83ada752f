#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

/// The one list of the formats that are written to files; output.hpp has their
/// names, and the commands that write them.
namespace spl::runner {

/// The name of the page that the command `document` writes.
inline constexpr std::string_view kDocumentFormat = "document";

/// The first line of tables in CSV, without its end.
inline constexpr std::string_view kCsvHeading =
    "name,metric,median,mean,lower,upper,q10,q90,runs,observations,iterations,"
    "failure";

struct Format {
  enum class Until {
    kEnd,      ///< Nothing is there before the end, and nothing from earlier.
    kReplaced  ///< An earlier file stays until this call writes.
  };
  std::string_view name;  ///< As -o has it.
  /// Absent if the report has nothing of what the format is about.
  std::optional<std::string> (*write)(const Report& report);
  /// Whether a file that begins so may be replaced.
  bool (*is_own)(std::string_view begin);
  std::string_view content;  ///< "the JSON report": what cannot be written.
  Until until = Until::kEnd;
  /// Whether it is also written while something is still measured.
  bool is_interim = false;
  /// Unites what is on file with what is written now; may be null.
  std::string (*unite)(std::string_view earlier,
                       const std::string& fresh) = nullptr;
  /// Whether its lines are commands of what shows a log.
  bool is_for_log = false;
};

[[nodiscard]] std::span<const Format> formats();

}  // namespace spl::runner
