#include "runner/schedule.hpp"

#include <algorithm>
#include <set>

#include "spl/workload/random.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;

// Environments differ by up to a page, as users' do (Mytkowicz et al. 2009).
constexpr std::size_t kEnvironmentSizes = 4096;

std::set<Performance> performances_of(const Relation& relation) {
  std::set<Performance> result;
  for (const logic::LinearForm* side : {&relation.left, &relation.right}) {
    for (const auto& term : side->terms()) result.insert(term.performance);
  }
  return result;
}

std::set<Performance> united(const std::set<Performance>& left,
                             const std::set<Performance>& right) {
  std::set<Performance> result = left;
  result.insert(right.begin(), right.end());
  return result;
}

/// A group while it is put together.
struct Draft {
  Measuring measuring;
  std::set<Performance> performances;
  std::vector<std::size_t> wanted;
};

bool has_room(const Draft& draft, const Wanted& wanted,
              const std::set<Performance>& performances) {
  return draft.measuring == wanted.measuring &&
         united(draft.performances, performances).size() <= kMostPerformances;
}

/// Drafts, and the latest of each performance: only those are looked at, for
/// earlier ones are full or measured otherwise.
class Drafts {
 public:
  Draft& draft_for(const Wanted& wanted,
                   const std::set<Performance>& performances) {
    for (const Performance& performance : performances) {
      const auto latest = latest_.find(performance);
      if (latest != latest_.end() &&
          has_room(all_[latest->second], wanted, performances)) {
        return joined(latest->second, performances);
      }
    }
    all_.push_back({wanted.measuring, {}, {}});
    return joined(all_.size() - 1, performances);
  }

  [[nodiscard]] const std::vector<Draft>& all() const { return all_; }

 private:
  Draft& joined(std::size_t number, const std::set<Performance>& performances) {
    all_[number].performances.insert(performances.begin(), performances.end());
    for (const Performance& performance : performances) {
      latest_[performance] = number;
    }
    return all_[number];
  }

  std::vector<Draft> all_;
  std::map<Performance, std::size_t> latest_;
};

class Measurement {
 public:
  Measurement(const std::vector<Group>& groups, std::uint64_t seed,
              const ProgramOf& program_of, const Surroundings& surroundings)
      : groups_(groups),
        random_(seed),
        argument_seed_(random_()),
        program_of_(program_of),
        surroundings_(surroundings),
        results_(groups.size()) {}

  std::vector<GroupResult> measure() {
    std::size_t most = 0;
    for (const Group& group : groups_) {
      most = std::max(most, group.measuring.blocks);
      all_ += group.measuring.blocks;
    }
    for (std::size_t number = 0; number < most; ++number) {
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (number >= groups_[i].measuring.blocks) continue;
        tell_progress();
        measure(groups_[i], number, results_[i]);
        ++done_;
      }
    }
    tell_progress();
    return std::move(results_);
  }

 private:
  void tell_progress() const {
    if (surroundings_.progress) surroundings_.progress(done_, all_);
  }

  void measure(const Group& group, std::size_t number, GroupResult& result) {
    const Block block = ordered(group, number, result);
    if (block.runs.empty()) return;
    const double start = surroundings_.clock.seconds();
    BlockResult made = surroundings_.launcher.measure(block);
    result.seconds += surroundings_.clock.seconds() - start;
    for (std::size_t i = 0; i < made.runs.size(); ++i) {
      record(block, i, made.host, std::move(made.runs[i]),
             result.performances[block.runs[i].performance]);
    }
  }

  Block ordered(const Group& group, std::size_t number,
                const GroupResult& result) {
    Block block{number, {}};
    for (const Performance& performance : needed(group, result)) {
      block.runs.push_back(
          {program_of_(performance), performance, block_seed(number),
           random_(std::size_t{0}, kEnvironmentSizes - 1),
           group.measuring.observations, group.measuring.warmup,
           group.measuring.timeout, group.measuring.keep_disturbed});
      block.runs.back().metrics = group.measuring.metrics;
    }
    for (std::size_t i = block.runs.size(); i > 1; --i) {
      std::swap(block.runs[i - 1], block.runs[random_(std::size_t{0}, i - 1)]);
    }
    return block;
  }

  /// Of the group's performances those that some relation can still use.
  static std::set<Performance> needed(const Group& group,
                                      const GroupResult& result) {
    std::set<Performance> needed;
    for (const Relation* relation : group.relations) {
      const std::set<Performance> used = performances_of(*relation);
      const bool failed =
          std::any_of(used.begin(), used.end(), [&](const Performance& one) {
            const auto found = result.performances.find(one);
            return found != result.performances.end() &&
                   !found->second.failure.empty();
          });
      if (!failed) needed.insert(used.begin(), used.end());
    }
    return needed;
  }

  static void record(const Block& block, std::size_t position,
                     const std::string& host, RunResult run,
                     Measured& measured) {
    const RunOrder& order = block.runs[position];
    workload::RunAnswer& answer = run.answer;
    if (!answer.failure.empty()) {
      measured.failure = to_text(order.performance) + ' ' + answer.failure;
      return;
    }
    measured.records.push_back({block.number, position, order.seed,
                                order.environment_size, answer.iterations,
                                answer.warmup, answer.disturbed, run.seconds,
                                host});
    measured.observations.push_back(std::move(answer.observations));
    measured.others.resize(answer.others.size());
    for (std::size_t i = 0; i < answer.others.size(); ++i) {
      measured.others[i].metric = order.metrics.at(i + 1);
      measured.others[i].observations.push_back(std::move(answer.others[i]));
    }
  }

  [[nodiscard]] std::uint64_t block_seed(std::size_t number) const {
    return Random(argument_seed_ + number)();
  }

  const std::vector<Group>& groups_;
  Random random_;
  std::uint64_t argument_seed_;
  const ProgramOf& program_of_;
  const Surroundings& surroundings_;
  std::vector<GroupResult> results_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
};

}  // namespace

Grouping group(const std::vector<Wanted>& wanted) {
  Drafts drafts;
  Grouping result;
  result.group_of.assign(wanted.size(), kNoGroup);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].relation->theta.terms().empty()) continue;
    const auto performances = performances_of(*wanted[i].relation);
    drafts.draft_for(wanted[i], performances).wanted.push_back(i);
  }
  for (const Draft& draft : drafts.all()) {
    Group group{draft.measuring,
                {draft.performances.begin(), draft.performances.end()},
                {}};
    for (const std::size_t i : draft.wanted) {
      group.relations.push_back(wanted[i].relation);
      result.group_of[i] = result.groups.size();
    }
    result.groups.push_back(std::move(group));
  }
  return result;
}

std::vector<GroupResult> measure(const std::vector<Group>& groups,
                                 std::uint64_t seed,
                                 const ProgramOf& program_of,
                                 const Surroundings& surroundings) {
  return Measurement(groups, seed, program_of, surroundings).measure();
}

logic::Experiment experiment(const GroupResult& result) {
  logic::Experiment experiment;
  for (const auto& [performance, measured] : result.performances) {
    if (!measured.failure.empty()) {
      experiment.emplace(performance, logic::Failure{measured.failure});
    } else {
      experiment.emplace(performance,
                         statistics::Sample(measured.observations));
    }
  }
  return experiment;
}

}  // namespace spl::runner
