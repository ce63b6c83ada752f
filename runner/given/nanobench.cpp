#include "runner/given/nanobench.hpp"

#include <algorithm>

#include "runner/given/foreign_report.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using workload::Metric;

/// A metric and its key in measurements.
struct Measure {
  Metric metric;
  const char* key;
  double factor;  ///< From nanobench's unit to ours.
};

constexpr Measure kMeasures[] = {{Metric::kWall, "elapsed", 1e9},
                                 {Metric::kInstructions, "instructions", 1},
                                 {Metric::kCycles, "cpucycles", 1},
                                 {Metric::kBranchMisses, "branchmisses", 1},
                                 {Metric::kPageFaults, "pagefaults", 1}};

/// The title of a Bench without one.
constexpr const char* kDefaultTitle = "benchmark";

const Measure& measure_of(Metric metric, const JsonText& report) {
  const auto* found = std::find_if(
      std::begin(kMeasures), std::end(kMeasures),
      [&](const Measure& known) { return known.metric == metric; });
  if (found != std::end(kMeasures)) return *found;
  throw DataError(report.file() +
                  ": reports of nanobench are taken for --metric wall, "
                  "instructions, cycles, branch-misses and page-faults, not "
                  "for " +
                  std::string(workload::to_text(metric)));
}

class NanobenchReader {
 public:
  NanobenchReader(const JsonText& text, const Measure& measure)
      : text_(text), measure_(measure) {}

  ForeignRun read() {
    const JsonPlace top;
    const JsonPlace place = top.at("results");
    const json& results = text_.root()["results"];
    text_.require_array(results, place);
    if (results.empty()) {
      text_.fail(place, "there are no results in this report");
    }
    std::vector<NamedBenchmark> benchmarks;
    for (std::size_t i = 0; i < results.size(); ++i) {
      benchmarks.push_back(benchmark(results[i], place.at(i)));
    }
    require_counted(place);
    return named_run(std::move(benchmarks), text_.file(),
                     "give each run() of a title a name of its own");
  }

  /// Whether benchmarks differ in how much of their unit an iteration has.
  [[nodiscard]] bool has_batches() const { return has_batches_; }

 private:
  NamedBenchmark benchmark(const json& result, const JsonPlace& place) {
    NamedBenchmark one;
    one.name =
        text_.text(text_.member(result, place, "name"), place.at("name"));
    const json title = result.value("title", json());
    if (title.is_string() && title != kDefaultTitle) {
      one.group = title.get<std::string>();
    }
    one.place = to_text(place);
    one.benchmark.observations = measurements(result, place);
    const json batch = result.value("batch", json(1));
    has_batches_ = has_batches_ || (batch_ && *batch_ != batch);
    batch_ = batch;
    return one;
  }

  std::vector<double> measurements(const json& result, const JsonPlace& place) {
    const JsonPlace inner = place.at("measurements");
    const auto found = result.find("measurements");
    if (found == result.end()) {
      text_.fail(place,
                 "only medians are here, not the measurements; render the "
                 "report with ankerl::nanobench::templates::json()");
    }
    text_.require_array(*found, inner);
    if (found->empty()) text_.fail(inner, "expected at least one measurement");
    std::vector<double> values;
    for (std::size_t i = 0; i < found->size(); ++i) {
      values.push_back(value((*found)[i], inner.at(i)));
    }
    return values;
  }

  double value(const json& measurement, const JsonPlace& place) {
    const json& number = text_.member(measurement, place, measure_.key);
    const JsonPlace inner = place.at(measure_.key);
    const double value = measure_.factor * text_.number(number, inner);
    const std::string wrong = wrong_observation(value, measure_.metric);
    if (!wrong.empty()) text_.fail(inner, wrong);
    const json instructions = measurement.value("instructions", json());
    has_counts_ = has_counts_ || value != 0 ||
                  (instructions.is_number() && instructions != 0);
    return value;
  }

  /// Throws if the counts are those that nanobench writes for want of counters.
  void require_counted(const JsonPlace& place) const {
    if (workload::is_time(measure_.metric) || has_counts_) return;
    text_.fail(place, "\"" + std::string(measure_.key) +
                          "\" is 0 everywhere, as it is where the processor's "
                          "counters may not be used; allow that (sysctl "
                          "kernel.perf_event_paranoid=1) and run it again");
  }

  const JsonText& text_;
  const Measure& measure_;
  std::optional<json> batch_;  ///< The batch of the benchmark before.
  bool has_batches_ = false;
  bool has_counts_ = false;
};

}  // namespace

GivenObservations nanobench_observations(const std::vector<JsonText>& reports,
                                         Metric metric) {
  const Measure& measure = measure_of(metric, reports.front());
  std::vector<ForeignReport> all;
  std::vector<std::string> batches;
  for (const JsonText& report : reports) {
    NanobenchReader reader(report, measure);
    ForeignRun run = reader.read();
    all.push_back(
        {report.file(), report.root()["results"].dump(), std::move(run)});
    if (reader.has_batches()) batches.push_back(report.file());
  }
  GivenObservations result = united(all, metric);
  if (!batches.empty()) {
    result.warnings.push_back(
        names_of_files(batches) +
        ": the \"batch\" of the benchmarks differs; what is compared here is "
        "an iteration, while nanobench's table divides it by its batch");
  }
  return result;
}

}  // namespace spl::runner
