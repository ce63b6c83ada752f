#include "runner/programs/metrics.hpp"

#include <algorithm>
#include <iterator>

#include "runner/programs/counted_worker.hpp"
#include "runner/system/process.hpp"
#include "runner/tools/translator.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

std::string near_metric(const std::string& name) {
  const std::vector<std::string> known(std::begin(workload::kMetricNames),
                                       std::end(workload::kMetricNames));
  return logic::did_you_mean(name, known);
}

/// Returns why a program has no counter of the name: a sentence that continues
/// "PROGRAM ..."; empty if runs may have it.
std::string lack_of_counter(const std::string& name,
                            const ProgramCatalogue::Program& program) {
  if (program.commands != nullptr) return {};  // What it prints, decides.
  const Translator* foreign = translator(program.framework);
  if (foreign != nullptr && foreign->has_counters) return {};
  if (foreign != nullptr) {
    return "is a program of " + std::string(to_text(program.framework)) +
           ", which has no counters";
  }
  const std::string near = near_metric(name);
  return "has workloads of SPL, which have no counters" +
         (near.empty() ? "; --help lists the metrics" : near);
}

[[noreturn]] void fail(const SuiteFormula& formula, const std::string& metric,
                       const ProgramCatalogue::Program& program,
                       const std::string& reason) {
  const std::string place = formula.label.empty()
                                ? "what is compared"
                                : formula.file + ":" +
                                      std::to_string(formula.line) + ": " +
                                      formula.label;
  throw ProgramError(place + " needs the metric " + metric + ", but " +
                     program.path + ' ' + reason);
}

void require_metrics(const SuiteFormula& formula,
                     const std::vector<MeasuredMetric>& wanted,
                     const ProgramCatalogue::Program& program) {
  if (program.path.empty()) return;
  for (const MeasuredMetric& one : wanted) {
    if (is_counted({one}) == is_counted(wanted)) continue;
    fail(formula, to_text(wanted.front()), program,
         "cannot record " + to_text(one) +
             " in the same runs: Valgrind executes a program some fifty times "
             "as slowly; give both by --metric " +
             to_text(wanted.front()) + ',' + to_text(one));
  }
  for (const MeasuredMetric& one : wanted) {
    if (one.counter.empty()) continue;
    const std::string reason = lack_of_counter(one.counter, program);
    if (!reason.empty()) fail(formula, one.counter, program, reason);
  }
  for (const workload::MissingMetric& missing : program.missing) {
    if (std::ranges::find(wanted, MeasuredMetric(missing.metric)) ==
        wanted.end()) {
      continue;
    }
    fail(formula, to_text(MeasuredMetric(missing.metric)), program,
         missing.reason);
  }
}

}  // namespace

std::vector<MeasuredMetric> metrics(const Settings& settings) {
  std::vector<MeasuredMetric> result = {settings.metric};
  for (const MeasuredMetric& one : settings.record) {
    if (one != settings.metric) result.push_back(one);
  }
  return result;
}

void require_metrics_of_machine(const SuiteFormula& formula,
                                ProgramCatalogue::Program own) {
  // How a program is built decides on the others.
  std::erase_if(own.missing, [](const workload::MissingMetric& one) {
    return one.metric < workload::Metric::kInstructions ||
           one.metric > workload::Metric::kCacheMisses;
  });
  const std::string reason = lack_of_valgrind(own_environment());
  for (const MeasuredMetric& one : metrics(formula.settings)) {
    if (!reason.empty() && is_counted({one})) {
      own.missing.push_back({one.metric, reason});
    }
  }
  std::vector<MeasuredMetric> known = metrics(formula.settings);
  std::erase_if(known, [](const auto& one) { return !one.counter.empty(); });
  if (!known.empty()) require_metrics(formula, known, own);
}

std::string doubt_of_counter(const std::string& name) {
  std::string near = near_metric(name);
  if (near.empty()) return near;
  return "no metric is called " + name +
         ", so it must be a counter of the programs" + near;
}

namespace {

/// Calls `work` with each formula, term and the program that has it.
template <class Work>
void for_each_term(const Suite& suite, const ProgramCatalogue& programs,
                   const Work& work) {
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      for (const auto* side : {&relation.left, &relation.right}) {
        for (const auto& term : side->terms()) {
          work(formula, programs.program_of(term.performance));
        }
      }
    }
  }
}

}  // namespace

void require_metrics(const Suite& suite, const ProgramCatalogue& programs) {
  for_each_term(suite, programs, [](const auto& formula, const auto& program) {
    require_metrics(formula, metrics(formula.settings), program);
  });
}

void require_workloads(const Suite& suite, const ProgramCatalogue& programs) {
  for_each_term(suite, programs, [](const auto& formula, const auto& program) {
    const bool has_commands = program.commands != nullptr;
    if (!has_commands && translator(program.framework) == nullptr) return;
    throw ProgramError(
        place_of(formula) + "the profile of a workload of SPL is needed, but " +
        program.path +
        (has_commands
             ? " are processes"
             : " is a program of " + std::string(to_text(program.framework))) +
        "; `valgrind --tool=callgrind` makes the profile of a whole process");
  });
}

}  // namespace spl::runner
