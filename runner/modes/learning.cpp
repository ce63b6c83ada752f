#include "runner/modes/learning.hpp"

#include <set>
#include <string>
#include <utility>

#include "runner/settings/plain_error.hpp"
#include "runner/settings/single_calls.hpp"

namespace spl::runner {
namespace {

/// With fewer, Definition 4.10 finds differences too often.
constexpr std::size_t kFewestLearned = 10;

LearnedRuns facts_of(const logic::Performance& performance,
                     const std::vector<StoredRun>& runs) {
  std::set<Uuid> experiments;
  LearnedRuns facts{performance, runs.size(), 0, runs.front().begun};
  for (const StoredRun& run : runs) {
    experiments.insert(run.experiment);
    facts.since = std::min(facts.since, run.begun);
  }
  facts.evaluations = experiments.size();
  return facts;
}

statistics::Sample sample_of(std::vector<StoredRun> stored) {
  statistics::Runs runs;
  for (StoredRun& one : stored) runs.emplace_back(std::move(one.observations));
  return statistics::Sample(std::move(runs));
}

[[noreturn]] void refuse(
    const std::vector<std::pair<logic::Performance, std::size_t>>& missing) {
  std::string names;
  for (const auto& [performance, count] : missing) {
    names += (names.empty() ? "" : ", ") + to_text(performance) + " lacks " +
             std::to_string(count);
  }
  throw PlainError("--learn takes " + std::to_string(kFewestLearned) +
                   " or more stored runs of each performance, of the same "
                   "program and kind of machine: " +
                   names + "; measure them without --learn first");
}

}  // namespace

Learned learned_runs(const Suite& suite, const ProgramCatalogue& programs,
                     const History& history,
                     const std::vector<HostRecord>& hosts) {
  Learned result;
  std::vector<std::pair<logic::Performance, std::size_t>> missing;
  std::set<logic::Performance> known;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const Settings settings = settings_of(relation, formula.settings);
      if (!settings.learn || settings.deciding.interpretation !=
                                 logic::Interpretation::kNonparametric) {
        continue;
      }
      for (const logic::Performance& one : performances_of(relation)) {
        if (!known.insert(one).second || !programs.failure_of(one).empty()) {
          continue;
        }
        auto runs = history.stored(one, programs, settings, hosts);
        if (runs.size() < kFewestLearned) {
          missing.emplace_back(one, kFewestLearned - runs.size());
          continue;
        }
        result.facts.push_back(facts_of(one, runs));
        result.history.emplace(one, sample_of(std::move(runs)));
      }
    }
  }
  if (!missing.empty()) refuse(missing);
  return result;
}

}  // namespace spl::runner
