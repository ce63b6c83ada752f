#include "runner/modes/written_reports.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <map>
#include <ostream>
#include <utility>

#include "runner/formulas/mode_options.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/file_place.hpp"
#include "runner/system/files.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// What it takes of a report to recognise it, in bytes.
constexpr std::size_t kEnough = 4096;
/// The largest report to which another is added: 256 MiB.
constexpr std::size_t kMostOfReport = std::size_t{256} << 20;

FilePlace place_of(const ReportTarget& one) {
  return FilePlace(one.path, FilePlace::Link::kFollowed);
}

/// Refuses a place that holds something else.
void check(const FilePlace& place, const ReportTarget& one) {
  const std::string begin = place.begin(kEnough);
  if (!begin.empty() && !one.format.is_own(begin)) {
    throw FileError("cannot write " + std::string(one.format.content) + " to " +
                    one.path +
                    ": this file holds something else; remove it, or name "
                    "another");
  }
  place.check_writable();
}

/// Returns "--json", "--json and --csv", "--json, --csv and --junit".
std::string options_text(const std::vector<std::string>& options) {
  std::string text;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (i > 0) text += i + 1 == options.size() ? " and " : ", ";
    text += "--" + options[i];
  }
  return text;
}

void check_shared(const ReportTargets& targets) {
  std::map<std::string, std::vector<std::string>> options;
  for (const ReportTarget& one : targets) {
    const std::string path =
        one.is_file() ? fs::path(one.path).lexically_normal().string()
                      : one.path;
    options[path].emplace_back(one.format.option);
  }
  for (const auto& [path, names] : options) {
    if (names.size() < 2) continue;
    const bool is_output = path == kStandardOutput;
    throw PlainError(fmt::format(
        "{} cannot share {}; name {} for all but one", options_text(names),
        is_output ? "standard output" : "the file " + path,
        is_output ? "a file" : "another file"));
  }
}

/// Returns a report for standard output, or a device or pipe: all of them may
/// be the log of a build.
std::string for_log(const std::string& content, const ReportTarget& one) {
  if (one.format.is_for_log) return content;
  return LogMarks(LogMarks::Starts::kBroken).broken(content);
}

/// Returns whether the report has anything of what the format is about.
bool write(const ReportTarget& one, const Report& report, std::ostream& out) {
  std::optional<std::string> content = one.format.write(report);
  if (!content) return false;
  if (!one.is_file()) {
    out << for_log(*content, one);
    return true;
  }
  const FilePlace place = place_of(one);
  check(place, one);
  if (place.is_device()) content = for_log(*content, one);
  if (one.format.unite != nullptr) {
    const std::string earlier = place.begin(kMostOfReport);
    if (!earlier.empty()) content = one.format.unite(earlier, *content);
  }
  place.write(*content);
  return true;
}

/// Returns the value of an option; empty without it.
std::string value_of(const std::string& option,
                     const std::vector<std::string>& arguments) {
  std::string result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument.starts_with(option + '=')) {
      result = argument.substr(option.size() + 1);
    } else if (argument == option && i + 1 < arguments.size()) {
      result = arguments[i + 1];
    }
  }
  return result;
}

}  // namespace

ReportTargets targets_of(const Invocation& invocation) {
  ReportTargets result;
  for (const Format& one : formats()) {
    const std::string& path = one.target(invocation);
    if (!path.empty() && takes_report(one.option, invocation.line.mode)) {
      result.push_back({one, path});
    }
  }
  return result;
}

ReportTargets targets_of(const std::vector<std::string>& arguments,
                         const Environment& environment) {
  ReportTargets result;
  for (const Format& one : formats()) {
    std::string path = value_of("--" + std::string(one.option), arguments);
    if (path.empty()) {
      path = environment(environment_name(one.option)).value_or("");
    }
    if (!path.empty()) result.push_back({one, path});
  }
  return result;
}

ReportTargets interim_targets_of(const Invocation& invocation) {
  ReportTargets result;
  for (const ReportTarget& one : targets_of(invocation)) {
    if (one.format.is_interim && one.is_file()) result.push_back(one);
  }
  return result;
}

bool output_is_taken(const ReportTargets& targets) {
  for (const ReportTarget& one : targets) {
    if (!one.is_file()) return true;
  }
  return false;
}

void check_targets(const ReportTargets& targets) {
  check_shared(targets);
  for (const ReportTarget& one : targets) {
    if (one.is_file()) check(place_of(one), one);
  }
}

void remove_earlier_reports(const ReportTargets& targets) {
  for (const ReportTarget& one : targets) {
    if (one.format.until == Format::Until::kReplaced || !one.is_file()) {
      continue;
    }
    const FilePlace place = place_of(one);
    // If it cannot be removed, it is replaced in the end.
    if (one.format.is_own(place.begin(kEnough))) place.remove();
  }
}

ReportTargets write_files(const Report& report, const ReportTargets& targets,
                          std::ostream& out) {
  ReportTargets left_out;
  std::exception_ptr first;
  bool is_out_free = true;
  for (const ReportTarget& one : targets) {
    // If several reports go to standard output, a mistake, one gets the error.
    if (!one.is_file() && !std::exchange(is_out_free, false)) continue;
    try {
      if (!write(one, report, out)) left_out.push_back(one);
    } catch (const FileError&) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
  return left_out;
}

void write_files_if_possible(const Report& report, const ReportTargets& targets,
                             std::ostream& out) {
  try {
    (void)write_files(report, targets, out);
  } catch (const FileError&) {
    // The first error is the one to mend.
  }
}

}  // namespace spl::runner
