#include "runner/measuring/reported_blocks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

#include "parser/print.hpp"
#include "runner/measuring/family.hpp"
#include "runner/measuring/long_runs.hpp"
#include "runner/measuring/run_cost.hpp"
#include "runner/measuring/stopping.hpp"
#include "runner/measuring/wanted_relations.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// The runs of a relation's performances, and how they were planned.
struct Source {
  GroupFacts facts;
  std::map<Performance, const ReportedRuns*> runs;
  std::map<Performance, Measured> long_runs = {};  ///< If they are known.
  bool is_mixed = false;  ///< Runs of several groups: not in the same blocks.
};

/// Returns runs as they were measured.
Measured measured_of(const ReportedRuns& runs) {
  return {runs.records, runs.observations,  runs.failure, false,
          {},           runs.layout_seconds};
}

/// Returns the runs of the performances as they were measured.
std::map<Performance, Measured> measured_of(
    const std::map<Performance, ReportedRuns>& all,
    const std::set<Performance>& performances) {
  std::map<Performance, Measured> result;
  for (const Performance& one : performances) {
    const auto found = all.find(one);
    if (found == all.end()) return {};
    result[one] = measured_of(found->second);
  }
  return result;
}

/// Returns the number of pairs that were begun.
std::size_t pair_count(const std::map<Performance, Measured>& long_runs) {
  std::size_t count = 0;
  for (const auto& [one, runs] : long_runs) {
    count = std::max(count, runs.records.size());
  }
  return count;
}

/// Returns what the pairs of long runs showed, after the last of them.
JudgedLongRuns judged(const Relation& relation, const GroupResult& result,
                      const UsualLook& look) {
  const logic::Experiment runs = long_runs(relation, result);
  if (runs.size() < result.long_runs.size()) return {};
  const std::string failure = failure_of_long_run(runs);
  if (!failure.empty()) {
    return {std::nullopt, {}, "in a long run " + failure, false};
  }
  return judged_long_runs(relation, result, look, true);
}

/// Returns how many blocks have a run of each, or tell that one failed.
std::size_t block_count(const Source& source) {
  std::size_t fewest = kNever;
  for (const auto& [one, runs] : source.runs) {
    const std::size_t failed = runs->failure.empty() ? 0 : 1;
    fewest = std::min(fewest, runs->observations.size() + failed);
  }
  return fewest == kNever ? 0 : fewest;
}

/// Returns the runs of the performances in a group; none if it lacks one.
Source source_in(const ReportedGroup& group,
                 const std::set<Performance>& performances) {
  Source result{group.facts, {}};
  for (const Performance& one : performances) {
    const auto found = group.performances.find(one);
    if (found == group.performances.end()) return {};
    result.runs.emplace(one, &found->second);
  }
  result.long_runs = measured_of(group.long_runs, performances);
  return result;
}

/// Where the runs of relations are, however many groups and relations there
/// are.
class Sources {
 public:
  explicit Sources(const GivenObservations& given) {
    for (const ReportedGroup& group : given.groups) {
      for (const auto& [one, runs] : group.performances) {
        groups_[one].push_back(&group);
      }
    }
  }

  /// Returns the group with the most blocks of all performances of a relation.
  const Source& of(const Relation& relation) {
    auto performances = performances_of(relation);
    const auto [known, is_new] =
        known_.emplace(std::move(performances), Source());
    if (is_new) known->second = found(known->first);
    return known->second;
  }

 private:
  using Groups = std::vector<const ReportedGroup*>;

  [[nodiscard]] const Groups& with(const Performance& one) const {
    static const Groups kNone;
    const auto found = groups_.find(one);
    return found == groups_.end() ? kNone : found->second;
  }

  [[nodiscard]] Source found(const std::set<Performance>& performances) const {
    const Performance& rarest = *std::ranges::min_element(
        performances, [&](const Performance& one, const Performance& other) {
          return with(one).size() < with(other).size();
        });
    Source best;
    for (const ReportedGroup* group : with(rarest)) {
      Source one = source_in(*group, performances);
      if (one.runs.empty()) continue;
      if (best.runs.empty() || block_count(one) > block_count(best)) {
        best = std::move(one);
      }
    }
    return best.runs.empty() ? mixed(performances) : best;
  }

  /// Returns the longest runs of each performance, from any group.
  [[nodiscard]] Source mixed(const std::set<Performance>& performances) const {
    Source result;
    result.is_mixed = true;
    result.facts.is_counted = true;
    for (const Performance& one : performances) {
      const ReportedRuns* longest = nullptr;
      for (const ReportedGroup* group : with(one)) {
        const ReportedRuns& runs = group->performances.at(one);
        if (longest == nullptr ||
            runs.observations.size() > longest->observations.size()) {
          longest = &runs;
        }
      }
      if (longest != nullptr) result.runs.emplace(one, longest);
    }
    result.facts.planned = block_count(result);
    return result;
  }

  std::map<Performance, Groups> groups_;
  std::map<std::set<Performance>, Source> known_;
};

void take_plan(const Source& source, Settings& settings) {
  settings.layouts = source.facts.layouts;
  if (!source.facts.has_looks) {
    settings.runs = std::max<std::size_t>(2, source.facts.planned);
  }
  if (source.is_mixed &&
      settings.deciding.interpretation == logic::Interpretation::kBlocks) {
    settings.deciding.interpretation = logic::Interpretation::kRunMeans;
  }
}

Group group_of(const Source& source) {
  Group group;
  for (const auto& [one, runs] : source.runs) group.performances.push_back(one);
  group.plan.blocks = source.facts.planned;
  group.plan.is_counted = source.facts.is_counted;
  group.plan.layouts = source.facts.layouts;
  group.measuring.layouts = source.facts.layouts;
  if (source.facts.is_of_one_layout) {
    group.plan.link_seconds = 1;  // Whatever they took.
    group.plan.linked = 0;
  }
  return group;
}

/// Makes the blocks of a report again, one after the other.
class Replay {
 public:
  Replay(const Suite& suite, const GivenObservations& given, Sources& sources)
      : suite_(suite), given_(given) {
    for (const ReportedRelation& one : given.relations) {
      reported_.emplace(one.text, &one);
    }
    for (const SuiteFormula& formula : suite.formulas) {
      for (const Relation& relation : formula.relations) {
        add(relation, sources);
      }
    }
    pilot_.shortages.resize(sources_.size());
    pilot_.results.resize(sources_.size());
  }

  /// Makes all blocks without looks.
  Pilot pilot() {
    const std::vector<Wanted> wanted = wanted_relations(suite_);
    std::size_t number = 0;
    for (const std::size_t of : pilot_.grouping.group_of) {
      const Wanted& one = wanted[number++];
      if (of == kNoGroup) continue;
      Group& group = pilot_.grouping.groups[of];
      group.measuring = one.measuring;
      if (sources_[of].facts.layouts > 1) {
        group.measuring.layouts = sources_[of].facts.layouts;
      }
      group.first_look = one.first_look;
      group.plan = {};
      const std::size_t blocks = block_count(sources_[of]);
      for (std::size_t block = 0; block < blocks; ++block) add_block(of, block);
    }
    add_run_costs(pilot_.results, pilot_.costs);
    return std::move(pilot_);
  }

  Observations run() {
    SequentialStopping looks(suite_, pilot_.grouping, shared_alphas(suite_));
    looks.know_late_calls([this](const Relation& one, const UsualLook& usual) {
      return late_calls_of(one, usual);
    });
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      pilot_.results[i].long_runs = sources_[i].long_runs;
      pilot_.results[i].long_pairs = pair_count(sources_[i].long_runs);
    }
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const bool is_of_pilot = sources_[i].facts.planned == 0;
      if (!is_of_pilot) left.push_back(i);
      const std::size_t blocks = is_of_pilot ? block_count(sources_[i]) : 0;
      for (std::size_t block = 0; block < blocks; ++block) add_block(i, block);
    }
    looks.look_at_pilot(pilot_.grouping, pilot_.results);
    for (std::size_t block = 0; !left.empty(); ++block) {
      std::erase_if(
          left, [&](std::size_t i) { return !goes_on_after(block, i, looks); });
    }
    Observations observations;
    add_bases(suite_, pilot_, looks.stopped(), {}, observations);
    follow_long_runs(observations);
    add_performances(observations);
    return observations;
  }

 private:
  void add(const Relation& relation, Sources& sources) {
    Grouping& grouping = pilot_.grouping;
    if (relation.theta.terms().empty()) {
      grouping.group_of.push_back(kNoGroup);
      return;
    }
    // Each on its own: another may have ended earlier.
    grouping.group_of.push_back(sources_.size());
    numbers_.emplace(&relation, sources_.size());
    sources_.push_back(sources.of(relation));
    grouping.groups.push_back(group_of(sources_.back()));
    grouping.groups.back().relations.push_back(&relation);
  }

  void add_block(std::size_t of, std::size_t block) {
    GroupResult& result = pilot_.results[of];
    for (const auto& [one, runs] : sources_[of].runs) {
      Measured& measured = result.performances[one];
      measured.layout_seconds = runs->layout_seconds;
      if (block < runs->observations.size()) {
        measured.records.push_back(runs->records[block]);
        measured.observations.push_back(runs->observations[block]);
      } else {
        measured.failure = runs->failure;
      }
    }
    result.blocks = block + 1;
    result.are_processes = sources_[of].facts.are_processes;
  }

  /// Adds a block. Returns whether another one comes after it.
  bool goes_on_after(std::size_t block, std::size_t of,
                     SequentialStopping& looks) {
    const Group& group = pilot_.grouping.groups[of];
    const Relation& relation = *group.relations.front();
    const std::size_t blocks = block_count(sources_[of]);
    if (block >= blocks || !looks.needs_more(relation)) return false;
    add_block(of, block);
    if (block + 1 == blocks) {
      looks.look_at_last(relation, group, pilot_.results[of]);
      return false;
    }
    looks.look(group, pilot_.results[of]);
    return true;
  }

  /// Returns the relation of the same text; null if there is none.
  [[nodiscard]] const ReportedRelation* reported(
      const Relation& relation) const {
    const auto found = reported_.find(parser::to_text(relation));
    return found == reported_.end() ? nullptr : found->second;
  }

  /// Judges the long runs, or returns what a report says of them.
  [[nodiscard]] JudgedLongRuns late_calls_of(const Relation& relation,
                                             const UsualLook& usual) const {
    const auto number = numbers_.find(&relation);
    if (number != numbers_.end()) {
      const GroupResult& result = pilot_.results[number->second];
      if (!result.long_runs.empty()) return judged(relation, result, usual);
    }
    const ReportedRelation* known = reported(relation);
    if (known == nullptr) return {};
    const bool is_open = known->stopped == to_text(Stop::kLateCalls);
    return {known->late, {}, is_open ? known->reason : std::string(), false};
  }

  /// Follows processes as far as long runs did, which are not in reports.
  void follow_long_runs(Observations& observations) const {
    std::size_t number = 0;
    for (const SuiteFormula& formula : suite_.formulas) {
      for (const Relation& relation : formula.relations) {
        Basis& basis = observations.bases[number++];
        const ReportedRelation* known = reported(relation);
        if (known == nullptr || known->followed_calls < basis.followed.calls) {
          continue;
        }
        basis.followed = {known->followed_calls, known->followed_seconds};
      }
    }
  }

  /// Reports the runs of each performance that are used, by group.
  void add_performances(Observations& observations) const {
    std::set<const ReportedRuns*> used;
    for (const Source& source : sources_) {
      for (const auto& [one, runs] : source.runs) used.insert(runs);
    }
    RunCosts costs;
    add_run_costs(pilot_.results, costs);
    for (const ReportedGroup& group : given_.groups) {
      for (const auto& [performance, runs] : group.performances) {
        if (!used.contains(&runs)) continue;
        observations.performances.push_back(
            report_of(performance, runs, group, costs));
      }
    }
  }

  [[nodiscard]] PerformanceReport report_of(const Performance& performance,
                                            const ReportedRuns& runs,
                                            const ReportedGroup& group,
                                            const RunCosts& costs) const {
    PerformanceReport report;
    report.performance = performance;
    const std::size_t layouts = group.facts.layouts;
    if (layouts > 1) {
      report.levels = layout_levels(runs.observations, layouts);
    }
    report.measured = measured_of(runs);
    report.metric = group.metric;
    report.group = group.facts;
    const auto cost = costs.find(performance);
    if (cost != costs.end()) {
      report.costs = level_costs(cost->second, runs.layout_seconds, layouts);
    }
    return report;
  }

  const Suite& suite_;
  const GivenObservations& given_;
  std::map<std::string_view, const ReportedRelation*> reported_;  ///< By text.
  std::vector<Source> sources_;  ///< One per group, which has one relation.
  std::map<const Relation*, std::size_t> numbers_;  ///< Of sources_.
  Pilot pilot_;
};

/// Warns of relations that had been left open for their calls, unless they are
/// decided here again.
void warn_of_open_relations(const Suite& suite, const GivenObservations& given,
                            Warnings& warnings) {
  std::set<std::string> texts;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const Relation& one : formula.relations) {
      texts.insert(parser::to_text(one));
    }
  }
  for (const ReportedRelation& one : given.relations) {
    const bool is_doubted = one.stopped == to_text(Stop::kLateCalls) ||
                            one.stopped == to_text(Stop::kDoubtfulTimes);
    if (!is_doubted || texts.contains(one.text)) continue;
    warnings.emplace_back(one.text,
                          " was left open when it was measured: " + one.reason);
  }
}

void warn(const Suite& suite, const GivenObservations& given, Sources& sources,
          Warnings& warnings) {
  bool is_looked_at_once = false;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const Relation& one : formula.relations) {
      if (one.theta.terms().empty()) continue;
      const Source& source = sources.of(one);
      if (source.is_mixed) {
        warnings.emplace_back(parser::to_text(one),
                              ": its sides were not measured in the same "
                              "blocks, so a disturbance of the machine may be "
                              "on one side only; run_means decides");
      }
      const LookRule rule =
          look_rule(one, formula.settings, formula.settings.deciding.alpha,
                    source.facts.layouts);
      is_looked_at_once |= source.facts.has_looks && !rule.is_sequential;
    }
  }
  if (is_looked_at_once) {
    warnings.emplace_back(
        "the blocks of the report ended when looks at them had found enough, "
        "and here a single look decides, as if their number had been fixed: it "
        "finds differences more often than its level says; measure with --runs "
        "for that");
  }
  warn_of_open_relations(suite, given, warnings);
}

}  // namespace

void take_plans(const GivenObservations& given, Suite& suite) {
  Sources sources(given);
  for (SuiteFormula& formula : suite.formulas) {
    Settings& settings = formula.settings;
    settings.runs.reset();
    settings.layouts = 1;
    for (const Relation& one : formula.relations) {
      if (!one.theta.terms().empty()) take_plan(sources.of(one), settings);
    }
    settings.builds.reset();
    if (given.are_layouts_builds) settings.builds = settings.layouts;
  }
}

std::set<Performance> in_one_layout(const GivenObservations& given) {
  std::set<Performance> result;
  for (const ReportedGroup& group : given.groups) {
    for (const auto& [one, runs] : group.performances) {
      if (runs.is_in_one_layout) result.insert(one);
    }
  }
  return result;
}

Observations reported_observations(const Suite& suite,
                                   const GivenObservations& given) {
  Sources sources(given);
  Observations result = Replay(suite, given, sources).run();
  warn(suite, given, sources, result.warnings);
  return result;
}

Pilot reported_pilot(const Suite& suite, const GivenObservations& given) {
  Sources sources(given);
  return Replay(suite, given, sources).pilot();
}

}  // namespace spl::runner
