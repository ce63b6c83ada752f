#include "runner/given/given_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "runner/given/data_file.hpp"
#include "runner/given/foreign_report.hpp"
#include "runner/given/named_files.hpp"
#include "runner/given/report_kind.hpp"
#include "runner/system/json_text.hpp"
#include "runner/system/warning.hpp"
#include "spl/logic/given.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Returns a fact of a report's context; null if the context lacks it.
json fact(const JsonText& report, const char* key) {
  const json context = report.root().value("context", json());
  return context.is_object() ? context.value(key, json()) : json();
}

/// A fact about a report that spoils it.
struct Fault {
  const char* key;
  json value;
  const char* sentence;  ///< Continues the names of files.
};

const Fault kFaults[] = {
    {"library_build_type", "debug",
     ": Google Benchmark was built for debugging; if the program was, too, "
     "what "
     "it shows says little of the real one: build it with "
     "-DCMAKE_BUILD_TYPE=Release"},
    {"cpu_scaling_enabled", true,
     ": the clock rate of processors was scaled meanwhile, which can pass for "
     "a "
     "difference: switch that off (cpupower frequency-set --governor "
     "performance), or measure with spl-run, whose sides alternate"}};

void warn(const Fault& fault, const std::vector<JsonText>& reports,
          Warnings& warnings) {
  std::vector<std::string> files;
  for (const JsonText& report : reports) {
    if (fact(report, fault.key) == fault.value) files.push_back(report.file());
  }
  if (!files.empty())
    warnings.push_back(names_of_files(files) + fault.sentence);
}

bool differ(const json& left, const json& right) {
  if (left.is_null() || right.is_null()) return false;
  if (!left.is_number() || !right.is_number()) return left != right;
  // Clock rates are measured, too.
  constexpr double kNotable = 0.02;
  const double one = left.get<double>();
  const double other = right.get<double>();
  return std::abs(one - other) >
         kNotable * std::max(std::abs(one), std::abs(other));
}

/// A fact that is the same for runs of one program on one machine.
struct Identity {
  const char* key;
  const char* what;
};

constexpr Identity kIdentities[] = {{"host_name", "hosts"},
                                    {"executable", "programs"},
                                    {"library_build_type", "build types"},
                                    {"num_cpus", "numbers of processors"},
                                    {"mhz_per_cpu", "clock rates"}};

std::string value_text(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void warn(const Identity& identity, const std::vector<JsonText>& reports,
          Warnings& warnings) {
  const JsonText& first = reports.front();
  const json expected = fact(first, identity.key);
  for (const JsonText& report : reports) {
    const json found = fact(report, identity.key);
    if (!differ(expected, found)) continue;
    warnings.push_back(
        first.file() + " and " + report.file() + " are of different " +
        identity.what + " (" + value_text(expected) + ", " + value_text(found) +
        "), but count as runs of one program on one machine: what differs "
        "between them is taken for chance");
    return;
  }
}

/// Returns a sentence for each fact in the `context` of Google Benchmark's
/// reports that spoils them, and for each difference between reports that count
/// as runs of one program on one machine. At least one report.
Warnings context_warnings(const std::vector<JsonText>& reports) {
  Warnings warnings;
  for (const Fault& fault : kFaults) warn(fault, reports, warnings);
  for (const Identity& one : kIdentities) warn(one, reports, warnings);
  return warnings;
}

void check_names(const std::string& file,
                 const logic::GivenPerformances& given) {
  std::set<std::string> methods;
  for (const logic::Performance& one : given.performances) {
    methods.insert(one.method);
  }
  for (const logic::Performance& one : given.performances) {
    for (const std::string& name : {one.generator, one.factory}) {
      if (!methods.contains(name)) continue;
      throw DataError(
          std::string(file)
              .append(": performances[\"")
              .append(to_text(one))
              .append("\"]: \"")
              .append(name)
              .append("\" is a method elsewhere in the file; an instrument in "
                      "[...] needs another name"));
    }
  }
}

/// What spl-run measured is all in groups, which are decided together.
void check_groups(const std::string& file, const GivenObservations& given) {
  std::set<logic::Performance> grouped;
  for (const ReportedGroup& group : given.groups) {
    for (const auto& [one, runs] : group.performances) grouped.insert(one);
  }
  for (const auto& [one, observed] : given.performances) {
    if (grouped.empty() || grouped.contains(one)) continue;
    throw DataError(file + ": performances[\"" + to_text(one) +
                    "\"] is in no group, and others are; leave reports as "
                    "they were written");
  }
}

/// Which files were given, whatever names and links lead to them.
class GivenFiles {
 public:
  /// Throws DataError for a file that is given again: what is read of it would
  /// be kept as often. Two sets may be of the same files.
  void add(const std::string& file, const std::string& set) {
    struct stat facts {};
    if (stat(file.c_str(), &facts) != 0) return;  // Reading tells more.
    auto& known = all_[{facts.st_dev, facts.st_ino}];
    const auto same = known.find(set);
    const bool is_new = same == known.end();
    if (is_new && known.size() < 2) {
      known.emplace(set, file);
      return;
    }
    const std::string& first = is_new ? known.begin()->second : same->second;
    throw DataError(
        file + ": this is the same file as " + first +
        (is_new ? ", which is in two sets already" : "; give each file once"));
  }

 private:
  /// Files by their sets.
  std::map<std::pair<dev_t, ino_t>, std::map<std::string, std::string>> all_;
};

/// Files that were all written by one tool: JSON of spl-run, or reports.
struct Texts {
  GivenFiles files;
  ReportKind kind = ReportKind::kData;
  std::string first;  ///< The first file.
  std::vector<JsonText> json;
  std::vector<ForeignReport> reports;
};

bool is_of_tool(ReportKind kind) {
  return kind != ReportKind::kData && kind != ReportKind::kRunReport;
}

/// Adds a file. Returns its kind.
ReportKind add(const std::string& file, Texts& texts) {
  std::string text = read_data(file);
  refuse_text(file, text);
  ReportKind kind = ReportKind::kCatch2;
  if (is_xml(text)) {
    texts.reports.push_back(xml_report(file, std::move(text)));
    return kind;
  }
  for (ForeignReport& run : csv_reports(file, text)) {
    texts.reports.push_back(std::move(run));
    kind = ReportKind::kCsv;
  }
  if (kind == ReportKind::kCsv) return kind;
  refuse_tables(file, text);
  if (text.find("\"schema\"") == text.npos) text = valid_json(text);
  const JsonText& read = texts.json.emplace_back(file, text);
  kind = kind_of(read);
  if (is_of_tool(kind)) texts.reports.push_back(json_report(read, kind));
  return kind;
}

/// Adds the files of a set.
void add(const NamedFiles& set, Texts& texts) {
  texts.json.clear();
  for (const std::string& file : set.files) {
    texts.files.add(file, set.set);
    const std::size_t before = texts.reports.size();
    const ReportKind kind = add(file, texts);
    if (texts.first.empty()) {
      texts.first = file;
      texts.kind = kind;
    }
    for (std::size_t i = before; i < texts.reports.size(); ++i) {
      texts.reports[i].set = set.set;
    }
    if (kind == texts.kind) continue;
    throw DataError(file + ": this is " + to_text(kind) + ", but " +
                    texts.first + " is " + to_text(texts.kind) +
                    "; give only files of one kind");
  }
}

Position position_of(const JsonText& text, const Texts& texts) {
  return &text == &texts.json.front() ? Position::kFirst : Position::kLater;
}

/// Adds the observations of files of spl-run.
GivenObservations own_observations(
    const Texts& texts, const std::optional<MeasuredMetric>& asked_for) {
  GivenObservations result;
  DataFiles files;
  for (const JsonText& text : texts.json) {
    if (texts.kind == ReportKind::kRunReport) {
      add_run_report(text, position_of(text, texts), asked_for, result);
    } else {
      add_data_file(text, position_of(text, texts), files, result);
    }
  }
  return result;
}

/// Returns what has no revision, as of that one.
template <typename Value>
std::map<logic::Performance, Value> renamed(
    std::map<logic::Performance, Value> all, const std::string& set) {
  std::map<logic::Performance, Value> result;
  while (!all.empty()) {
    auto one = all.extract(all.begin());
    if (!one.key().revision.empty()) continue;
    one.key().revision = set;
    result.insert(std::move(one));
  }
  return result;
}

/// Adds a set of observations that were made under test.
void add_set(const NamedFiles& set, GivenObservations of_set,
             GivenObservations& result) {
  const bool is_first = result.performances.empty();
  if (!is_first && (of_set.dimension != result.dimension ||
                    of_set.metric != result.metric)) {
    throw DataError(set.files.front() +
                    ": the files before have another metric, and what is "
                    "compared has one");
  }
  result.dimension = of_set.dimension;
  result.metric = of_set.metric;
  result.performances.merge(renamed(std::move(of_set.performances), set.set));
  result.history.merge(renamed(std::move(of_set.history), set.set));
  for (ReportedGroup& group : of_set.groups) {
    group.performances = renamed(std::move(group.performances), set.set);
    group.long_runs = renamed(std::move(group.long_runs), set.set);
    result.groups.push_back(std::move(group));
  }
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(result.origins, of_set.origins);
  append(result.warnings, of_set.warnings);
  append(result.minor_warnings, of_set.minor_warnings);
  result.are_layouts_builds |= of_set.are_layouts_builds;
}

/// Returns what the sets hold, and puts their kind in.
GivenObservations united(const std::vector<NamedFiles>& sets,
                         const std::optional<MeasuredMetric>& asked_for,
                         ReportKind& kind) {
  Texts texts;
  Warnings contexts;
  GivenObservations own;
  for (const NamedFiles& set : sets) {
    add(set, texts);
    kind = texts.kind;
    if (kind == ReportKind::kGoogleBenchmark) {
      const Warnings more = context_warnings(texts.json);
      contexts.insert(contexts.end(), more.begin(), more.end());
    } else if (!is_of_tool(kind) && set.set.empty()) {
      return own_observations(texts, asked_for);
    } else if (!is_of_tool(kind)) {
      add_set(set, own_observations(texts, asked_for), own);
    }
  }
  if (!is_of_tool(kind)) return own;
  GivenObservations result = united(
      texts.reports,
      asked_for.value_or(measured_metric(texts.reports.front().report.metric)));
  result.warnings.insert(result.warnings.end(), contexts.begin(),
                         contexts.end());
  return result;
}

}  // namespace

GivenObservations read_observations(
    const std::vector<std::string>& files,
    const std::optional<MeasuredMetric>& metric) {
  ReportKind kind = ReportKind::kData;
  GivenObservations result = united(named_files(files), metric, kind);
  logic::GivenPerformances given{
      {}, result.dimension, kind == ReportKind::kRunReport};
  for (const auto& [performance, observed] : result.performances) {
    given.performances.insert(performance);
  }
  check_names(files.front(), given);
  check_groups(files.front(), result);
  result.catalogue = logic::given_catalogue(std::move(given), files.front());
  return result;
}

}  // namespace spl::runner
