#include "runner/evaluation.hpp"

#include <algorithm>
#include <set>

#include "parser/print.hpp"

namespace spl::runner {
namespace {

Measuring measuring(const Settings& settings) {
  return {settings.runs, settings.observations, settings.warmup,
          settings.timeout};
}

std::vector<Wanted> wanted(const Suite& suite) {
  std::vector<Wanted> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      result.push_back({&relation, measuring(formula.settings)});
    }
  }
  return result;
}

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

RelationReport decided(const logic::Relation& relation,
                       const logic::Experiment& experiment,
                       const Settings& settings,
                       const logic::DecisionSettings& deciding) {
  RelationReport report;
  report.text = parser::to_text(relation.written_left) + ' ' +
                std::string(to_text(relation.sign)) + ' ' +
                parser::to_text(relation.written_right);
  report.bindings = relation.bindings;
  report.decision = logic::decide(relation, experiment, deciding);
  if (relation.theta.terms().empty()) {
    report.stopped = "constant";
  } else if (report.decision.verdict == logic::Verdict::kError) {
    report.stopped = "failed";
  } else {
    report.stopped = "runs";
    report.blocks = settings.runs;
  }
  return report;
}

/// What a reader must know of how the programs were built.
void warn_of_builds(Report& report, const ProgramCatalogue& programs) {
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

}  // namespace

void evaluate(const Suite& suite, const ProgramCatalogue& programs,
              Launcher& launcher, Clock& clock, const Progress& progress,
              Report& report) {
  const double start = clock.seconds();
  const Grouping grouping = group(wanted(suite));
  const auto program_of = [&](const logic::Performance& performance) {
    return programs.program_of(performance).path;
  };
  const std::vector<GroupResult> results = measure(
      grouping.groups, report.context.seed, program_of, launcher, progress);
  std::vector<logic::Experiment> experiments;
  for (const GroupResult& result : results) {
    experiments.push_back(experiment(result));
    for (const auto& [performance, measured] : result) {
      report.performances.push_back(
          {performance, measured, programs.program_of(performance).build});
    }
  }
  const logic::Experiment nothing;
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    FormulaReport one{formula.label, formula.file, formula.line,
                      formula.text,  {},           {}};
    std::vector<logic::Verdict> verdicts;
    for (const logic::Relation& relation : formula.relations) {
      const std::size_t group = grouping.group_of[number++];
      one.relations.push_back(
          decided(relation, group == kNoGroup ? nothing : experiments[group],
                  formula.settings, deciding(formula.settings, report)));
      verdicts.push_back(one.relations.back().decision.verdict);
    }
    one.verdict = logic::evaluate(formula.claim, verdicts);
    report.formulas.push_back(std::move(one));
  }
  report.seconds = clock.seconds() - start;
  report.warnings.insert(report.warnings.end(), suite.warnings.begin(),
                         suite.warnings.end());
  warn_of_builds(report, programs);
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
