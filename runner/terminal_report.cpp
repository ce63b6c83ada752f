#include "runner/terminal_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "spl/statistics/summary.hpp"

namespace spl::runner {
namespace {

using logic::Verdict;

constexpr std::string_view kGreen = "\033[32m";
constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kYellow = "\033[33m";
constexpr std::string_view kPlain = "\033[0m";

std::string_view color(Verdict verdict) {
  if (verdict == Verdict::kHolds) return kGreen;
  return verdict == Verdict::kViolated ? kRed : kYellow;
}

/// 1.852, 12.3, 0.00123: four digits tell ratios apart that matter.
std::string ratio_text(double ratio) { return fmt::format("{:.4g}", ratio); }

std::string percent(double share) {
  return fmt::format("{:.2g} %", share * 100);
}

std::string time_text(double nanoseconds, logic::Dimension dimension) {
  if (dimension == logic::Dimension::kCount) {
    return fmt::format("{:.4g}", nanoseconds);
  }
  static constexpr std::pair<double, std::string_view> kUnits[] = {
      {1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
  for (const auto& [size, name] : kUnits) {
    if (std::abs(nanoseconds) >= size) {
      return fmt::format("{:.4g} {}", nanoseconds / size, name);
    }
  }
  return fmt::format("{:.4g} ns", nanoseconds);
}

class Writer {
 public:
  Writer(const Report& report, Detail detail, Colors colors)
      : report_(report),
        detail_(detail),
        colors_(colors),
        dimension_(report.dimension) {}

  std::string write() {
    measure_columns();
    if (report_.bisection) write(*report_.bisection);
    for (const FormulaReport& formula : report_.formulas) write(formula);
    if (report_.ranking) write(*report_.ranking);
    for (const SensitivityReport& one : report_.sensitivity) write(one);
    if (report_.planning) write(*report_.planning);
    for (const SelfTest& one : report_.self_tests) write(one);
    if (detail_ == Detail::kVerbose) write_performances();
    if (detail_ == Detail::kVerbose) write_hosts();
    for (const RevisionReport& one : report_.revisions) {
      text_ += (one.name.empty() ? "without @" : '@' + one.name) + ": " +
               to_text(one.revision) + '\n';
    }
    for (const std::string& warning : report_.warnings) {
      text_ += painted("warning: ", kYellow) + warning + '\n';
    }
    if (report_.ranking || report_.planning || !report_.sensitivity.empty() ||
        !report_.self_tests.empty()) {
      text_ += fmt::format("{}, seed {}.\n", origin(), report_.context.seed);
    } else {
      write_summary();
    }
    if (report_.bisection) {
      text_ += "again: " + report_.bisection->again + '\n';
    }
    return std::move(text_);
  }

 private:
  void write(const BisectionReport& bisection) {
    const auto& suspects = bisection.suspects;
    text_ += fmt::format("{} of {} commits tested; ", bisection.tested,
                         bisection.commits + 1);
    if (suspects.size() == 1) {
      text_ += "the first bad commit is\n";
    } else {
      text_ += fmt::format(
          "the first bad commit is one of {}, for the others of these cannot "
          "be told\n",
          suspects.size());
    }
    for (const Revision& one : suspects) {
      text_ +=
          fmt::format("commit {}\nDate:   {}\n\n", one.id, one.author_date);
      std::string_view rest = one.message;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (end > 0) text_ += "    ";
        text_ += fmt::format("{}\n", rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
      if (one.parents > 1) {
        text_ += "\n    (a merge: what it brings was not searched)\n";
      }
      text_ += '\n';
    }
  }

  std::string amount(double value) const {
    return time_text(value, dimension_);
  }

  std::string painted(std::string_view text, std::string_view color) const {
    if (colors_ == Colors::kOff) return std::string(text);
    return fmt::format("{}{}{}", color, text, kPlain);
  }

  void measure_columns() {
    for (const FormulaReport& formula : report_.formulas) {
      for (const RelationReport& relation : formula.relations) {
        width_ = std::max(width_, relation.text.size());
      }
    }
    constexpr std::size_t kWidest = 48;
    width_ = std::min(width_, kWidest);
  }

  void write(const FormulaReport& formula) {
    if (detail_ == Detail::kQuiet && formula.verdict == Verdict::kHolds) {
      return;
    }
    text_ += fmt::format(
        "{}:{}: {}: {}\n", formula.file, formula.line, formula.label,
        painted(to_text(formula.verdict), color(formula.verdict)));
    dimension_ = formula.dimension;
    // Else the verdicts of its relations do not tell that of the formula.
    if (!formula.conjunction) text_ += "  " + formula.text + '\n';
    for (const RelationReport& relation : formula.relations) write(relation);
  }

  void write(const RelationReport& relation) {
    const logic::Decision& decision = relation.decision;
    const std::string strength =
        fmt::format("{:11}", to_text(decision.strength));
    text_ += fmt::format("  {:{}}  {}  {}\n", relation.text, width_,
                         painted(strength, color(decision.verdict)),
                         effect(relation) + portability(relation));
    if (relation.plain) write_plain(*relation.plain);
    if (relation.layout) write(*relation.layout, decision);
    if (detail_ != Detail::kVerbose) return;
    write_interpretations(decision);
    if (relation.intervals) write(*relation.intervals);
  }

  /// Loud: what decided says something else.
  void write_plain(const logic::Decision& plain) {
    text_ += fmt::format(
        "      {}{} by plain means{}: slow observations that the statistic of "
        "a "
        "run leaves out differ between the sides; if they matter, give "
        "--statistic mean\n",
        painted("but ", kYellow),
        painted(to_text(plain.strength), color(plain.verdict)),
        plain.ratio.estimate ? ", ratio " + ratio_text(*plain.ratio.estimate)
                             : std::string());
  }

  /// How much of the difference would be there with another link.
  void write(const LayoutEffect& layout, const logic::Decision& decision) {
    const double difference = std::abs(decision.difference.value_or(0));
    const char* what = layout.unit == LayoutUnit::kBuilds ? "build" : "layout";
    if (layout.deviation == 0) {
      text_ += fmt::format(
          "      {} {}s: they differ no more than the blocks of each\n",
          layout.layouts, what);
      return;
    }
    text_ += fmt::format(
        "      {} {}s: the {} alone moves the difference by {} "
        "(standard deviation){}\n",
        layout.layouts, what, what,
        layout.fraction ? percent(*layout.fraction) + " of the right side"
                        : amount(layout.deviation),
        difference > 0 ? fmt::format(", {:.2g} times what it is",
                                     layout.deviation / difference)
                       : std::string());
  }

  std::string effect(const RelationReport& relation) const {
    const logic::Decision& decision = relation.decision;
    if (!decision.reason.empty()) return decision.reason;
    if (!decision.decided_by) return "nothing to measure";
    std::string text =
        decision.ratio.estimate ? ratio(relation) : difference(decision);
    if (deciding_test(decision).status == statistics::Status::kDegenerate) {
      text += "; nothing varied";
    }
    return text + inconclusive(relation);
  }

  /// What is still possible where nothing was found.
  static std::string inconclusive(const RelationReport& relation) {
    if (relation.decision.finding != logic::Finding::kIndistinct) return {};
    if (relation.stopped == Stop::kResolution) {
      return "; no change of " + percent(relation.resolution);
    }
    std::string text;
    if (relation.hidden) {
      text += "; a change of " + percent(*relation.hidden) + " could hide";
    }
    if (relation.blocks_needed) {
      text +=
          fmt::format("; {} takes about {} blocks",
                      percent(relation.resolution), *relation.blocks_needed);
      if (relation.block_seconds > 0) {
        text += fmt::format(" ({:.2g} s)",
                            relation.block_seconds *
                                static_cast<double>(*relation.blocks_needed));
      }
    }
    return text;
  }

  static std::string ratio(const RelationReport& relation) {
    const statistics::RatioInterval& found = relation.decision.ratio;
    std::string text = "ratio " + ratio_text(*found.estimate);
    if (found.lower && found.upper) {
      text += fmt::format(" ({} .. {})", ratio_text(*found.lower),
                          ratio_text(*found.upper));
    } else if (!found.refusal.empty()) {
      text += " (no interval: " + as_clause(found.refusal) + ")";
    }
    if (relation.plain_factor) {
      text += "; without the factor " +
              ratio_text(*found.estimate * *relation.plain_factor);
    }
    return text;
  }

  /// A sentence within another.
  static std::string as_clause(std::string sentence) {
    if (sentence.ends_with('.')) sentence.pop_back();
    char& first = sentence.front();
    if (first >= 'A' && first <= 'Z')
      first = static_cast<char>(first - 'A' + 'a');
    return sentence;
  }

  /// Where no ratio says anything: the right side is not above 0.
  std::string difference(const logic::Decision& decision) const {
    std::string text = "difference " + amount(decision.difference.value_or(0));
    const auto& threshold = deciding_test(decision).threshold;
    if (threshold) text += " +- " + amount(*threshold);
    return text;
  }

  static const statistics::TestResult& deciding_test(
      const logic::Decision& decision) {
    return std::find_if(decision.interpretations.begin(),
                        decision.interpretations.end(),
                        [&](const auto& one) {
                          return one.first == decision.decided_by;
                        })
        ->second;
  }

  void write_interpretations(const logic::Decision& decision) {
    for (const auto& [kind, result] : decision.interpretations) {
      text_ += fmt::format("      {:13}  {:10}", to_text(kind),
                           logic::to_text(result.finding));
      if (result.statistic && result.df) {
        text_ += fmt::format("  t = {:.4g}, df = {:.4g}", *result.statistic,
                             *result.df);
      } else if (result.statistic) {
        text_ += fmt::format("  z = {:.4g}", *result.statistic);
      } else if (result.lower_threshold && result.threshold) {
        text_ += fmt::format("  {} against {} .. {}", amount(result.difference),
                             amount(*result.lower_threshold),
                             amount(*result.threshold));
      }
      if (result.p_greater && result.p_less) {
        text_ += fmt::format(", p = {:.2g} for greater, {:.2g} for less",
                             *result.p_greater, *result.p_less);
      }
      if (!result.warning.empty()) text_ += "  " + result.warning;
      text_ += '\n';
    }
  }

  void write(const logic::EffectIntervals& intervals) {
    write("Fieller", intervals.fieller);
    write("Fieller, Satterthwaite", intervals.fieller_satterthwaite);
    write("inversion of run_means", intervals.inversion);
    if (intervals.bootstrap) write("bootstrap", *intervals.bootstrap);
  }

  void write(std::string_view method, const logic::EffectInterval& interval) {
    text_ += fmt::format("      ratio by {:22}  ", method);
    text_ += interval.lower && interval.upper
                 ? fmt::format("{} .. {}", ratio_text(*interval.lower),
                               ratio_text(*interval.upper))
                 : interval.refusal;
    text_ += '\n';
  }

  static std::string portability(const RelationReport& relation) {
    if (!relation.portability) return {};
    return "; portability " + ratio_text(*relation.portability);
  }

  void write(const Ranking& ranking) {
    if (!ranking.analysis) {
      text_ += "no ranking: " +
               (ranking.failure.empty() ? ranking.refusal : ranking.failure) +
               '\n';
      return;
    }
    const statistics::AnalysisOfVariance& analysis = *ranking.analysis;
    std::vector<std::size_t> order(ranking.performances.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t left, std::size_t right) {
                       return analysis.means[left] < analysis.means[right];
                     });
    std::size_t width = 0;
    for (const logic::Performance& one : ranking.performances) {
      width = std::max(width, to_text(one).size());
    }
    for (std::size_t place = 0; place < order.size(); ++place) {
      const std::size_t i = order[place];
      text_ += fmt::format("{:3}. {:{}}  {}, {} runs\n", place + 1,
                           to_text(ranking.performances[i]), width,
                           amount(analysis.means[i]), ranking.runs[i].size());
    }
    if (!analysis.f) {
      text_ += "nothing varies inside the performances: compare their means\n";
      return;
    }
    text_ += fmt::format(
        "analysis of variance: F({:.4g}, {:.4g}) = {:.4g}, "
        "p = {:.2g}\n",
        analysis.df_between, analysis.df_within, *analysis.f, *analysis.p);
    for (const statistics::PairComparison& pair : ranking.pairs) {
      const bool distinct = pair.lower > 0 || pair.upper < 0;
      text_ += fmt::format("  {:{}} - {:{}}  {}  {} ({} .. {}), p = {:.2g}\n",
                           to_text(ranking.performances[pair.first]), width,
                           to_text(ranking.performances[pair.second]), width,
                           distinct ? "different " : "indistinct",
                           amount(pair.difference), amount(pair.lower),
                           amount(pair.upper), pair.p);
    }
    text_ += fmt::format(
        "Tukey's HSD: all intervals together hold with {:.4g} "
        "%.\n",
        100 * ranking.level);
  }

  void write(const SensitivityReport& one) {
    text_ += fmt::format(
        "{} times {:.6g}: found slower / faster, in % of the repetitions\n",
        to_text(one.performance), one.scale);
    for (const logic::SensitivityRow& row : one.rows) {
      const bool runs = row.draw == logic::SensitivityRow::Draw::kRuns;
      text_ +=
          fmt::format("  {:5} {:12}", row.size, runs ? "runs" : "observations");
      for (const logic::SensitivityCount& count : row.counts) {
        const auto share = [&](std::size_t found) {
          return 100 * static_cast<double>(found) /
                 static_cast<double>(row.repetitions);
        };
        text_ +=
            fmt::format("  {} {:.1f} / {:.1f}", to_text(count.interpretation),
                        share(count.slower), share(count.faster));
      }
      text_ += '\n';
    }
  }

  static std::string seconds_text(double seconds) {
    return time_text(seconds * 1e9, logic::Dimension::kTime);
  }

  void write(const Planning& planning) {
    for (const PlannedRelation& one : planning.relations) {
      text_ += fmt::format("{}:{}: {}: {}\n", one.file, one.line, one.label,
                           one.text);
      if (!one.failure.empty()) {
        text_ += "  " + one.failure + '\n';
      } else if (one.blocks == 0) {
        text_ += fmt::format("  the budget does not hold two blocks of {}\n",
                             seconds_text(one.block_seconds));
      } else {
        text_ += fmt::format(
            "  at most {} blocks of {}, in {}", one.blocks,
            seconds_text(one.block_seconds),
            seconds_text(one.block_seconds * static_cast<double>(one.blocks)));
        if (one.detectable) {
          text_ += fmt::format("; nine of ten would find a change of {} at {}",
                               percent(*one.detectable), percent(one.level));
        }
        text_ += '\n';
      }
    }
    for (const PlannedPerformance& one : planning.performances) {
      if (!one.failure.empty()) continue;
      text_ += fmt::format(
          "  {}: {} observations a run; start {}, warm-up {}, observation {}\n",
          to_text(one.performance), one.observations,
          seconds_text(one.cost.start), seconds_text(one.cost.warmup),
          seconds_text(one.cost.observation));
      const auto& variances = one.components.components;
      text_ += fmt::format(
          "    variance between runs {}, between observations {}; optimum of "
          "observations {} (2013), {} (2005)\n",
          optional(variances[1]), optional(variances[0]), optional(one.optimum),
          optional(one.optimum_2005));
    }
  }

  static std::string optional(std::optional<double> value) {
    return value ? fmt::format("{:.3g}", *value) : "not known";
  }

  void write(const SelfTest& test) {
    text_ += to_text(test.performance) + " against itself\n";
    if (!test.failure.empty()) {
      text_ += "  " + test.failure + '\n';
      return;
    }
    text_ += fmt::format(
        "  false alarms       {} slower, {} faster in {} experiments of {} "
        "blocks: {} .. {} (95 %); allowed {}\n",
        test.greater, test.less, test.experiments, kBlocksOfExperiment,
        percent(test.false_alarms.lower), percent(test.false_alarms.upper),
        percent(2 * test.alpha));
    text_ += fmt::format(
        "  spread             {} between runs, {} between observations of a "
        "run; impact factor {}\n",
        percent(test.between_sd), percent(test.within_sd),
        optional(test.impact_factor));
    text_ += fmt::format(
        "  drift              {:+.2g} % (p = {:.2g}); second run of a block "
        "{:+.2g} % (p = {:.2g})\n",
        100 * test.drift.size, test.drift.p, 100 * test.position.size,
        test.position.p);
    text_ += "  detectable change ";
    for (const auto& [seconds, change] : test.detectable) {
      text_ += fmt::format(" {} in {:.4g} s,", percent(change), seconds);
    }
    if (text_.ends_with(',')) text_.pop_back();
    text_ += '\n';
  }

  void write_performances() {
    for (const PerformanceReport& one : report_.performances) {
      if (one.measured.observations.empty()) continue;
      dimension_ = dimension(one, report_);
      const auto summary = statistics::summary(one.measured.observations);
      text_ += fmt::format(
          "  {}: median {} ({} .. {} at 10 % and 90 %), {} runs, {} "
          "observations\n",
          to_text(one.performance), amount(summary.median), amount(summary.q10),
          amount(summary.q90), summary.runs, summary.observations);
      for (const Recorded& other : one.measured.others) {
        text_ +=
            fmt::format("    {}: median {}\n", workload::to_text(other.metric),
                        recorded_median(other));
      }
      if (!one.impact_factor) continue;
      text_ += fmt::format(
          "    impact of runs {:.3g}, {:.3g} without their "
          "means\n",
          one.impact_factor->original, one.impact_factor->transformed);
    }
  }

  void write_hosts() {
    for (const HostRecord& one : report_.context.hosts) {
      text_ += "  measured on " + to_text(one) + '\n';
    }
  }

  static std::string recorded_median(const Recorded& one) {
    const auto dimension = workload::is_time(one.metric)
                               ? logic::Dimension::kTime
                               : logic::Dimension::kCount;
    return time_text(statistics::summary(one.observations).median, dimension);
  }

  void write_summary() {
    text_ += fmt::format("{}. Ratios are left / right, {}. {}, seed {}.\n",
                         counts(), levels(), origin(), report_.context.seed);
  }

  /// How the intervals were made, if all were made alike.
  std::string levels() const {
    const logic::DecisionSettings& first =
        report_.formulas.empty() ? report_.settings.deciding
                                 : report_.formulas.front().deciding;
    double least = first.alpha;   // In a family.
    double looked = first.alpha;  // By the strictest look.
    for (const FormulaReport& one : report_.formulas) {
      if (one.deciding.alpha != first.alpha ||
          one.deciding.interpretation != first.interpretation) {
        return "with intervals at the levels that the files set";
      }
      for (const RelationReport& relation : one.relations) {
        if (!relation.decision.decided_by) continue;
        least = std::min(least, relation.alpha);
        looked = std::min(looked, relation.decision.alpha);
      }
    }
    std::string text = fmt::format(
        "with {:.4g} %{} intervals (alpha {:.4g} %", 100 - 200 * first.alpha,
        looked < first.alpha ? " or wider" : "", 100 * first.alpha);
    if (least < first.alpha) {
      text += fmt::format(", down to {:.2g} % in a family", 100 * least);
    }
    return text + fmt::format(", {})", to_text(first.interpretation));
  }

  std::string origin() const {
    const std::vector<std::string>& data = report_.settings.data;
    if (data.empty() && report_.performances.empty() && !report_.planning &&
        report_.self_tests.empty()) {
      return "Nothing was measured";
    }
    return data.empty()
               ? fmt::format("Measured in {:.2g} s", report_.seconds)
               : fmt::format("Observations of {}", fmt::join(data, ", "));
  }

  std::string counts() const {
    static constexpr Verdict kVerdicts[] = {Verdict::kHolds, Verdict::kViolated,
                                            Verdict::kUndecided,
                                            Verdict::kError};
    static constexpr std::string_view kNames[] = {"hold", "violated",
                                                  "undecided", "failed"};
    const std::size_t all = report_.formulas.size();
    std::string text =
        fmt::format("{} {}:", all, all == 1 ? "formula" : "formulas");
    const char* separator = " ";
    for (std::size_t i = 0; i < std::size(kVerdicts); ++i) {
      const auto count =
          std::count_if(report_.formulas.begin(), report_.formulas.end(),
                        [&](const FormulaReport& one) {
                          return one.verdict == kVerdicts[i];
                        });
      if (count == 0) continue;
      const bool singular = count == 1 && kVerdicts[i] == Verdict::kHolds;
      text += fmt::format("{}{} {}", separator, count,
                          singular ? "holds" : kNames[i]);
      separator = ", ";
    }
    return text;
  }

  const Report& report_;
  Detail detail_;
  Colors colors_;
  logic::Dimension dimension_;  ///< Of what is being written.
  std::size_t width_ = 0;
  std::string text_;
};

}  // namespace

std::string terminal_report(const Report& report, Detail detail,
                            Colors colors) {
  return Writer(report, detail, colors).write();
}

}  // namespace spl::runner
