// Whether evaluations agree: ten of each of twenty kinds of code, with other
// seeds and names, whose intervals overlap as their confidence says. One after
// the other, they also differ by the state in which each meets the host, and
// code that learns its input agrees with a warm-up of 100 ms, too, unless the
// report says that it needs one. Together, block by block in turn, all of them
// meet the same states: what differs then is drawn by SPL.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "laboratory/agree/turns.hpp"
#include "laboratory/figure.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace {

constexpr std::size_t kEvaluations = 10;
constexpr double kNormalAt99 = 2.326;
/// Of evaluations together, for which waiting would count as measuring.
constexpr const char* kBlocks = " --runs 40 -s observations-in-json";

struct Interval {
  double lower = 0;
  double upper = 0;
  bool is_told = false;             // That it is not settled.
  std::vector<double> blocks = {};  // Logarithms of their ratios, if asked for.

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
  std::vector<double> within_turns = {};  // Of each kind; see below.
};

std::string command_of(const Kind& kind, std::size_t name,
                       const std::string& options, const std::string& report) {
  static const char* const kNames[] = {
      "_a", "_again", "_under_a_name_of_some_fifty_letters_or_more"};
  return "'" SPL_BENCH_SPL_RUN "' -p '" SPL_BENCH_AGREE_WORKLOADS "' --json='" +
         report + "' " + options + " -e '" + kind.name + kNames[name % 3] +
         "() <= " + kind.reference + kNames[name / 3 % 3] +
         "()' > /dev/null 2>&1";
}

/// Returns the blocks' ratios of typical calls to the reference; empty if the
/// report has no observations.
std::vector<double> blocks_in(const nlohmann::json& report,
                              const std::string& reference) {
  std::map<std::size_t, double> blocks;
  for (const auto& one : report.at("performances")) {
    if (!one.contains("data")) continue;
    const bool is_reference =
        one.at("name").get<std::string>().starts_with(reference);
    for (std::size_t i = 0; i < one["data"].size(); ++i) {
      const double typical = spl::statistics::run_statistic(
          one["data"][i].get<std::vector<double>>(),
          spl::statistics::RunStatistic::kTrimmed);
      blocks[one["run_details"][i]["block"].get<std::size_t>()] +=
          (is_reference ? -1 : 1) * std::log(typical);
    }
  }
  std::vector<double> result;
  for (const auto& [block, ratio] : blocks) result.push_back(ratio);
  return result;
}

/// Returns the variance of evaluations over that which blocks of one turn, at
/// which the host is in one state, imply: 1 if an evaluation draws nothing that
/// its blocks do not draw. Zero if nothing varies.
double within_turns(const std::vector<Interval>& all) {
  std::size_t turns = all.front().blocks.size();
  for (const Interval& one : all) turns = std::min(turns, one.blocks.size());
  std::vector<double> sums(all.size());
  double squares = 0;
  for (std::size_t turn = 0; turn < turns; ++turn) {
    double mean = 0;
    for (const Interval& one : all) {
      mean += one.blocks[turn] / static_cast<double>(all.size());
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double own = all[i].blocks[turn] - mean;
      sums[i] += own;
      squares += own * own;
    }
  }
  double between = 0;
  for (const double sum : sums) {
    between += sum * sum / static_cast<double>(turns);
  }
  const double within = squares - between;
  return within > 0 ? between / within * static_cast<double>(turns - 1) : 0;
}

Interval interval_in(const std::string& report, const std::string& reference) {
  std::ifstream file(report);
  const auto read = nlohmann::json::parse(file);
  const auto& relation = read.at("formulas").at(0).at("relations").at(0);
  const auto& ratio = relation["ratio"];
  const auto limit = [&](const char* key, double none) {
    return ratio.contains(key) && ratio[key].is_number()
               ? ratio[key].get<double>()
               : none;
  };
  constexpr double kNone = 1e300;
  return {limit("lower", 0), limit("upper", kNone),
          relation.contains("unsettled"), blocks_in(read, reference)};
}

std::vector<Interval> evaluated(const Kind& kind, bool together) {
  const spl::runner::TemporaryFolder folder("agree");
  const auto report = [&](std::size_t i) {
    return (folder.path() / ("report" + std::to_string(i))).string();
  };
  std::vector<std::string> commands;
  for (std::size_t i = 0; i < kEvaluations; ++i) {
    const std::string options =
        kind.options + (together ? kBlocks : "") + " -s seed=";
    commands.push_back(
        command_of(kind, i, options + std::to_string(i + 1), report(i)));
    if (!together) spl::bench::Child(commands.back()).wait();
  }
  if (together) spl::bench::take_turns(commands, folder.path());
  std::vector<Interval> all;
  for (std::size_t i = 0; i < kEvaluations; ++i) {
    all.push_back(interval_in(report(i), kind.reference));
  }
  return all;
}

void add(const Kind& kind, bool together, Agreement& sum) {
  const std::vector<Interval> all = evaluated(kind, together);
  std::size_t disjoint = 0;
  std::size_t closed = 0;
  double centre = 0;
  double squares = 0;
  double implied = 0;
  for (std::size_t i = 0; i < kEvaluations; ++i) {
    const Interval& one = all[i];
    for (std::size_t j = 0; j < i; ++j) {
      if (!one.overlaps(all[j])) ++disjoint;
    }
    std::printf("%-22s %.4g .. %.4g%s\n", kind.name.c_str(), one.lower,
                one.upper, one.is_told ? "  not settled, and told" : "");
    if (one.lower <= 0 || one.upper > 1e299) continue;
    ++closed;
    centre += one.centre();
    squares += one.centre() * one.centre();
    implied += one.variance();
  }
  sum.open += kEvaluations - closed;
  if (closed > 1) {
    const auto count = static_cast<double>(closed);
    const double spread = (squares - centre * centre / count) / (count - 1);
    std::printf("%-22s %zu pairs disjoint, spread %.2f\n", kind.name.c_str(),
                disjoint,
                implied > 0 ? std::sqrt(spread * count / implied) : 0);
    sum.spread += spread;
    sum.implied += implied / count;
  }
  if (together && implied > 0) {
    sum.within_turns.push_back(within_turns(all));
    std::printf("%-22s %.2f of the variance within turns\n", kind.name.c_str(),
                sum.within_turns.back());
  }
  std::fflush(stdout);
  sum.pairs += kEvaluations * (kEvaluations - 1) / 2;
  sum.disjoint += disjoint;
  sum.most_disjoint = std::max(sum.most_disjoint, disjoint);
  if (!kind.learns || together) return;
  const spl::runner::TemporaryFolder folder("agree");
  const std::string report = folder.path().string() + "/report";
  spl::bench::Child(command_of(kind, 0, "-s warmup=100ms --budget 30s", report))
      .wait();
  const Interval warm = interval_in(report, kind.reference);
  std::printf("%-22s %.4g .. %.4g  after 100 ms\n", kind.name.c_str(),
              warm.lower, warm.upper);
  for (const Interval& one : all) {
    if (!one.is_told && !one.overlaps(warm)) ++sum.untold;
  }
}

/// Whether the goals are met: the share of disjoint pairs, where its interval
/// reaches the goal.
bool report(const Agreement& sum, bool together) {
  const auto share = spl::statistics::rate_interval(sum.disjoint, sum.pairs);
  std::printf("pairs of evaluations whose intervals are disjoint: %zu of %zu\n",
              sum.disjoint, sum.pairs);
  bool met = spl::bench::report("their share, percent: at least",
                                100 * share.lower, 0.6);
  std::printf("%-58s %7.3f\n", "their share, percent: at most",
              100 * share.upper);
  met &= spl::bench::report("most disjoint pairs of a kind",
                            static_cast<double>(sum.most_disjoint), 2);
  met &= spl::bench::report("spread of evaluations, of what intervals imply",
                            std::sqrt(sum.spread / sum.implied), 1.2);
  if (together) {
    double mean = 0;
    for (const double one : sum.within_turns) {
      mean += one / static_cast<double>(sum.within_turns.size());
    }
    met &= spl::bench::report("the same, of what blocks of one turn imply",
                              std::sqrt(mean), 1.2);
  } else {
    met &= spl::bench::report("evaluations unlike a long warm-up, and not told",
                              static_cast<double>(sum.untold), 0);
  }
  std::printf("evaluations without an interval: %zu\n", sum.open);
  return met;
}

}  // namespace

/// `--together` comes first; then kinds may be named.
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
  const bool together = argc > 1 && std::string_view(argv[1]) == "--together";
  const int first = together ? 2 : 1;
  Agreement sum;
  for (const Kind& kind : kinds) {
    bool is_asked = argc <= first;
    for (int i = first; i < argc; ++i) is_asked |= kind.name == argv[i];
    if (is_asked) add(kind, together, sum);
  }
  return report(sum, together) ? 0 : 1;
}
