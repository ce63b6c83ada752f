#include "runner/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "parser/print.hpp"
#include "spl/logic/plain_means.hpp"

namespace spl::runner {
namespace {

bool is_verbose(const Report& report) {
  return report.settings.detail == Detail::kVerbose;
}

/// What stands beside the deciding test is only for those who look at it.
bool shows_all(const Report& report) {
  return !report.settings.json.empty() || is_verbose(report);
}

logic::DecisionSettings deciding(const Settings& settings,
                                 const Report& report) {
  logic::DecisionSettings result = settings.deciding;
  result.seed = report.context.seed;
  result.extent =
      shows_all(report) ? logic::Extent::kAll : logic::Extent::kCheap;
  return result;
}

/// The fewest runs of the performances that decide.
std::size_t fewest_runs(const logic::Relation& relation,
                        const logic::Experiment& experiment) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const auto& term : relation.theta.terms()) {
    fewest = std::min(
        fewest, std::get<statistics::Sample>(experiment.at(term.performance))
                    .run_count());
  }
  return fewest;
}

bool is_conjunction(const logic::Claim& claim) {
  return claim.kind == logic::Claim::Kind::kRelation ||
         (claim.kind == logic::Claim::Kind::kAnd &&
          std::all_of(claim.parts.begin(), claim.parts.end(), is_conjunction));
}

std::optional<double> plain_factor(const logic::Relation& relation) {
  const auto& left = relation.left;
  const auto& right = relation.right;
  if (left.terms().size() != 1 || right.terms().size() != 1 ||
      left.constant() != 0 || right.constant() != 0) {
    return std::nullopt;
  }
  const double factor =
      right.terms()[0].coefficient / left.terms()[0].coefficient;
  if (factor == 1) return std::nullopt;
  return factor;
}

class Decider {
 public:
  Decider(const Observations& observations, Report& report)
      : observations_(observations), report_(report) {}

  void decide(const Suite& suite) {
    for (const SuiteFormula& formula : suite.formulas) {
      FormulaReport one;
      one.label = formula.label;
      one.file = formula.file;
      one.line = formula.line;
      one.text = formula.text;
      one.deciding = formula.settings.deciding;
      one.dimension = formula.dimension;
      one.conjunction = is_conjunction(formula.claim);
      one.seconds = seconds(formula);
      std::vector<logic::Verdict> verdicts;
      for (const logic::Relation& relation : formula.relations) {
        one.relations.push_back(decided(relation, formula.settings));
        verdicts.push_back(one.relations.back().decision.verdict);
      }
      one.verdict = logic::evaluate(formula.claim, verdicts);
      report_.formulas.push_back(std::move(one));
    }
    for (PerformanceReport& one : report_.performances) {
      const auto found = statistics_.find(one.performance);
      one.statistic = found != statistics_.end()
                          ? found->second
                          : report_.settings.deciding.statistic;
    }
  }

 private:
  /// Before its relations are decided.
  double seconds(const SuiteFormula& formula) const {
    std::set<std::size_t> experiments;
    for (std::size_t i = 0; i < formula.relations.size(); ++i) {
      experiments.insert(observations_.experiment_of[next_ + i]);
    }
    experiments.erase(kNoGroup);
    double sum = 0;
    for (const std::size_t one : experiments) sum += observations_.seconds[one];
    return sum;
  }

  RelationReport decided(const logic::Relation& relation,
                         const Settings& settings) {
    static const logic::Experiment kNothing;
    const std::size_t number = observations_.experiment_of[next_++];
    const logic::Experiment& experiment =
        number == kNoGroup ? kNothing : observations_.experiments[number];
    RelationReport result;
    result.text = parser::to_text(relation.written_left) + ' ' +
                  std::string(to_text(relation.sign)) + ' ' +
                  parser::to_text(relation.written_right);
    result.bindings = relation.bindings;
    result.plain_factor = plain_factor(relation);
    for (const auto* side : {&relation.left, &relation.right}) {
      for (const auto& term : side->terms()) {
        statistics_.insert({term.performance, settings.deciding.statistic});
      }
    }
    const logic::DecisionSettings how = deciding(settings, report_);
    result.decision =
        logic::decide(relation, experiment, how, observations_.history);
    result.plain = logic::disagreeing_plain_means(relation, experiment, how,
                                                  result.decision);
    if (number != kNoGroup && shows_all(report_)) {
      result.intervals = logic::effect_intervals(
          relation, experiment, observations_.levels[number], how,
          is_verbose(report_) ? logic::Bootstrap::kYes : logic::Bootstrap::kNo);
    }
    if (relation.theta.terms().empty()) {
      result.stopped = "constant";
    } else if (result.decision.verdict == logic::Verdict::kError) {
      result.stopped = "failed";
    } else {
      result.stopped = report_.settings.data.empty() ? "runs" : "data";
      result.blocks = fewest_runs(relation, experiment);
    }
    return result;
  }

  const Observations& observations_;
  Report& report_;
  std::size_t next_ = 0;  ///< Relation, over all formulas.
  std::map<logic::Performance, statistics::RunStatistic> statistics_;
};

void add_impact_factors(Report& report) {
  for (PerformanceReport& one : report.performances) {
    if (one.measured.observations.empty()) continue;
    statistics::ImpactFactorOptions options;
    options.seed = report.context.seed;
    one.impact_factor = statistics::impact_factor(
        statistics::Sample(one.measured.observations), options);
  }
}

}  // namespace

void evaluate(const Suite& suite, const Observations& observations,
              Report& report) {
  report.performances = observations.performances;
  if (is_verbose(report)) add_impact_factors(report);
  Decider(observations, report).decide(suite);
  report.warnings.insert(report.warnings.end(), suite.warnings.begin(),
                         suite.warnings.end());
}

void warn_of_disturbances(Report& report) {
  constexpr double kMuch = 0.05;
  double disturbed = 0;
  double all = 0;
  for (const PerformanceReport& one : report.performances) {
    for (std::size_t i = 0; i < one.measured.records.size(); ++i) {
      disturbed += static_cast<double>(one.measured.records[i].disturbed);
      all += static_cast<double>(one.measured.observations[i].size());
    }
  }
  if (disturbed <= kMuch * all) return;
  const double share = std::round(100 * disturbed / all);
  report.warnings.push_back(
      "this machine is busy: for every 100 observations " +
      logic::to_text(logic::Value(share)) +
      " were preempted or moved to another processor; they are measured again "
      "where possible, but fewer other programs would give a quicker answer");
}

void warn_of_builds(const ProgramCatalogue& programs, Report& report) {
  std::set<std::string> measured;
  for (const PerformanceReport& one : report.performances) {
    measured.insert(programs.program_of(one.performance).path);
  }
  for (const ProgramCatalogue::Program& program : programs.programs) {
    if (!measured.contains(program.path)) continue;
    if (!program.build.optimized) {
      report.warnings.push_back(program.path +
                                " is built without optimisation; what it shows "
                                "says little of the real program: build it "
                                "with -DCMAKE_BUILD_TYPE=Release");
    }
    if (!program.build.sanitizers.empty()) {
      report.warnings.push_back(program.path + " is built with sanitizers (" +
                                program.build.sanitizers +
                                "), which change what is slow");
    }
  }
}

logic::Dimension dimension(const PerformanceReport& one, const Report& report) {
  if (!one.metric) return report.dimension;
  return workload::is_time(*one.metric) ? logic::Dimension::kTime
                                        : logic::Dimension::kCount;
}

int exit_status(const Report& report) {
  if (!report.errors.empty()) return 2;
  bool violated = false;
  bool failed = false;
  bool undecided = false;
  for (const FormulaReport& formula : report.formulas) {
    violated = violated || formula.verdict == logic::Verdict::kViolated;
    failed = failed || formula.verdict == logic::Verdict::kError;
    undecided = undecided || formula.verdict == logic::Verdict::kUndecided;
  }
  if (violated) return 1;
  if (failed) return 3;
  return undecided && report.settings.undecided != Undecided::kPass ? 4 : 0;
}

}  // namespace spl::runner
