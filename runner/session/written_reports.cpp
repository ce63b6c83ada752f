#include "runner/session/written_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <ostream>
#include <utility>

#include "runner/settings/commands.hpp"
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

/// Returns "json", "json and csv", "json, csv and junit".
std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

void check_shared(const ReportTargets& targets) {
  std::map<std::string, std::vector<std::string>> formats;
  for (const ReportTarget& one : targets) {
    const std::string path =
        one.is_file() ? fs::path(one.path).lexically_normal().string()
                      : one.path;
    formats[path].emplace_back(one.format.name);
  }
  for (const auto& [path, names] : formats) {
    if (names.size() < 2) continue;
    const bool is_output = path == kStandardOutput;
    throw PlainError(fmt::format(
        "{} cannot share {}; name {} for all but one", names_text(names),
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

/// Returns what a command line asks for after -o, --output and --json.
std::vector<std::string> outputs_in(const std::vector<std::string>& arguments) {
  struct Spelling {
    std::string_view name;
    std::string_view before;  ///< The beginning of the output.
  };
  constexpr Spelling kSpellings[] = {
      {"-o", ""}, {"--output", ""}, {"--json", "json:"}};
  std::vector<std::string> result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    for (const auto& [name, before] : kSpellings) {
      const std::string start = std::string(name) + '=';
      if (word == name && i + 1 < arguments.size()) {
        result.push_back(std::string(before) + arguments[i + 1]);
      } else if (word.starts_with(start)) {
        result.push_back(std::string(before) + word.substr(start.size()));
      }
    }
  }
  return result;
}

const Format& format_of(std::string_view name) {
  const auto all = formats();
  return *std::ranges::find(all, name, &Format::name);
}

}  // namespace

ReportTargets targets_of(const Invocation& invocation) {
  ReportTargets result;
  const Mode mode = invocation.line.mode;
  for (const Output& one : invocation.settings.outputs) {
    if (!find_format(one.format)->modes.contains(mode)) continue;
    result.push_back({format_of(one.format), one.path});
  }
  if (mode == Mode::kDocument) {
    result.push_back({format_of(kDocumentFormat), invocation.line.subject});
  }
  return result;
}

ReportTargets targets_of(const std::vector<std::string>& arguments,
                         const Environment& environment) {
  std::vector<std::string> asked_for = outputs_in(arguments);
  if (asked_for.empty()) {
    const auto variable = environment(environment_name("output"));
    if (variable) asked_for.push_back(*variable);
  }
  const CommandRow* command =
      arguments.empty() ? nullptr : find_command(arguments.front());
  ReportTargets result;
  for (const std::string& one : asked_for) {
    try {
      const Output output = parse_output(one);
      const bool is_others =
          command != nullptr &&
          !find_format(output.format)->modes.contains(command->mode);
      if (is_others) continue;
      result.push_back({format_of(output.format), output.path});
    } catch (const SettingError&) {
      // The error that is reported may be this one.
    }
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
