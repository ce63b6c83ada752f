#include "runner/session/measuring.hpp"

#include <algorithm>
#include <utility>

#include "runner/settings/plain_error.hpp"
#include "runner/settings/single_calls.hpp"
#include "spl/logic/name.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using statistics::kFewestLearned;

using Missing = std::vector<std::pair<Performance, std::size_t>>;

LearnedRuns facts_of(const Performance& performance,
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

statistics::Runs runs_of(std::vector<StoredRun> stored) {
  statistics::Runs runs;
  for (StoredRun& one : stored) runs.emplace_back(std::move(one.observations));
  return runs;
}

std::string names_of(const Missing& missing) {
  std::string names;
  for (const auto& [performance, count] : missing) {
    names += (names.empty() ? "" : ", ") + to_text(performance) + " lacks " +
             std::to_string(count);
  }
  return names;
}

[[noreturn]] void refuse(const Missing& missing) {
  throw PlainError("-s learn takes " + std::to_string(kFewestLearned) +
                   " or more stored runs of each performance, of the same "
                   "program and kind of machine: " +
                   names_of(missing) + "; measure them without -s learn first");
}

[[noreturn]] void refuse_alike(const std::string& pattern,
                               const Missing& missing) {
  if (missing.empty()) {
    throw PlainError("-s learn-from=" + logic::quoted(pattern) +
                     " selects no performance that is in the store; measure "
                     "one first, or give another pattern");
  }
  throw PlainError("-s learn-from takes performances with " +
                   std::to_string(kFewestLearned) +
                   " or more stored runs of one program on this kind of "
                   "machine: " +
                   names_of(missing) +
                   "; measure one of them first, or give another pattern");
}

/// The performances that relations of the suite learn about, each with the
/// settings of the first.
std::vector<std::pair<Performance, Settings>> learners(const Suite& suite) {
  std::vector<std::pair<Performance, Settings>> result;
  std::set<Performance> known;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const Settings settings = settings_of(relation, formula.settings);
      if (settings.deciding.interpretation !=
          logic::Interpretation::kNonparametric) {
        continue;
      }
      for (const Performance& one : performances_of(relation)) {
        if (known.insert(one).second) result.emplace_back(one, settings);
      }
    }
  }
  return result;
}

/// Runs of one performance and one program, which are similar to others.
struct AlikeRuns {
  LearnedRuns facts;
  statistics::Runs runs;
};

std::vector<AlikeRuns> alike_runs(const Settings& settings,
                                  const History& history,
                                  const std::vector<HostRecord>& hosts) {
  std::vector<AlikeRuns> result;
  Missing missing;
  for (auto& [performance, runs] :
       history.stored_alike(settings.learn_from, settings, hosts)) {
    if (runs.size() < kFewestLearned) {
      missing.emplace_back(performance, kFewestLearned - runs.size());
      continue;
    }
    LearnedRuns facts = facts_of(performance, runs);
    result.push_back({std::move(facts), runs_of(std::move(runs))});
  }
  if (result.empty()) refuse_alike(settings.learn_from, missing);
  return result;
}

/// Returns the mean of all runs of a performance; absent if there are none.
std::optional<double> mean_of(const Performance& performance,
                              const std::vector<PerformanceReport>& measured) {
  statistics::Runs all;
  for (const PerformanceReport& one : measured) {
    if (one.performance != performance) continue;
    const statistics::Runs& runs = one.measured.observations;
    all.insert(all.end(), runs.begin(), runs.end());
  }
  if (all.empty()) return std::nullopt;
  return statistics::mean_of_runs(all);
}

/// Adds what a performance learns from those that are like it.
void learn(const Performance& performance, double mean,
           const std::vector<AlikeRuns>& alike, Learned& result) {
  statistics::Runs all;
  for (const AlikeRuns& one : alike) {
    const statistics::Runs scaled = statistics::scaled_to(mean, one.runs);
    all.insert(all.end(), scaled.begin(), scaled.end());
    LearnedRuns facts = one.facts;
    facts.from = std::exchange(facts.performance, performance);
    result.facts.push_back(std::move(facts));
  }
  result.history.emplace(performance, statistics::Sample(std::move(all)));
}

}  // namespace

Learned learned_runs(const Suite& suite, const ProgramCatalogue& programs,
                     const History& history,
                     const std::vector<HostRecord>& hosts,
                     const std::vector<PerformanceReport>& measured) {
  Learned result;
  Missing missing;
  std::map<std::string, std::vector<AlikeRuns>> alike;  // By metric.
  for (const auto& [one, settings] : learners(suite)) {
    if (!settings.learn || !programs.failure_of(one).empty()) continue;
    if (!settings.learn_from.empty()) {
      const std::string metric = to_text(settings.metric);
      auto found = alike.find(metric);
      if (found == alike.end()) {
        found =
            alike.emplace(metric, alike_runs(settings, history, hosts)).first;
      }
      const auto mean = mean_of(one, measured);
      if (mean) learn(one, *mean, found->second, result);
      continue;
    }
    auto runs = history.stored(one, programs, settings, hosts);
    if (runs.size() < kFewestLearned) {
      missing.emplace_back(one, kFewestLearned - runs.size());
      continue;
    }
    result.facts.push_back(facts_of(one, runs));
    result.history.emplace(one, statistics::Sample(runs_of(std::move(runs))));
  }
  if (!missing.empty()) refuse(missing);
  return result;
}

std::vector<LearnedRuns> learned_runs(const Suite& suite,
                                      const GivenObservations& given) {
  std::vector<LearnedRuns> result;
  for (const auto& [one, settings] : learners(suite)) {
    const auto learned = given.learned.find(one);
    if (learned != given.learned.end()) {
      for (const auto& [from, runs] : learned->second) {
        result.push_back({one, runs, 0, "", from});
      }
      continue;
    }
    const auto history = given.history.find(one);
    if (history == given.history.end()) continue;
    result.push_back({one, history->second.run_count(), 0, ""});
  }
  return result;
}

}  // namespace spl::runner
