#include "runner/tools/translator.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>

namespace spl::runner {
namespace {

using workload::Metric;

std::vector<double> values_of(const std::vector<ForeignObservation>& counted,
                              const std::string& name) {
  std::vector<double> result;
  result.reserve(counted.size());
  for (const ForeignObservation& one : counted) {
    result.push_back(*value_of(one, name));
  }
  return result;
}

std::uint64_t wall_ns(const std::vector<ForeignObservation>& observations) {
  double sum = 0;
  for (const ForeignObservation& one : observations) {
    if (one.wall > 0) sum += one.wall * one.iterations;
  }
  constexpr double kMost = 1e18;  // What the number of ns holds, and more.
  return static_cast<std::uint64_t>(std::clamp(sum, 0.0, kMost));
}

}  // namespace

std::string ForeignRequest::name_of(std::size_t position) const {
  const bool is_counter =
      position < counters.size() && !counters[position].empty();
  return is_counter ? counters[position]
                    : std::string(workload::to_text(metrics[position]));
}

std::string lack_of_counters(const ForeignObservation& one,
                             const ForeignRequest& request) {
  for (std::size_t i = 0; i < request.metrics.size(); ++i) {
    if (const auto found = lack(one, request.name_of(i))) return to_text(found);
  }
  return {};
}

bool Translator::never(const ForeignRequest& /*request*/,
                       const ForeignOutcome& /*outcome*/) {
  return false;
}

std::optional<std::string> answer_text(const Translator& translator,
                                       const ForeignRequest& request,
                                       const ForeignOutcome& outcome) {
  if (request.task == workload::Request::Task::kCatalogue) {
    const auto catalogue = translator.catalogue(request, outcome);
    if (!catalogue) return std::nullopt;
    return workload::encode(*catalogue);
  }
  const auto run = translator.run(request, outcome);
  if (!run) return std::nullopt;
  return workload::encode(*run);
}

workload::EntryFacts foreign_workload(std::string name) {
  workload::EntryFacts facts;
  facts.kind = workload::EntryFacts::Kind::kWorkload;
  facts.name = std::move(name);
  return facts;
}

void add_entries(const ToolReport& report, workload::CatalogueAnswer& answer) {
  std::set<std::string> known;
  for (const ReportedBenchmark& one : report.benchmarks) {
    if (!known.insert(one.name).second) continue;
    answer.entries.push_back(foreign_workload(one.name));
  }
}

std::vector<workload::MissingMetric> missing_metrics(
    const std::vector<Metric>& recorded, const std::string& reason) {
  std::vector<workload::MissingMetric> missing;
  for (std::size_t i = 0; i < std::size(workload::kMetricNames); ++i) {
    const auto one = static_cast<Metric>(i);
    const bool is_recorded =
        workload::is_of_valgrind(one) ||  // Whatever is executed.
        std::ranges::find(recorded, one) != recorded.end();
    if (!is_recorded) missing.push_back({one, reason});
  }
  return missing;
}

workload::RunAnswer failed_run(std::string failure) {
  workload::RunAnswer answer;
  answer.failure = std::move(failure);
  return answer;
}

workload::RunAnswer answer_of(
    const std::vector<ForeignObservation>& observations, std::size_t warmup,
    const ForeignRequest& request) {
  const std::size_t dropped = std::min(warmup, observations.size() - 1);
  const auto first =
      observations.begin() + static_cast<std::ptrdiff_t>(dropped);
  const std::size_t count = std::min<std::size_t>(
      request.observations, observations.size() - dropped);
  const std::vector<ForeignObservation> before(observations.begin(), first);
  const std::vector<ForeignObservation> counted(
      first, first + static_cast<std::ptrdiff_t>(count));
  workload::RunAnswer answer;
  answer.warmup = dropped;
  answer.iterations =
      static_cast<std::uint64_t>(std::llround(counted.front().iterations));
  answer.warmup_ns = wall_ns(before);
  answer.counted_ns = wall_ns(counted);
  answer.observations = values_of(counted, request.name_of(0));
  for (std::size_t i = 1; i < request.metrics.size(); ++i) {
    answer.others.push_back(values_of(counted, request.name_of(i)));
  }
  return answer;
}

const Translator* translator(Framework framework) {
  switch (framework) {
    case Framework::kGoogleBenchmark:
      return &google_benchmark_program();
    case Framework::kCatch2:
      return &catch2_program();
    case Framework::kNanobench:
      return &nanobench_program();
    case Framework::kSpl:
    case Framework::kUnknown:
      break;
  }
  return nullptr;
}

}  // namespace spl::runner
