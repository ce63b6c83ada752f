#include "spl/logic/stated_statistic.hpp"

#include <algorithm>
#include <iterator>

#include "spl/logic/performance.hpp"

namespace spl::logic {
namespace {

constexpr std::string_view kQuantile = "quantile";

struct Function {
  std::string_view name;
  StatedStatistic stated;
};

constexpr Function kFunctions[] = {
    {"mean", {Statistic::kMean}},         {"typical", {Statistic::kTypical}},
    {"median", {Statistic::kMedian}},     {"p50", {Statistic::kTypical, 0.50}},
    {"p90", {Statistic::kTypical, 0.90}}, {"p95", {Statistic::kTypical, 0.95}},
    {"p99", {Statistic::kTypical, 0.99}}, {kQuantile, {Statistic::kTypical}},
};

}  // namespace

std::string_view to_text(Statistic statistic) {
  switch (statistic) {
    case Statistic::kBoth:
      return "both";
    case Statistic::kTypical:
      return "typical";
    case Statistic::kMean:
      return "mean";
    case Statistic::kMedian:
      return "median";
  }
  return {};
}

std::string to_text(const StatedStatistic& stated) {
  if (!stated.quantile) return std::string(to_text(stated.statistic));
  for (const Function& one : kFunctions) {
    if (one.stated == stated) return std::string(one.name);
  }
  return std::string(kQuantile) + ' ' + to_text(Value(*stated.quantile));
}

std::optional<StatedStatistic> statistic_called(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &Function::name);
  if (found == std::end(kFunctions)) return std::nullopt;
  return found->stated;
}

bool takes_fraction(std::string_view name) { return name == kQuantile; }

}  // namespace spl::logic
