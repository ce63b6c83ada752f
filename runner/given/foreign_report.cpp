#include "runner/given/foreign_report.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <span>
#include <utility>

#include "runner/formulas/performance_name.hpp"
#include "runner/programs/answered_run.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/tools/catch2_report.hpp"
#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

constexpr char kCatch2Remedy[] =
    "PROGRAM \"[!benchmark]\" --reporter xml --benchmark-samples 1";

ToolReport tool_report(const nlohmann::json& root, ReportKind kind) {
  if (kind == ReportKind::kGoogleBenchmark)
    return google_benchmark_report(root);
  if (kind == ReportKind::kPytest) return pytest_report(root["benchmarks"]);
  if (kind == ReportKind::kHyperfine) return hyperfine_report(root);
  if (kind == ReportKind::kCritcmp) return critcmp_report(root);
  if (kind == ReportKind::kAction) return action_report(root);
  return nanobench_report(root["results"]);
}

/// The key of the benchmarks in a report; empty if they are all of it.
const char* key_of_benchmarks(ReportKind kind) {
  switch (kind) {
    case ReportKind::kAction:
      return "";
    case ReportKind::kHyperfine:
    case ReportKind::kNanobench:
      return "results";
    default:
      return "benchmarks";
  }
}

/// Throws DataError for a copied report of a set: two would prove what one does
/// not.
void require_different_runs(const std::vector<ForeignReport>& reports) {
  std::map<std::string_view, const ForeignReport*> known;
  for (const ForeignReport& report : reports) {
    const auto [first, is_new] = known.emplace(report.content, &report);
    if (is_new) continue;
    throw DataError(report.file + ": the benchmarks are those of " +
                    first->second->file +
                    ", and each file counts as a run of its own; give each "
                    "run once");
  }
}

/// A benchmark in the reports that have it, by their places.
using InReports = std::map<std::size_t, const ReportedBenchmark*>;

/// Names in their first order, each with its benchmark in each report.
std::map<std::string, InReports> by_name(
    const std::vector<ForeignReport>& reports) {
  std::map<std::string, InReports> result;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const ReportedBenchmark& one : reports[i].report.benchmarks) {
      result[one.name][i] = &one;
    }
  }
  return result;
}

std::set<std::string> names_in(const std::vector<ForeignReport>& reports) {
  std::set<std::string> result;
  for (const ForeignReport& report : reports) {
    for (const ReportedBenchmark& one : report.report.benchmarks) {
      result.insert(one.name);
    }
  }
  return result;
}

/// The reports of each set, in their order.
std::map<std::string, std::vector<ForeignReport>> by_set(
    const std::vector<ForeignReport>& reports) {
  std::map<std::string, std::vector<ForeignReport>> result;
  for (const ForeignReport& report : reports) {
    result[report.set].push_back(report);
  }
  return result;
}

/// Returns `count` observations of that mean and deviation, or at most as many
/// of a mean that is as exact. Their order has no trend.
std::vector<double> spread_of(double mean, double deviation, double count,
                              double most) {
  const double taken = std::min(std::floor(count), most);
  const double pairs = std::floor(taken / 2);
  const double away =
      deviation * std::sqrt((taken - 1) / (2 * pairs) * (taken / count));
  std::vector<double> result;
  for (std::size_t i = 0; i < static_cast<std::size_t>(2 * pairs); ++i) {
    const bool is_above = (std::popcount(i) % 2) != 0;
    result.push_back(is_above ? mean + away : mean - away);
  }
  if (static_cast<double>(result.size()) < taken) result.push_back(mean);
  return result;
}

/// Returns what a name reads as, if other tools may mean that by it.
logic::Performance read_name(const std::string& name) {
  logic::Performance result = performance_of(name);
  const bool is_whole = result.generator.empty() && result.factory.empty() &&
                        result.revision.empty();
  return is_whole ? result : logic::Performance{name, {}, {}, {}, {}};
}

/// Names are the same to formulas if these are.
logic::Performance canonical(logic::Performance one) {
  one.method = logic::canonical_name(one.method);
  return one;
}

/// Returns the performances of names. Those that read as one stay names.
std::map<std::string, logic::Performance> performances_of(
    const std::set<std::string>& names) {
  std::map<logic::Performance, std::size_t> uses;
  std::map<std::string, logic::Performance> result;
  for (const std::string& name : names) {
    logic::Performance one = read_name(logic::in_a_line(name));
    ++uses[canonical(one)];
    result.emplace(name, std::move(one));
  }
  for (auto& [name, one] : result) {
    if (uses[canonical(one)] > 1) {
      one = {logic::in_a_line(name), {}, {}, {}, {}};
    }
  }
  return result;
}

/// Returns the performances that formulas cannot tell apart.
std::set<logic::Performance> same_to_formulas(
    const std::map<std::string, logic::Performance>& performances) {
  std::set<logic::Performance> known;
  std::set<logic::Performance> result;
  for (const auto& [name, one] : performances) {
    if (!known.insert(canonical(one)).second) result.insert(canonical(one));
  }
  return result;
}

GivenPerformance failed(std::string reason) {
  return {logic::Failure{std::move(reason)}, {}};
}

/// Runs of equal length, as levels.
std::optional<statistics::Hierarchy> levels_of(
    const std::vector<std::vector<double>>& runs) {
  std::vector<double> values;
  for (const std::vector<double>& run : runs) {
    if (run.size() != runs.front().size()) return std::nullopt;
    values.insert(values.end(), run.begin(), run.end());
  }
  return statistics::Hierarchy({runs.front().size(), runs.size()},
                               std::move(values));
}

/// The benchmark of one name in all reports, as far as it can be compared.
class Uniter {
 public:
  Uniter(const std::vector<ForeignReport>& reports, std::string metric,
         const std::map<std::string, InReports>& names)
      : reports_(reports), metric_(std::move(metric)) {
    // Reports may have more names than memory has room for so many each.
    std::size_t runs = 1;
    for (const auto& [name, all] : names) runs += all.size();
    most_ = std::clamp(4e6 / static_cast<double>(runs), 20.0, 10'000.0);
  }

  [[nodiscard]] GivenPerformance united(const std::string& name,
                                        const InReports& all) const {
    GivenPerformance result = failed({});
    std::vector<std::vector<double>> runs;
    std::vector<std::vector<double>> spread;
    for (const auto& [i, reported] : all) {
      const bool lacks = !reports_[i].is_of_one && i != runs.size();
      if (lacks) return lacking(name, runs.size());
      if (const ForeignFailure failure = failure_of(*reported)) {
        return failed(foreign_text(name) + ' ' +
                      foreign_text(to_text(failure, reports_[i].file)));
      }
      std::vector<double>& run = runs.emplace_back();
      for (const ForeignObservation& one : observations_of(*reported)) {
        run.push_back(*value_of(one, metric_));
        result.calls = std::max(result.calls, one.iterations);
      }
      if (!is_spread(*reported)) continue;
      spread.push_back(spread_of(run.front(),
                                 *value_of(*reported->deviation, metric_),
                                 reported->count, most_));
    }
    const bool lacks =
        !reports_.front().is_of_one && runs.size() < reports_.size();
    if (lacks) return lacking(name, runs.size());
    if (spread.size() == runs.size()) {
      result.spread = statistics::Sample(std::move(spread));
    }
    result.levels = levels_of(runs);
    result.observed = statistics::Sample(std::move(runs));
    return result;
  }

 private:
  [[nodiscard]] GivenPerformance lacking(const std::string& name,
                                         std::size_t report) const {
    return failed(foreign_text(name) + " is not in " + reports_[report].file +
                  ", and each report is a run of all benchmarks");
  }

  /// Whether a deviation of what is compared is known.
  [[nodiscard]] bool is_spread(const ReportedBenchmark& one) const {
    if (!one.deviation) return false;
    const auto value = value_of(*one.deviation, metric_);
    return value && *value >= 0 && *value < kLargestObservation;
  }

  /// What the report has of the metric: observations, or their mean.
  [[nodiscard]] std::span<const ForeignObservation> observations_of(
      const ReportedBenchmark& one) const {
    const bool has_mean_only =
        one.means && !lack(*one.means, metric_) &&
        std::ranges::all_of(one.observations,
                            [&](const ForeignObservation& each) {
                              return static_cast<bool>(lack(each, metric_));
                            });
    if (has_mean_only) return {&*one.means, 1};
    return one.observations;
  }

  [[nodiscard]] ForeignFailure failure_of(const ReportedBenchmark& one) const {
    if (one.failure) return one.failure;
    for (const ForeignObservation& each : observations_of(one)) {
      if (auto lacking = lack(each, metric_)) return lacking;
      if (std::abs(*value_of(each, metric_)) >= kLargestObservation) {
        return {"has an observation that is too large to calculate with"};
      }
    }
    return {};
  }

  const std::vector<ForeignReport>& reports_;
  std::string metric_;
  double most_;  ///< Observations that stand for a mean and its deviation.
};

/// Returns the remarks, each once with the files that it is about.
Warnings warnings_of(const std::vector<ForeignReport>& reports) {
  std::map<std::string, std::vector<std::string>> files;
  for (const ForeignReport& report : reports) {
    for (const std::string& one : report.report.remarks) {
      files[one].push_back(report.file);
    }
  }
  Warnings result;
  for (const auto& [remark, of] : files) {
    result.emplace_back(names_of_files(of) + ": " + remark);
  }
  return result;
}

[[noreturn]] void fail(const std::string& file, const std::string& text,
                       std::ptrdiff_t offset, const char* sentence) {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  throw DataError(file + ": " +
                  line_and_column(text, std::min(at, text.size())) + ": " +
                  sentence);
}

}  // namespace

ForeignReport json_report(const JsonText& text, ReportKind kind) {
  if (kind == ReportKind::kCriterion) {
    ToolReport report = criterion_report(text.root(), text.file());
    std::string content = report.benchmarks.empty()
                              ? std::string()
                              : report.benchmarks.front().name;
    content += text.root().dump();
    return {text.file(), std::move(content), std::move(report), {}, true};
  }
  const std::string key = key_of_benchmarks(kind);
  const JsonPlace top;
  const JsonPlace place = key.empty() ? top : top.at(key);
  const nlohmann::json& all = key.empty() ? text.root() : text.root()[key];
  if (kind != ReportKind::kCritcmp) text.require_array(all, place);
  ForeignReport result{text.file(), all.dump(), tool_report(text.root(), kind)};
  if (!result.report.benchmarks.empty()) return result;
  text.fail(place, "there are no benchmarks in this report");
}

std::vector<ForeignReport> csv_reports(const std::string& file,
                                       const std::string& text) {
  std::vector<ForeignReport> result;
  auto runs = csv_runs(text);
  if (!runs) return result;
  for (CsvRun& one : *runs) {
    const bool is_named = !one.run.empty();
    std::string name = file;
    if (is_named) name += ", run " + foreign_name(one.run);
    // In a copy of the file, the first run is that of this one.
    std::string content = result.empty() ? text : file + ' ' + one.run;
    result.push_back(
        {std::move(name), std::move(content), std::move(one.report)});
  }
  if (!result.empty()) return result;
  throw DataError(file + ": there are no rows behind the names of columns");
}

ForeignReport xml_report(const std::string& file, std::string text) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(
      text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    fail(file, text, parsed.offset,
         "this is not valid XML; let the program come to its end");
  }
  const pugi::xml_node root = document.document_element();
  const std::string_view name = root.name();
  if (name != "Catch" && name != "Catch2TestRun") {
    fail(file, text, root.offset_debug() - 1,
         "this is no report with benchmarks: of the reporters of Catch2 only "
         "xml has them (PROGRAM \"[!benchmark]\" --reporter xml "
         "--benchmark-samples 1)");
  }
  ToolReport report = catch2_report(document);
  if (report.benchmarks.empty()) {
    throw DataError(file +
                    ": there are no benchmarks in this report; select their "
                    "test cases: " +
                    kCatch2Remedy);
  }
  return {file, std::move(text), std::move(report)};
}

GivenObservations united(const std::vector<ForeignReport>& reports,
                         const MeasuredMetric& metric) {
  GivenObservations result;
  result.metric = to_text(metric);
  result.dimension =
      is_time(metric) ? logic::Dimension::kTime : logic::Dimension::kCount;
  result.warnings = warnings_of(reports);
  const auto performances = performances_of(names_in(reports));
  const auto same = same_to_formulas(performances);
  for (const auto& [set, of_set] : by_set(reports)) {
    require_different_runs(of_set);
    const auto names = by_name(of_set);
    const Uniter uniter(of_set, result.metric, names);
    for (const auto& [name, all] : names) {
      logic::Performance performance = performances.at(name);
      const bool is_same = same.contains(canonical(performance));
      performance.revision = set;
      result.performances.emplace(
          performance,
          is_same ? failed(foreign_text(name) + ' ' + to_text(name_of_two()))
                  : uniter.united(name, all));
    }
  }
  return result;
}

std::string names_of_files(const std::vector<std::string>& files) {
  const std::size_t others = files.size() - 1;
  if (others == 0) return files[0];
  return files[0] + " and " +
         (others == 1 ? files[1] : std::to_string(others) + " others");
}

}  // namespace spl::runner
