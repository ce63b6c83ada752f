#include "runner/measuring/schedule.hpp"

#include <algorithm>

#include "runner/measuring/budget.hpp"
#include "runner/measuring/plan.hpp"
#include "spl/workload/random.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;

// Environments differ by up to a page, as users' do (Mytkowicz et al. 2009).
constexpr std::size_t kEnvironmentSizes = 4096;

// Blocks of memory begin at multiples of the alignment, anywhere in a page.
constexpr std::uint64_t kHeapAlignment = 16;
constexpr std::uint64_t kHeapOffsets = 4096 / kHeapAlignment;

double seconds(std::uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) * 1e-9;
}

class Measurement {
 public:
  Measurement(const std::vector<Group>& groups, const Measurands& measurands,
              const Surroundings& surroundings, StoppingRule& rule)
      : groups_(groups),
        program_of_(measurands.program_of),
        surroundings_(surroundings),
        rule_(rule) {
    Random seeds(measurands.seed);
    argument_seed_ = seeds();
    std::uint64_t order_seed = seeds();
    heap_seed_ = seeds();
    std::set<Performance> performances;
    for (const Group& group : groups) {
      performances.insert(group.performances.begin(), group.performances.end());
    }
    for (const Performance& one : performances) {
      seeds_.emplace(one, Random(order_seed++)());
    }
  }

  void measure(std::vector<GroupResult>& results) {
    results_ = &results;
    std::size_t most = 0;
    for (const Group& group : groups_) most = std::max(most, group.plan.blocks);
    for (std::size_t number = 0; number < most; ++number) {
      progress_.most = progress_.done + planned_from(number);
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (!needs_block(i, number)) continue;
        report_progress(results);
        measure(i, number, results[i]);
        rule_.look(groups_[i], results[i]);
        while (measure_long_pair(i, results[i])) {
          rule_.look_at_long_runs(groups_[i], results[i]);
        }
        ++progress_.done;
      }
    }
    progress_.most = progress_.done;
    report_progress(results);
  }

 private:
  [[nodiscard]] bool needs_block(std::size_t i, std::size_t number) const {
    const Group& group = groups_[i];
    return number < group.plan.blocks &&
           number < blocks_with((*results_)[i].linked) &&
           std::ranges::any_of(group.relations, [&](const Relation* relation) {
             return rule_.needs_more(*relation);
           });
  }

  /// Returns the blocks that the groups may still get, from that one on.
  [[nodiscard]] std::size_t planned_from(std::size_t number) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (needs_block(i, number)) sum += groups_[i].plan.blocks - number;
    }
    return sum;
  }

  void report_progress(const std::vector<GroupResult>& results) {
    if (!surroundings_.progress) return;
    progress_.left = seconds_left(results);
    surroundings_.progress(progress_);
  }

  [[nodiscard]] double seconds_left(
      const std::vector<GroupResult>& results) const {
    double sum = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const std::size_t made = results[i].blocks;
      if (!needs_block(i, made)) continue;
      const Plan& plan = groups_[i].plan;
      const double block = made > 0 ? seconds_of_block(results[i])
                                    : plan.run_seconds + plan.link_seconds;
      sum += block * static_cast<double>(plan.blocks - made);
    }
    return std::min(sum, rule_.seconds_left(results));
  }

  void measure(std::size_t i, std::size_t number, GroupResult& result) {
    const Group& group = groups_[i];
    Block block = ordered(group, number, result);
    if (block.runs.empty()) return;
    if (is_laid_out(i, number)) lay_out(group, block, result);
    last_ = block.runs;
    ++result.blocks;
    result.are_processes = group.measuring.are_processes;
    result.seconds += measure(block, result.performances);
  }

  /// Makes the runs of a block; returns the seconds that they took.
  double measure(const Block& block,
                 std::map<Performance, Measured>& performances) {
    BlockResult made = surroundings_.launcher.measure(block);
    double runs = 0;
    for (std::size_t run = 0; run < made.runs.size(); ++run) {
      runs += made.runs[run].seconds;
      record(block, run, made.host, std::move(made.runs[run]),
             performances[block.runs[run].performance]);
    }
    return std::max(runs, made.seconds);
  }

  /// Makes a pair with the programs of the last block, in the order of a block
  /// of the pair's number.
  bool measure_long_pair(std::size_t i, GroupResult& result) {
    const Group& group = groups_[i];
    std::map<Performance, std::uint64_t> wanted;
    for (const Relation* relation : group.relations) {
      const std::uint64_t observations = rule_.long_observations(*relation);
      if (observations == 0) continue;
      for (const Performance& one : performances_of(*relation)) {
        wanted[one] = std::max(wanted[one], observations);
      }
    }
    if (wanted.empty()) return false;
    Block block{result.long_pairs, {}};
    for (const Draw& draw : drawn(group, block.number)) {
      const auto observations = wanted.find(*draw.performance);
      const auto order =
          std::ranges::find(last_, *draw.performance, &RunOrder::performance);
      if (observations == wanted.end() || order == last_.end()) continue;
      block.runs.push_back(*order);
      block.runs.back().seed = block_seed(block.number);
      block.runs.back().heap_offset = heap_offset(group, block.number);
      block.runs.back().observations = observations->second;
    }
    ++result.long_pairs;
    result.long_seconds += measure(block, result.long_runs);
    return true;
  }

  [[nodiscard]] Block ordered(const Group& group, std::size_t number,
                              const GroupResult& result) const {
    const std::set<Performance> needed = this->needed(group, result);
    Block block{number, {}};
    const bool find_their_own = find_their_own_calls(group);
    for (const Draw& draw : drawn(group, number)) {
      const Performance& performance = *draw.performance;
      if (!needed.contains(performance)) continue;
      WorkerProgram program = program_of_(performance);
      block.runs.push_back({std::move(program.path), performance,
                            seed_of(group, number), draw.environment_size,
                            group.plan.observations.at(performance),
                            group.plan.warmup, group.measuring.timeout,
                            heap_offset(group, number)});
      block.runs.back().metrics = group.measuring.metrics;
      block.runs.back().chooses_iterations = program.chooses_iterations;
      block.runs.back().framework = program.framework;
      block.runs.back().arguments = std::move(program.arguments);
      block.runs.back().longer_texts = program.longer_texts;
      if (program.command) {
        program.command->setup_timeout = group.measuring.setup_timeout;
      }
      block.runs.back().command = std::move(program.command);
      if (group.measuring.single_calls) block.runs.back().observation = {};
      const auto calls = group.plan.calls.find(performance);
      if (!find_their_own && calls != group.plan.calls.end()) {
        block.runs.back().calls = calls->second;
      }
    }
    return block;
  }

  /// Treats all sides alike.
  [[nodiscard]] bool find_their_own_calls(const Group& group) const {
    return std::ranges::any_of(group.performances, [&](const Performance& one) {
      return program_of_(one).chooses_iterations;
    });
  }

  /// The random numbers of a run.
  struct Draw {
    const Performance* performance;
    std::uint64_t place;  ///< In the block: the least comes first.
    std::size_t environment_size;
  };

  /// Returns a block of the group in its order, with performances that are not
  /// needed any more. Each performance has draws of its own: the other
  /// performances, and those in its block, depend on measured times and must
  /// not change what the same seed gives this one. The second block of a pair
  /// has the places of the first reversed, so that a favourable place favours
  /// both sides of a pair. Where Valgrind counts whole processes, all have the
  /// same environment, since what they do at their start depends on that.
  [[nodiscard]] std::vector<Draw> drawn(const Group& group,
                                        std::size_t number) const {
    const bool is_second = number % 2 == 1;
    std::vector<Draw> draws;
    for (const Performance& one : group.performances) {
      const std::uint64_t seed = seeds_.at(one) + number;
      Random random(seed);
      const std::uint64_t own = random();
      const std::uint64_t place = is_second ? ~Random(seed - 1)() : own;
      if (counts_starts(group)) random = Random(block_seed(0));
      draws.push_back(
          {&one, place, random(std::size_t{0}, kEnvironmentSizes - 1)});
    }
    std::ranges::sort(draws, {}, &Draw::place);
    return draws;
  }

  [[nodiscard]] static bool counts_starts(const Group& group) {
    return group.measuring.are_processes && is_counted(group.measuring.metrics);
  }

  [[nodiscard]] bool is_laid_out(std::size_t i, std::size_t number) const {
    const Group& group = groups_[i];
    return surroundings_.layouts != nullptr && number < (*results_)[i].linked &&
           (number < group.plan.linked ||
            (group.plan.layouts > 1 &&
             group.plan.linked >= group.plan.layouts));
  }

  /// Chooses the links before the block is timed. If some programs cannot be
  /// linked in time, the whole block runs the programs as they were built: no
  /// side is to be favoured.
  void lay_out(const Group& group, Block& block, GroupResult& result) {
    std::vector<Layout> layouts;
    for (const RunOrder& order : block.runs) {
      layouts.push_back(layout(order.program, block.number, group));
      if (layouts.back().is_missing) {
        result.linked = block.number;
        return;
      }
    }
    for (std::size_t i = 0; i < block.runs.size(); ++i) {
      block.runs[i].program = layouts[i].program;
      block.runs[i].layout = layouts[i].name;
      block.runs[i].layout_seconds = layouts[i].layout_seconds;
    }
  }

  /// Makes a link, for which all groups pay whose block of that number measures
  /// it.
  Layout layout(const std::string& program, std::size_t number,
                const Group& group) {
    const std::vector<std::size_t> users = users_of(program, number, group);
    LayoutWish wish{number, number + 1, 0, group.plan.layouts, 0};
    for (const std::size_t one : users) {
      wish.end = std::max(wish.end, end_of_links(one, number));
      wish.first_look = std::max(wish.first_look, groups_[one].first_look);
      wish.seconds += time_for_links(groups_[one], (*results_)[one]);
    }
    wish.seconds = std::min(wish.seconds, rule_.seconds_left(*results_));
    Layout layout = surroundings_.layouts->layout(program, wish);
    const double ahead = layout.ahead / static_cast<double>(users.size());
    for (const std::size_t one : users) {
      double& known = (*results_)[one].ahead;
      known = std::max(0.0, known + ahead);
    }
    if (layout.seconds > 0) charge(layout.seconds, users);
    return layout;
  }

  /// Returns how many of the planned blocks the budget still holds at their
  /// true length: runs may take longer than the pilot's, and links that are not
  /// measured are time lost.
  [[nodiscard]] std::size_t end_of_links(std::size_t i,
                                         std::size_t number) const {
    const Group& group = groups_[i];
    const GroupResult& result = (*results_)[i];
    const std::size_t end = std::min(group.plan.blocks, group.plan.linked);
    if (!is_bounded(group) || result.blocks == 0) return end;
    const double left =
        std::min(budget(group) - spent(result), rule_.seconds_left(*results_));
    const double held = std::max(0.0, left / seconds_of_block(result));
    if (held >= static_cast<double>(kMostBlocks)) return end;
    return std::min(end, number + 1 + static_cast<std::size_t>(held));
  }

  [[nodiscard]] std::vector<std::size_t> users_of(const std::string& program,
                                                  std::size_t number,
                                                  const Group& group) const {
    std::vector<std::size_t> users;
    const std::size_t link = number_of_link(number, group.plan.layouts);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (needs_block(i, number) && is_laid_out(i, number) &&
          number_of_link(number, groups_[i].plan.layouts) == link &&
          programs_of(groups_[i], program_of_).contains(program)) {
        users.push_back(i);
      }
    }
    return users;
  }

  /// Charges groups in equal parts, but none with more than it has left as long
  /// as another has some.
  void charge(double seconds, std::vector<std::size_t> users) {
    const auto left = [&](std::size_t one) {
      return time_for_links(groups_[one], (*results_)[one]);
    };
    std::ranges::sort(
        users, [&](std::size_t a, std::size_t b) { return left(a) < left(b); });
    for (std::size_t i = 0; i < users.size(); ++i) {
      const auto others = static_cast<double>(users.size() - i);
      const bool is_last = i + 1 == users.size();
      const double each = seconds / others;
      const double part = is_last ? each : std::min(each, left(users[i]));
      (*results_)[users[i]].seconds += part;
      (*results_)[users[i]].linking += part;
      seconds -= part;
    }
  }

  /// Returns the performances of the group that some relation can still use.
  [[nodiscard]] std::set<Performance> needed(const Group& group,
                                             const GroupResult& result) const {
    std::set<Performance> needed;
    for (const Relation* relation : group.relations) {
      if (!rule_.needs_more(*relation)) continue;
      if (!failure_of(*relation, result).empty()) continue;
      needed.merge(performances_of(*relation));
    }
    return needed;
  }

  static void record(const Block& block, std::size_t position,
                     const std::string& host, RunResult run,
                     Measured& measured) {
    const RunOrder& order = block.runs[position];
    workload::RunAnswer& answer = run.answer;
    if (order.layout) measured.layout_seconds = order.layout_seconds;
    if (!answer.heap_problem.empty()) {
      measured.heap_problem = answer.heap_problem;
    }
    if (!answer.failure.empty()) {
      measured.failure = to_text(order.performance) + ' ' + answer.failure;
      measured.timed_out = run.timed_out;
      return;
    }
    measured.records.push_back(
        {block.number, position, order.seed, order.environment_size,
         answer.heap_offset, answer.iterations, answer.warmup, answer.disturbed,
         run.seconds, host, seconds(answer.warmup_ns),
         seconds(answer.counted_ns), order.layout, run.repeats_setup,
         answer.single});
    answer.observations.shrink_to_fit();
    measured.observations.emplace_back(std::move(answer.observations));
    measured.others.resize(answer.others.size());
    for (std::size_t i = 0; i < answer.others.size(); ++i) {
      measured.others[i].metric = order.metrics.at(i + 1);
      measured.others[i].observations.emplace_back(std::move(answer.others[i]));
    }
  }

  /// Inputs that differ would hide that counts of the same ones do not.
  [[nodiscard]] std::uint64_t seed_of(const Group& group,
                                      std::size_t number) const {
    return block_seed(is_counted(group.measuring.metrics) ? 0 : number);
  }

  [[nodiscard]] std::uint64_t block_seed(std::size_t number) const {
    return Random(argument_seed_ + number)();
  }

  /// Returns the same for all sides of a block: equal code finds its data at
  /// equal places, and other code is judged by all places.
  [[nodiscard]] std::optional<std::uint64_t> heap_offset(
      const Group& group, std::size_t number) const {
    if (!group.measuring.draws_heap) return std::nullopt;
    return kHeapAlignment *
           Random(heap_seed_ + number)(std::uint64_t{0}, kHeapOffsets - 1);
  }

  const std::vector<Group>& groups_;
  std::uint64_t argument_seed_ = 0;
  std::uint64_t heap_seed_ = 0;
  std::map<Performance, std::uint64_t> seeds_;  ///< For places in blocks.
  const ProgramOf& program_of_;
  const Surroundings& surroundings_;
  StoppingRule& rule_;
  std::vector<GroupResult>* results_ = nullptr;
  std::vector<RunOrder> last_;  ///< The last block's.
  Progress progress_;
};

}  // namespace

void measure(const std::vector<Group>& groups, const Measurands& measurands,
             const Surroundings& surroundings, StoppingRule& rule,
             std::vector<GroupResult>& results) {
  Measurement(groups, measurands, surroundings, rule).measure(results);
}

std::set<std::string> programs_of(const Group& group,
                                  const ProgramOf& program_of) {
  std::set<std::string> programs;
  for (const Performance& one : group.performances) {
    programs.insert(program_of(one).path);
  }
  return programs;
}

}  // namespace spl::runner
