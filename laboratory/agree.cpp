// Whether evaluations agree: ten of each of twenty kinds of code, with other
// seeds and names, whose intervals overlap as their confidence says. Code that
// learns its input agrees with a warm-up of 100 ms, too, unless the report says
// that it needs one.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"

namespace {

constexpr std::size_t kEvaluations = 10;
constexpr double kNormalAt99 = 2.326;

struct Interval {
  double lower = 0;
  double upper = 0;
  bool is_told = false;  // That it is not settled.

  [[nodiscard]] bool overlaps(const Interval& other) const {
    return lower <= other.upper && other.lower <= upper;
  }
  /// On the logarithmic scale; squared.
  [[nodiscard]] double centre() const { return std::log(lower * upper) / 2; }
  [[nodiscard]] double variance() const {
    const double error = std::log(upper / lower) / 2 / kNormalAt99;
    return error * error;
  }
};

struct Kind {
  std::string name;
  std::string options;
  bool learns = false;
  std::string reference = "settled";
};

struct Agreement {
  std::size_t pairs = 0;
  std::size_t disjoint = 0;
  std::size_t most_disjoint = 0;  // In a kind.
  std::size_t untold = 0;
  std::size_t open = 0;  // Evaluations without an interval.
  double spread = 0;  // Variances of centres, and those that intervals imply.
  double implied = 0;
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"),
                                                   pclose);
  std::string output;
  char part[4096];
  while (std::fgets(part, sizeof part, pipe.get()) != nullptr) output += part;
  return output;
}

Interval evaluated(const Kind& kind, std::size_t name,
                   const std::string& options) {
  static const char* const kNames[] = {
      "_a", "_again", "_under_a_name_of_some_fifty_letters_or_more"};
  const std::string command =
      "'" SPL_BENCH_SPL_RUN "' -p '" SPL_BENCH_AGREE_WORKLOADS "' --json=- " +
      options + " -e '" + kind.name + kNames[name % 3] +
      "() <= " + kind.reference + kNames[name / 3 % 3] + "()' 2> /dev/null";
  const auto report = nlohmann::json::parse(output_of(command));
  const auto& relation = report["formulas"][0]["relations"][0];
  const auto& ratio = relation["ratio"];
  const auto limit = [&](const char* key, double none) {
    return ratio.contains(key) && ratio[key].is_number()
               ? ratio[key].get<double>()
               : none;
  };
  constexpr double kNone = 1e300;
  return {limit("lower", 0), limit("upper", kNone),
          relation.contains("unsettled")};
}

void add(const Kind& kind, Agreement& sum) {
  std::vector<Interval> all;
  std::size_t disjoint = 0;
  double centre = 0;
  double squares = 0;
  double implied = 0;
  for (std::size_t i = 0; i < kEvaluations; ++i) {
    all.push_back(
        evaluated(kind, i, kind.options + " -s seed=" + std::to_string(i + 1)));
    const Interval& one = all.back();
    for (std::size_t j = 0; j < i; ++j) {
      if (!one.overlaps(all[j])) ++disjoint;
    }
    std::printf("%-22s %.4g .. %.4g%s\n", kind.name.c_str(), one.lower,
                one.upper, one.is_told ? "  not settled, and told" : "");
    std::fflush(stdout);
  }
  std::size_t closed = 0;
  for (const Interval& one : all) {
    if (one.lower <= 0 || one.upper > 1e299) continue;
    ++closed;
    centre += one.centre();
    squares += one.centre() * one.centre();
    implied += one.variance();
  }
  sum.open += kEvaluations - closed;
  if (closed > 1) {
    const auto count = static_cast<double>(closed);
    sum.spread += (squares - centre * centre / count) / (count - 1);
    sum.implied += implied / count;
  }
  sum.pairs += kEvaluations * (kEvaluations - 1) / 2;
  sum.disjoint += disjoint;
  sum.most_disjoint = std::max(sum.most_disjoint, disjoint);
  if (!kind.learns) return;
  const Interval warm = evaluated(kind, 0, "-s warmup=100ms --budget 30s");
  std::printf("%-22s %.4g .. %.4g  after 100 ms\n", kind.name.c_str(),
              warm.lower, warm.upper);
  for (const Interval& one : all) {
    if (!one.is_told && !one.overlaps(warm)) ++sum.untold;
  }
}

}  // namespace

/// Kinds may be named.
int main(int argc, char** argv) {
  const std::vector<Kind> kinds = {
      {"decoder", "", true},
      {"tokenizer", "", true},
      {"interpreter", "", true},
      {"expression", "", true},
      {"sort_of_one_input", "", true},
      {"sort_of_fresh_input", ""},
      {"search_of_fresh_keys", ""},
      {"hash_table", ""},
      {"tree_of_keys", ""},
      {"growth_of_a_vector", ""},
      {"small_objects", ""},
      {"large_blocks", ""},
      {"strings", ""},
      {"sum", ""},
      {"hashing", ""},
      {"copy", ""},
      {"chase", ""},
      {"long_call", ""},
      {"strings", "-s warmup=0"},
      {"tree_of_keys", "--metric allocations", false, "strings"}};
  Agreement sum;
  for (const Kind& kind : kinds) {
    bool is_asked = argc < 2;
    for (int i = 1; i < argc; ++i) is_asked |= kind.name == argv[i];
    if (is_asked) add(kind, sum);
  }
  const double share = 100 * static_cast<double>(sum.disjoint) /
                       static_cast<double>(std::max<std::size_t>(sum.pairs, 1));
  bool met = spl::bench::report(
      "pairs of evaluations whose intervals are disjoint, percent", share, 0.6);
  met &= spl::bench::report("most disjoint pairs of a kind",
                            static_cast<double>(sum.most_disjoint), 2);
  met &= spl::bench::report("spread of evaluations, of what intervals imply",
                            std::sqrt(sum.spread / sum.implied), 1.2);
  met &= spl::bench::report("evaluations unlike a long warm-up, and not told",
                            static_cast<double>(sum.untold), 0);
  std::printf("evaluations without an interval: %zu\n", sum.open);
  return met ? 0 : 1;
}
