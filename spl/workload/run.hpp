#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "spl/workload/call_facts.hpp"
#include "spl/workload/clock.hpp"
#include "spl/workload/disturbed.hpp"
#include "spl/workload/random.hpp"

namespace spl::workload {

class Meter;

/// The settings of a run, as in Request (protocol.hpp).
struct Plan {
  std::uint64_t observations = 1;
  std::uint64_t warmup_ns = 0;
  std::uint64_t warmup_observations = 0;
  std::uint64_t observation_ns = 0;
  /// The wall clock's observations decide, otherwise a meter's.
  bool wall = true;
  std::uint64_t iterations = 0;  ///< In each observation; 0 to find it.
};

/// The caller of start() and stop(): the workload's body, if it calls them, or
/// the loop that measures a method in batches. The advice in failures differs.
enum class Timing { kByBody, kByBatches };

/// The measurement of one performance in this process, as a state machine:
///
///     while (n = next()) { n iterations, with start() and stop() or without }
///     finish()
///
/// The warm-up lasts until warmup_ns have passed, warmup_observations are made
/// and the number of iterations is found with which an observation lasts
/// observation_ns, or 100 times the clock's resolution if that is longer. The
/// search doubles the iterations until an observation is a tenth as long as
/// wanted, and the next observation confirms the time of an iteration. If that
/// observation is too short, or its iterations last less than half or more than
/// twice as long, the search begins again. Of confirmed times it takes the
/// shortest, since disturbances only lengthen an iteration. The untimed parts
/// between stop() and start() must not make an observation longer than ten
/// times the wanted length. observation_ns = 0 means one iteration: each call
/// is timed alone, less the cost of reading the clock. Without any warm-up (0
/// and 0) the first iteration counts, and each observation is one iteration.
///
/// If `iterations` are given, there is no search: all observations have as
/// many, but for two single calls at the beginning of a warm-up, which are no
/// observations. The first two calls of a process tell what one costs that is
/// prepared by none. Without warmup_ns, all runs of such a plan make the same
/// calls, however long they take.
///
/// Then come `observations` observations, whatever time they take. If start()
/// is used, only the time from start() to stop() counts, less the cost of
/// reading the clock. An observation is disturbed if the process was preempted
/// or moved to another processor. It counts, less the time that the
/// scheduler gave to others. That time is subtracted from the longest part
/// between start() and stop(); if no part is longer than it, the wait was
/// outside of the timed parts, and nothing is subtracted. If the scheduler has
/// no account, or other threads of the process ran, all of the time counts.
///
/// Meters of further metrics are read outside of the timed parts. The cost that
/// these readings add to a meter is subtracted.
///
/// Reading the clock costs less if the work between the readings goes on
/// meanwhile. What start() and stop() cost is therefore calibrated with work
/// between them, once the run is over, and the difference to the cost without
/// work is how uncertain it stays.
///
/// A run is refused if its timed parts are too short to be distinguished from
/// reading the clock or from the surrounding loop, or if the cost of these is
/// not known to 1 % of a part.
///
/// A failure ends the run: next() returns 0. The first failure counts. Not
/// thread-safe.
class Run {
 public:
  /// The clock and the meters must live as long as the run.
  Run(const Plan& plan, Clock& clock, std::uint64_t seed,
      Timing timing = Timing::kByBody, const std::vector<Meter*>& meters = {});

  /// Ends the current observation, if there is one, and begins the next.
  /// Returns the number of its iterations, or 0 if the run is over. Not marked
  /// as cold, since the compiler would move the call away and need a second
  /// jump per iteration.
  [[gnu::noinline]] std::uint64_t next();

  /// start() begins a timed part of an iteration, and stop() ends the part. A
  /// part may span several `iterations`.
  void start() {
    if (__builtin_expect(part_ == Part::kAwaited, 1)) {
      start_part();
    } else {
      start_first();
    }
  }
  void stop(std::uint64_t iterations = 1) {
    if (__builtin_expect(part_ != Part::kUnderWay, 0)) return refuse_stop();
    stop_part();
    batched_ += iterations - 1;
  }

  /// Reports a failure if the workload returned early. To be called when it has
  /// returned.
  void finish();

  /// Ends the run at the end of the observation with this failure.
  void fail(const std::string& sentence);

  [[nodiscard]] Random& random() { return random_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// Whether the current observation counts.
  [[nodiscard]] bool counts() const { return phase_ == Phase::kCounted; }

  /// Returns the wall-clock ns of one iteration, for each observation that
  /// counted.
  [[nodiscard]] const std::vector<double>& observations() const {
    return observations_;
  }
  /// Returns the same for a meter, in its unit.
  [[nodiscard]] const std::vector<double>& observations(
      std::size_t meter) const {
    return readings_[meter].observations;
  }
  [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
  [[nodiscard]] std::uint64_t warmup() const { return warmup_; }
  /// Returns the disturbed observations after the warm-up.
  [[nodiscard]] const DisturbedCounts& disturbed() const { return disturbed_; }
  /// Return the length of the warm-up and of the observations after it,
  /// including untimed parts and disturbances; 0 if the run failed.
  [[nodiscard]] std::uint64_t warmup_ns() const {
    return succeeded() ? counted_began_ - run_began_ : 0;
  }
  [[nodiscard]] std::uint64_t counted_ns() const {
    return succeeded() ? ended_ - counted_began_ : 0;
  }
  [[nodiscard]] const CallFacts& single() const { return single_; }
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  enum class Phase { kNew, kWarmup, kCounted, kOver };
  enum class Delimited { kNotKnown, kNo, kYes };
  /// The state between a start() and its stop().
  enum class Part { kNotKnown, kAwaited, kUnderWay };

  /// The cost of an empty part, from several of them.
  struct Cost {
    double median = 0;
    double standard_error = std::numeric_limits<double>::infinity();
  };

  /// The readings of a meter.
  struct Reading {
    Meter* meter;
    Cost cost = {};
    std::uint64_t began = 0;
    std::uint64_t parts = 0;  ///< Sum over the parts of the observation.
    std::vector<double> observations;
  };

  [[nodiscard]] bool succeeded() const {
    return phase_ == Phase::kOver && failure_.empty();
  }
  std::uint64_t begin_observation();
  std::uint64_t end_run(std::uint64_t now);
  double timed_ns(std::uint64_t now);
  void start_first();
  void refuse_stop();
  void begin_readings();
  void end_readings();
  [[nodiscard]] double observation_of(const Reading& reading) const;
  void calibrate(double timed, double elapsed);
  [[nodiscard]] bool calibrated() const;
  void count_observation(double timed);
  void begin_account();
  [[nodiscard]] std::uint64_t waited(std::uint64_t end, std::uint64_t timed);
  void note_call(double timed, double elapsed);
  [[nodiscard]] bool makes_single_calls();
  void calibrate_overlap();
  [[nodiscard]] double hidden_cost();
  void check_resolution();
  void require_part(const std::vector<double>& observations, const Cost& cost,
                    double resolution_ns);
  void require_call();
  void require_body();
  [[nodiscard]] bool times_single_calls() const {
    return plan_.observation_ns == 0;
  }
  [[nodiscard]] double empty_iteration_ns();
  void calibrate_clock();
  [[nodiscard]] bool knows_costs() const;
  /// Times of parts without work, of each reading and then of the clock.
  using EmptyParts = std::vector<std::vector<double>>;
  void measure_empty_parts(EmptyParts& all);
  [[nodiscard]] static Cost cost_of(const std::vector<double>& parts);
  static void take_if_more_certain(const Cost& cost, Cost& known);
  // The timed part does as little as possible, and the same when the clock is
  // calibrated.
  void start_part() {
    if (__builtin_expect(accounts_parts_, 0)) begin_account();
    if (reads_meters_) begin_readings();
    part_ = Part::kUnderWay;
    part_began_ = clock_.now();
  }
  void stop_part() {
    const std::uint64_t now = clock_.now();
    if (reads_meters_) end_readings();  // Before what depends on times.
    part_ = Part::kAwaited;
    ++parts_;
    const std::uint64_t part = now - part_began_;
    parts_ns_ += part;
    if (part > longest_part_ns_) longest_part_ns_ = part;
    if (__builtin_expect(accounts_parts_, 0)) parts_ns_ -= waited(now, part);
  }

  const Plan plan_;
  Clock& clock_;
  const std::uint64_t seed_;
  const Timing timing_;
  Random random_;

  Phase phase_ = Phase::kNew;
  std::uint64_t iterations_ = 1;
  /// Successive observations that confirm iterations_.
  int confirmations_ = 0;
  int lapses_ = 0;  ///< Observations that contradicted the one before.
  double last_iteration_ns_ = 0;  ///< In the last observation long enough.
  std::uint64_t warmup_ = 0;
  std::uint64_t noted_ =
      0;  ///< Observations, and the single calls before them.
  CallFacts single_;
  DisturbedCounts disturbed_;
  Switches known_;  ///< At the last reading of the scheduler's delay.
  bool is_read_ = false;
  std::uint64_t run_began_ = 0;
  std::uint64_t counted_began_ = 0;
  std::uint64_t ended_ = 0;
  std::vector<double> observations_;
  std::vector<Reading> readings_;
  std::string failure_;

  // The current observation.
  Switches switches_;  ///< At the beginning of what is timed.
  std::uint64_t began_ = 0;
  std::uint64_t part_began_ = 0;
  std::uint64_t parts_ns_ = 0;
  std::uint64_t longest_part_ns_ = 0;
  std::uint64_t parts_ = 0;
  std::uint64_t batched_ = 0;  ///< Iterations beyond one in each part.
  Part part_ = Part::kNotKnown;
  /// The scheduler's delay is taken off each part, and not off the observation.
  bool accounts_parts_ = false;
  bool is_disturbed_ = false;  ///< And counted as such.
  const bool reads_meters_;

  Delimited delimited_ = Delimited::kNotKnown;
  std::uint64_t counted_parts_ = 0;
  Cost clock_cost_ = {};      ///< In ns.
  double resolution_ns_ = 0;  ///< The least length of a part.
  double wanted_ns_ = 0;      ///< Length of an observation; 0: one iteration.
};

}  // namespace spl::workload
