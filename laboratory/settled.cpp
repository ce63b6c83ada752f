// Whether evaluations of code that learns its input agree: ten of each of five
// workloads, whose intervals overlap as their confidence says, and which agree
// with a warm-up of 100 ms unless the report says that they need one.
#include <cstddef>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"

namespace {

constexpr std::size_t kEvaluations = 10;

struct Interval {
  double lower = 0;
  double upper = 0;
  bool is_told = false;  // That it is not settled.

  [[nodiscard]] bool overlaps(const Interval& other) const {
    return lower <= other.upper && other.lower <= upper;
  }
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"),
                                                   pclose);
  std::string output;
  char part[4096];
  while (std::fgets(part, sizeof part, pipe.get()) != nullptr) output += part;
  return output;
}

Interval evaluated(const std::string& workload, const std::string& options) {
  const std::string command =
      "'" SPL_BENCH_SPL_RUN "' -p '" SPL_BENCH_SETTLED_WORKLOADS "' --json=- " +
      options + " -e '" + workload + " <= settled(10000)' 2> /dev/null";
  const auto report = nlohmann::json::parse(output_of(command));
  const auto& relation = report["formulas"][0]["relations"][0];
  const auto& ratio = relation["ratio"];
  const auto limit = [&](const char* name, double none) {
    return ratio[name].is_number() ? ratio[name].get<double>() : none;
  };
  constexpr double kNone = 1e300;
  return {limit("lower", 0), limit("upper", kNone),
          relation.contains("unsettled")};
}

}  // namespace

int main() {
  std::size_t disjoint = 0;
  std::size_t pairs = 0;
  std::size_t untold = 0;
  for (const std::string workload :
       {"decoder(6000)", "tokenizer(4000)", "interpreter(3000)",
        "expression(60)", "sort(2000)"}) {
    const Interval warm = evaluated(workload, "-s warmup=100ms --budget 30s");
    std::vector<Interval> all;
    for (std::size_t i = 0; i < kEvaluations; ++i) {
      all.push_back(evaluated(workload, "-s seed=" + std::to_string(i + 1)));
      const Interval& one = all.back();
      if (!one.is_told && !one.overlaps(warm)) ++untold;
      for (std::size_t j = 0; j < i; ++j, ++pairs) {
        if (!one.overlaps(all[j])) ++disjoint;
      }
      std::printf("%-18s %.4f .. %.4f%s\n", workload.c_str(), one.lower,
                  one.upper, one.is_told ? "  not settled, and told" : "");
    }
    std::printf("%-18s %.4f .. %.4f  after 100 ms\n", workload.c_str(),
                warm.lower, warm.upper);
  }
  const double share =
      100 * static_cast<double>(disjoint) / static_cast<double>(pairs);
  bool met = spl::bench::report(
      "pairs of evaluations whose intervals are disjoint, percent", share, 0.6);
  met &= spl::bench::report("evaluations unlike a long warm-up, and not told",
                            static_cast<double>(untold), 0);
  return met ? 0 : 1;
}
