#include "runner/tools/tool_report.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace spl::runner {
namespace google_benchmark_rows {
namespace {

using nlohmann::json;

bool is_true(const json& row, const char* key) {
  return value_at(row, key) == true;
}

double nanoseconds_in(const json& row) {
  static const std::map<std::string, double> kUnits{
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto known = kUnits.find(text_at(row, "time_unit"));
  return known == kUnits.end() ? kNoValue : known->second;
}

/// Returns all numbers that every benchmark does not have: the user's counters,
/// rates, and what a memory manager counts.
std::map<std::string, double> counters_of(const json& row) {
  static const std::set<std::string> kOthers{
      "family_index", "per_family_instance_index",
      "repetitions",  "repetition_index",
      "threads",      "iterations",
      "real_time",    "cpu_time"};
  std::map<std::string, double> result;
  for (const auto& [key, value] : row.items()) {
    if (kOthers.contains(key)) continue;
    if (value.is_number()) result.emplace(key, value.get<double>());
    if (value.is_null()) result.emplace(key, kNoValue);
  }
  return result;
}

ForeignObservation observation_of(const json& row) {
  const double unit = nanoseconds_in(row);
  return {unit * number_at(row, "real_time"), unit * number_at(row, "cpu_time"),
          number_at(row, "iterations", 1), counters_of(row)};
}

ForeignFailure failure_of(const json& row) {
  if (is_true(row, "error_occurred")) {
    return {"failed", text_at(row, "error_message")};
  }
  if (is_true(row, "skipped")) {
    return {"was skipped", text_at(row, "skip_message")};
  }
  return {};
}

class Reader {
 public:
  explicit Reader(const json& rows) : rows_(rows) {
    for (const json& row : rows) {
      if (row.is_object()) names_.insert(text_at(row, "name"));
    }
  }

  ToolReport read() {
    for (const json& row : rows_) {
      if (row.is_object()) take(row);
    }
    leave_nameless_out();
    for (std::size_t i = 0; i < report_.benchmarks.size(); ++i) {
      summarise(aggregates_[i], report_.benchmarks[i]);
    }
    return std::move(report_);
  }

 private:
  void leave_nameless_out() {
    const auto found = places_.find("");
    if (found == places_.end()) return;
    const auto at = static_cast<std::ptrdiff_t>(found->second);
    report_.benchmarks.erase(report_.benchmarks.begin() + at);
    aggregates_.erase(aggregates_.begin() + at);
    report_.remarks.emplace_back(kNameless);
  }

  void take(const json& row) {
    const std::string suffix = aggregate_of(row);
    // A fit over the sizes of a family is of no benchmark.
    if (suffix == "_BigO" || suffix == "_RMS") return;
    std::string name = text_at(row, "run_name");
    if (name.empty()) {
      name = text_at(row, "name");
      name.resize(name.size() - (name.ends_with(suffix) ? suffix.size() : 0));
    }
    ReportedBenchmark& one = benchmark(name);
    if (!suffix.empty()) {
      aggregates_[index_of(one)].emplace(suffix, &row);
      return;
    }
    if (one.failure) return;
    one.failure = failure_of(row);
    if (one.failure) return;
    const double index = number_at(row, "repetition_index", -1);
    if (index >= 0 && !known_.emplace(index_of(one), index).second) {
      one.failure = name_of_two();
      return;
    }
    one.observations.push_back(observation_of(row));
  }

  /// Rows of aggregates, by the ends of their names.
  using Aggregates = std::map<std::string, const json*>;

  [[nodiscard]] std::size_t index_of(const ReportedBenchmark& one) const {
    return static_cast<std::size_t>(&one - report_.benchmarks.data());
  }

  /// Takes mean and deviation of a benchmark without repetitions.
  static void summarise(const Aggregates& rows, ReportedBenchmark& one) {
    if (one.failure || !one.observations.empty()) return;
    const auto mean = rows.find("_mean");
    if (mean == rows.end()) {
      one.failure = {"reports only aggregates", "the mean is not among them"};
      return;
    }
    one.observations.push_back(observation_of(*mean->second));
    one.count = number_at(*mean->second, "repetitions",
                          number_at(*mean->second, "iterations", 1));
    // How many iterations a repetition has is not said; not one, as a rule.
    one.observations.front().iterations = std::max(one.count, 2.0);
    const auto deviation = rows.find("_stddev");
    if (deviation == rows.end() || one.count < 2) return;
    one.deviation = observation_of(*deviation->second);
  }

  /// Returns the end of an aggregate's name; empty for repetitions. Reports
  /// before 1.5 do not say what is one.
  [[nodiscard]] std::string aggregate_of(const json& row) const {
    const std::string name = text_at(row, "name");
    const std::string aggregate = text_at(row, "aggregate_name");
    if (!aggregate.empty()) return '_' + aggregate;
    if (text_at(row, "run_type") == "aggregate" || row.contains("rms") ||
        row.contains("cpu_coefficient")) {
      const std::size_t at = name.rfind('_');
      return at == name.npos ? "_" : name.substr(at);
    }
    if (row.contains("run_type")) return {};
    for (std::string suffix : {"_mean", "_median", "_stddev", "_cv"}) {
      if (!name.ends_with(suffix)) continue;
      const std::string base = name.substr(0, name.size() - suffix.size());
      const bool has_others =
          names_.contains(base + "_mean") && names_.contains(base + "_stddev");
      if (names_.contains(base) || has_others) return suffix;
    }
    return {};
  }

  ReportedBenchmark& benchmark(const std::string& name) {
    const auto [at, is_new] = places_.emplace(name, report_.benchmarks.size());
    if (is_new) {
      report_.benchmarks.push_back({name});
      aggregates_.emplace_back();
    }
    return report_.benchmarks[at->second];
  }

  const json& rows_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, std::size_t> places_;
  std::set<std::pair<std::size_t, double>> known_;  ///< Repetitions.
  std::vector<Aggregates> aggregates_;              ///< Of each benchmark.
  ToolReport report_;
};

}  // namespace
}  // namespace google_benchmark_rows

ToolReport google_benchmark_report(const nlohmann::json& root) {
  return google_benchmark_rows::Reader(root.at("benchmarks")).read();
}

}  // namespace spl::runner
