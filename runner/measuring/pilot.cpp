#include "runner/measuring/pilot.hpp"

#include <algorithm>
#include <limits>

#include "runner/measuring/budget.hpp"
#include "runner/measuring/equal_builds.hpp"
#include "runner/measuring/family.hpp"
#include "runner/measuring/wanted_relations.hpp"
#include "runner/programs/command_catalogue.hpp"
#include "runner/programs/metrics.hpp"
#include "runner/settings/single_calls.hpp"
#include "runner/tools/translator.hpp"
#include "spl/logic/look.hpp"
#include "spl/logic/parts.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

/// Returns results with failures of performances that no program has: they are
/// not tried.
std::vector<GroupResult> without_program(const std::vector<Group>& groups,
                                         const ProgramCatalogue& programs) {
  std::vector<GroupResult> results(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const Performance& one : groups[i].performances) {
      const std::string failure = programs.failure_of(one);
      if (failure.empty()) continue;
      results[i].performances[one].failure = to_text(one) + ' ' + failure;
    }
  }
  return results;
}

/// Why performances failed, by the metrics that were asked for: a workload that
/// lacks a counter, or is too short to be timed, may have all else.
class Failures {
 public:
  Failures() = default;
  Failures(const std::vector<GroupResult>& results,
           const std::vector<Group>& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (const auto& [performance, measured] : results[i].performances) {
        if (measured.failure.empty()) continue;
        failures_.emplace(std::pair(performance, metrics_of(groups[i])),
                          measured.failure);
      }
    }
  }

  /// Returns an empty text if the performance did not fail.
  [[nodiscard]] std::string of(const Performance& performance,
                               const Group& group) const {
    const auto known = failures_.find({performance, metrics_of(group)});
    return known == failures_.end() ? std::string() : known->second;
  }

 private:
  using Metrics = std::vector<std::string>;

  static Metrics metrics_of(const Group& group) {
    Metrics result;
    for (const MeasuredMetric& one : group.measuring.metrics) {
      result.push_back(to_text(one));
    }
    return result;
  }

  std::map<std::pair<Performance, Metrics>, std::string> failures_;
};

/// Returns for each group the failures of the pilot: they are not tried again.
std::vector<GroupResult> failures_of(const std::vector<GroupResult>& pilot,
                                     const std::vector<Group>& groups) {
  const Failures failures(pilot, groups);
  std::vector<GroupResult> results(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const Performance& one : groups[i].performances) {
      std::string known = failures.of(one, groups[i]);
      if (known.empty()) continue;
      results[i].performances[one].failure = std::move(known);
    }
  }
  return results;
}

/// Returns groups without Valgrind, which would slow the pilot down. Page
/// faults are counted in all programs of SPL, whose code may be too short for
/// the clock, and not in others.
std::vector<Group> natively(std::vector<Group> groups,
                            const ProgramCatalogue& programs) {
  const auto is_of_spl = [&](const Performance& one) {
    const ProgramCatalogue::Program& program = programs.program_of(one);
    return program.commands == nullptr &&
           translator(program.framework) == nullptr;
  };
  for (Group& one : groups) {
    if (!is_counted(one.measuring.metrics)) continue;
    const bool are_of_spl = std::ranges::all_of(one.performances, is_of_spl);
    one.measuring.metrics = {are_of_spl ? workload::Metric::kPageFaults
                                        : workload::Metric::kWall};
  }
  return groups;
}

/// Whether all that the relation compares are commands.
bool is_about_processes(const logic::Relation& relation,
                        const ProgramCatalogue& programs) {
  const auto all = performances_of(relation);
  return !all.empty() && std::ranges::all_of(all, [&](const Performance& one) {
    return programs.program_of(one).commands != nullptr;
  });
}

/// Returns a warning about the first formula that the group decides.
Warning warning_of(const Group& group, const Suite& suite,
                   const std::string& text) {
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& one : formula.relations) {
      const auto& all = group.relations;
      if (std::ranges::find(all, &one) == all.end()) continue;
      return warning_of(formula, text);
    }
  }
  return text;
}

bool has_failed(const GroupResult& result) {
  return std::ranges::any_of(result.performances, [](const auto& one) {
    return !one.second.failure.empty();
  });
}

/// Makes blocks that are not counted, of groups that are made anew once the
/// length of their runs is known.
class Piloting {
 public:
  Piloting(std::vector<Group> groups, const ProgramCatalogue& programs,
           std::uint64_t seed, const Surroundings& surroundings)
      : groups_(std::move(groups)),
        results_(without_program(groups_, programs)),
        known_(results_),
        slow_(groups_.size()),
        program_of_(program_of(programs)),
        seed_(seed),
        surroundings_(surroundings),
        users_(users_of(groups_)) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (const logic::Relation* one : groups_[i].relations)
        group_of_[one] = i;
    }
  }

  /// Reports how long all takes at most; nothing if no budget bounds that.
  void report_bound() const {
    if (!surroundings_.progress) return;
    Progress progress;
    for (const Group& one : groups_) {
      if (!is_bounded(one)) return;
      progress.left += budget_of_pilot(one);
    }
    surroundings_.progress(progress);
  }

  /// Makes short runs, twice. Those that take long are ended and replaced by a
  /// slow pilot. Commands, which may leave half of their work, have that one at
  /// once.
  void make_short_runs() {
    std::vector<Group> short_runs = groups_;
    for (Group& one : short_runs) {
      one.plan = pilot_plan(one);
      if (one.measuring.are_processes) one.plan.blocks = 0;
      one.measuring.timeout = pilot_timeout(one);
    }
    PilotRule rule;
    measure(short_runs, {surroundings_.launcher, {}}, rule);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].measuring.are_processes) {
        probe_commands(i);
      } else if (has_timed_out(groups_[i], results_[i])) {
        probe(i);
      }
    }
  }

  /// Makes longer runs of programs that may repeat their set-up, so that it is
  /// known what more observations take.
  void make_longer_runs() {
    std::vector<Group> longer = groups_;
    for (std::size_t i = 0; i < longer.size(); ++i) {
      longer[i].plan = longer_pilot_plan(groups_[i], costs_);
      if (slow_[i].is_slow) longer[i].plan.blocks = 0;
    }
    if (!has_blocks(longer)) return;
    forget_runs();
    StoppingRule all;
    measure(longer, {surroundings_.launcher, {}}, all);
  }

  /// Makes as many blocks of a slow pilot as may decide, as long as all say the
  /// same, if no two blocks are planned.
  void make_deciding_runs(const Suite& suite) {
    const std::vector<double> alphas = shared_alphas(suite);
    std::map<const logic::Relation*, double> alpha_of;
    std::size_t number = 0;
    for (const SuiteFormula& formula : suite.formulas) {
      for (const logic::Relation& one : formula.relations) {
        alpha_of[&one] = alphas[number++];
      }
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!slow_[i].is_slow || results_[i].blocks == 0) continue;
      const Plan plan = planned(groups_[i], users_);
      if (plan.blocks > 0) continue;
      report(groups_[i], suite,
             short_budget(groups_[i], 0, cost_of_block(groups_[i], plan)));
      std::size_t most = 0;
      for (const logic::Relation* one : groups_[i].relations) {
        most = std::max(most, logic::twofold_blocks(alpha_of.at(one)));
      }
      go_on(i, most);
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!slow_[i].too_long.text.empty())
        report(groups_[i], suite, slow_[i].too_long);
    }
  }

  /// Makes the links of blocks that are certain to be made, and of later ones
  /// as far as links are made ahead.
  void link_first() {
    if (surroundings_.layouts == nullptr) return;
    std::vector<Plan> plans;
    std::set<std::string> programs;
    for (const Group& group : groups_) {
      plans.push_back(planned(group, users_));
      if (!is_bounded(group) || !has_links(plans.back())) continue;
      programs.merge(programs_of(group, program_of_));
    }
    std::size_t left = programs.size();
    for (const std::string& one : programs) link(one, plans, left--);
  }

  /// The number of groups that share each program's links.
  using Users = std::map<std::string, std::size_t>;
  [[nodiscard]] Users users_of(const std::vector<Group>& groups) const {
    Users users;
    if (surroundings_.layouts == nullptr) return users;
    for (const Group& group : groups) {
      for (const std::string& one : programs_of(group, program_of_)) {
        ++users[one];
      }
    }
    return users;
  }

  /// Plans a group by the costs of the pilot.
  [[nodiscard]] Plan planned(const Group& group, const Users& users) const {
    Overhead overhead;
    overhead.spent = spent(group);
    overhead.ready = static_cast<std::size_t>(-1);
    if (surroundings_.layouts != nullptr) {
      for (const std::string& one : programs_of(group, program_of_)) {
        const double seconds = surroundings_.layouts->link_seconds(one);
        overhead.links += seconds / static_cast<double>(users.at(one));
        overhead.ready =
            std::min(overhead.ready, surroundings_.layouts->ready(one));
      }
    }
    Plan result = plan(group, costs_, overhead);
    if (!too_long(group).text.empty()) {
      result.blocks = 0;
      result.is_counted = false;
    }
    return result;
  }

  /// Returns the known results of a group made anew: failures, the pilot's part
  /// of its budget, and the pilot's runs if no others are planned.
  [[nodiscard]] GroupResult result_of(const Group& group) const {
    GroupResult result;
    result.pilot_seconds = spent(group);
    const std::size_t from = group_of_.at(group.relations.front());
    const bool takes_runs = group.plan.blocks == 0 && slow_[from].is_slow;
    if (takes_runs) result.blocks = results_[from].blocks;
    for (const Performance& one : group.performances) {
      std::string failed = failures_.of(one, group);
      if (!failed.empty()) {
        result.performances[one].failure = std::move(failed);
      } else if (takes_runs && results_[from].performances.contains(one)) {
        result.performances[one] = results_[from].performances.at(one);
      }
    }
    return result;
  }

  void collect_failures() { failures_ = Failures(results_, groups_); }

  /// Returns why the pilot gave a group up, if so.
  [[nodiscard]] Shortage too_long(const Group& group) const {
    return slow_[group_of_.at(group.relations.front())].too_long;
  }

  /// Returns the shortage that was reported about a group, if any.
  [[nodiscard]] Shortage reported(const Group& group) const {
    const auto found = reported_.find(group.relations.front());
    return found == reported_.end() ? Shortage() : found->second;
  }

  void report(const Group& group, const Suite& suite, const Shortage& what) {
    for (const logic::Relation* one : group.relations) reported_[one] = what;
    if (surroundings_.note) {
      surroundings_.note(warning_of(group, suite, to_text(what)));
    }
  }

  [[nodiscard]] BlockCost cost_of_block(const Group& group,
                                        const Plan& plan) const {
    if (plan.ready >= std::max(plan.blocks, fewest_looked(group))) {
      return {plan.run_seconds, 0, spent(group)};  // It waits for no links.
    }
    return {block_seconds(plan, costs_), plan.link_seconds, spent(group),
            plan.ready};
  }

  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] const RunCosts& costs() const { return costs_; }

 private:
  /// The state of a group whose code may be slow.
  struct Slow {
    bool is_slow = false;  ///< It has a slow pilot.
    double before = 0;     ///< Seconds of the usual pilot.
    Shortage too_long;     ///< Why the pilot gave it up, if so.
  };

  /// Returns how long a short run may take: a twentieth of the budget for all
  /// runs of a block, or a little more if that is hardly enough for a process.
  [[nodiscard]] static std::chrono::nanoseconds pilot_timeout(
      const Group& group) {
    if (!is_bounded(group)) return group.measuring.timeout;
    constexpr double kShare = 0.05;
    constexpr double kLeast = 0.05;
    constexpr double kMost = 0.5;
    const double each =
        budget_of_pilot(group) / static_cast<double>(group.performances.size());
    const double limit =
        std::min(each, std::clamp(kShare * each, kLeast, kMost));
    return std::min(group.measuring.timeout,
                    std::chrono::nanoseconds(
                        static_cast<std::int64_t>(std::max(1.0, limit * 1e9))));
  }

  [[nodiscard]] static bool has_timed_out(const Group& group,
                                          const GroupResult& result) {
    return pilot_timeout(group) < group.measuring.timeout &&
           std::ranges::any_of(result.performances, [](const auto& one) {
             return one.second.timed_out;
           });
  }

  /// Makes the first block of a slow pilot.
  void probe(std::size_t i) {
    const double spent = results_[i].pilot_seconds;
    results_[i] = known_[i];
    results_[i].pilot_seconds = spent;
    slow_[i].is_slow = true;
    slow_[i].before = spent;
    (void)make_slow_block(i);
  }

  /// Returns the seconds that are left of the time of all groups together;
  /// infinity: no limit.
  [[nodiscard]] double left_of_total() const {
    double total = 0;
    double spent = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      total += share_of_total(groups_[i]);
      spent += results_[i].pilot_seconds;
    }
    return total > 0 ? total - spent : std::numeric_limits<double>::infinity();
  }

  /// Makes another block if that is cheap: the first processes of a command
  /// find its files on the disk, and later ones in memory.
  void probe_commands(std::size_t i) {
    constexpr double kCheap = 0.05;
    slow_[i].is_slow = true;
    if (pilot_plan(groups_[i]).blocks == 0) return;
    probe(i);
    if (results_[i].blocks == 0) return;
    const double taken = results_[i].pilot_seconds;
    if (!is_bounded(groups_[i]) ||
        taken <= kCheap * budget_of_pilot(groups_[i])) {
      (void)make_slow_block(i);
    }
  }

  bool make_slow_block(std::size_t i) {
    SlowPilot slow(groups_[i], program_of_, surroundings_.launcher,
                   {results_[i], costs_}, left_of_total());
    const bool is_whole = slow.make_block(seed_--);
    if (!is_whole && slow_[i].too_long.text.empty() &&
        results_[i].blocks == 0) {
      slow_[i].too_long = slow.too_long();
    }
    return is_whole;
  }

  void go_on(std::size_t i, std::size_t most) {
    const auto decides = [&](const logic::Relation* one) {
      return failure_of(*one, results_[i]).empty() &&
             !is_about_single_calls(*one) &&
             logic::twofold(*one,
                            experiment(*one, results_[i], results_[i].blocks),
                            statistics::RunStatistic::kTrimmed) !=
                 logic::Finding::kIndistinct;
    };
    const auto& relations = groups_[i].relations;
    const double block = results_[i].pilot_seconds - slow_[i].before;
    if (static_cast<double>(most - 1) * block >
        budget(groups_[i]) - results_[i].pilot_seconds) {
      return;
    }
    while (results_[i].blocks < most &&
           std::ranges::any_of(relations, decides) && make_slow_block(i)) {
    }
  }

  [[nodiscard]] static bool has_blocks(const std::vector<Group>& groups) {
    return std::ranges::any_of(
        groups, [](const Group& one) { return one.plan.blocks > 0; });
  }

  void measure(const std::vector<Group>& groups,
               const Surroundings& surroundings, StoppingRule& rule) {
    for (GroupResult& one : results_) one.seconds = 0;
    runner::measure(groups, {program_of_, seed_--}, surroundings, rule,
                    results_);
    for (GroupResult& one : results_) {
      one.pilot_seconds += one.seconds;
      one.seconds = 0;
    }
    add_run_costs(results_, costs_);
  }

  /// Forgets all runs but those of slow pilots. Failures stay: they are not
  /// tried again.
  void forget_runs() {
    std::vector<GroupResult> failed = failures_of(results_, groups_);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (slow_[i].is_slow) continue;
      failed[i].pilot_seconds = results_[i].pilot_seconds;
      results_[i] = std::move(failed[i]);
    }
  }

  static bool has_links(const Plan& plan) {
    return plan.blocks > 0 && plan.linked > 0;
  }

  /// Links one of the `programs` programs that are still to be linked. The time
  /// of a link may be known badly: it leaves time for two blocks of the
  /// programs as they were built, and for other links.
  void link(const std::string& program, std::vector<Plan>& plans,
            std::size_t programs) {
    std::vector<std::size_t> users;
    LayoutWish wish;
    wish.first_look = 0;
    double beyond = wish.seconds;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!has_links(plans[i]) ||
          !programs_of(groups_[i], program_of_).contains(program)) {
        continue;
      }
      users.push_back(i);
      wish.end = std::max(wish.end, std::min(plans[i].blocks, plans[i].linked));
      wish.first_look = std::max(wish.first_look, groups_[i].first_look);
      if (!is_bounded(groups_[i])) continue;
      const double spent = results_[i].pilot_seconds + 2 * plans[i].run_seconds;
      constexpr double kMost = 0.99;  // Sums of seconds are not exact.
      wish.seconds = std::min(wish.seconds, kMost * budget(groups_[i]) - spent);
      beyond = std::min(beyond, kOverrun * budget(groups_[i]) - spent);
    }
    if (users.empty()) return;
    const auto sharers = static_cast<double>(users.size());
    // A link that takes as long as planned is made in any case.
    const double expected = std::min(
        surroundings_.layouts->link_seconds(program), beyond * sharers);
    wish.seconds =
        std::max({wish.seconds * sharers / static_cast<double>(programs),
                  expected, 0.0});
    const Layout made = surroundings_.layouts->layout(program, wish);
    const double seconds = made.seconds;
    for (const std::size_t one : users) {
      results_[one].pilot_seconds += seconds / sharers;
      if (made.is_missing) plans[one].linked = 0;
    }
  }

  /// Returns the pilot's seconds for the relations of a group: equal parts of
  /// the time of their groups in the pilot.
  [[nodiscard]] double spent(const Group& group) const {
    double sum = 0;
    for (const logic::Relation* one : group.relations) {
      const std::size_t i = group_of_.at(one);
      sum += results_[i].pilot_seconds /
             static_cast<double>(groups_[i].relations.size());
    }
    return sum;
  }

  std::vector<Group> groups_;
  std::vector<GroupResult> results_;
  std::vector<GroupResult> known_;  ///< Before the pilot.
  std::vector<Slow> slow_;          ///< For each group.
  std::map<const logic::Relation*, Shortage> reported_;
  Failures failures_;
  ProgramOf program_of_;
  std::uint64_t seed_;
  Surroundings surroundings_;
  Users users_;
  std::map<const logic::Relation*, std::size_t> group_of_;
  RunCosts costs_;
};

}  // namespace

Pilot piloted(const Suite& suite, const ProgramCatalogue& programs,
              std::uint64_t seed, const Surroundings& surroundings) {
  require_metrics(suite, programs);
  require_equal_builds(suite, programs);
  require_commands(suite, programs);
  std::vector<Wanted> all = wanted_relations(suite);
  for (Wanted& one : all) {
    one.measuring.are_processes = is_about_processes(*one.relation, programs);
  }
  Piloting piloting(natively(group(all).groups, programs), programs, ~seed,
                    surroundings);
  piloting.report_bound();
  piloting.make_short_runs();
  piloting.make_longer_runs();
  piloting.make_deciding_runs(suite);
  piloting.link_first();
  piloting.collect_failures();
  const RunCosts& costs = piloting.costs();
  Pilot pilot{group(all, run_seconds(piloting.groups(), costs)), costs, {}, {}};
  std::vector<Group>& groups = pilot.grouping.groups;
  const auto users = piloting.users_of(groups);
  for (Group& one : groups) {
    one.plan = piloting.planned(one, users);
    pilot.results.push_back(piloting.result_of(one));
    Shortage shortage;
    if (is_short_of_time(one)) {
      shortage = piloting.reported(one);
      // A run that failed says nothing of what blocks take.
      if (shortage.text.empty() && !has_failed(pilot.results.back())) {
        shortage = short_budget(one, one.plan.blocks,
                                piloting.cost_of_block(one, one.plan));
        shortage.cause = slow_start_text(one, costs);
        if (!is_ended_by_budget(one)) piloting.report(one, suite, shortage);
      }
    }
    pilot.shortages.push_back(std::move(shortage));
  }
  report_single_looks(suite, pilot.grouping, surroundings);
  return pilot;
}

ProgramOf program_of(const ProgramCatalogue& programs) {
  return [&programs](const Performance& performance) {
    const ProgramCatalogue::Program& program = programs.program_of(performance);
    return WorkerProgram{program.path,
                         program.chooses_iterations,
                         program.framework,
                         command_run(program, performance),
                         {},
                         program.arguments};
  };
}

}  // namespace spl::runner
