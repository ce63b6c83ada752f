#include "runner/evaluation.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "parser/print.hpp"

namespace spl::runner {
namespace {

/// Interpretations beside the deciding one are only for those who look at them.
logic::DecisionSettings deciding(const Settings& settings,
                                 const Report& report) {
  logic::DecisionSettings result = settings.deciding;
  result.seed = report.context.seed;
  const bool shown = !report.settings.json.empty() ||
                     report.settings.detail == Detail::kVerbose;
  result.extent = shown ? logic::Extent::kAll : logic::Extent::kCheap;
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

class Decider {
 public:
  Decider(const Observations& observations, Report& report)
      : observations_(observations), report_(report) {}

  void decide(const Suite& suite) {
    for (const SuiteFormula& formula : suite.formulas) {
      FormulaReport one{formula.label, formula.file, formula.line,
                        formula.text,  {},           {}};
      std::vector<logic::Verdict> verdicts;
      for (const logic::Relation& relation : formula.relations) {
        one.relations.push_back(decided(relation, formula.settings));
        verdicts.push_back(one.relations.back().decision.verdict);
      }
      one.verdict = logic::evaluate(formula.claim, verdicts);
      report_.formulas.push_back(std::move(one));
    }
  }

 private:
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
    result.decision =
        logic::decide(relation, experiment, deciding(settings, report_),
                      observations_.history);
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
};

}  // namespace

void evaluate(const Suite& suite, const Observations& observations,
              Report& report) {
  report.performances = observations.performances;
  Decider(observations, report).decide(suite);
  report.warnings.insert(report.warnings.end(), suite.warnings.begin(),
                         suite.warnings.end());
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
