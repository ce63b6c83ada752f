#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "spl/workload/clock.hpp"
#include "spl/workload/disturbed.hpp"
#include "spl/workload/random.hpp"

namespace spl::workload {

class Meter;

/// How a run is to be measured; the same as in Request (protocol.hpp).
struct Plan {
  std::uint64_t observations = 50;
  std::uint64_t warmup_ns = 250'000;
  std::uint64_t warmup_observations = 2;
  std::uint64_t observation_ns = 20'000;
  Disturbed disturbed = Disturbed::kNet;
  bool wall = true;  ///< The wall clock's observations decide, else a meter's.
  std::uint64_t iterations = 0;  ///< Of each observation; 0: found.
};

/// Who calls start() and stop(): the workload's body (if anybody), or the loop
/// that measures a method in batches. The advice in failures differs.
enum class Timing { kByBody, kByBatches };

/// The measuring of one performance in this process, as a state machine:
///
///     while (n = next()) { n iterations, with start() and stop() or without }
///     finish()
///
/// It warms up until warmup_ns have gone by and warmup_observations are made,
/// and until the number of iterations is found that makes an observation last
/// observation_ns, or 100 times the clock's resolution if that is longer: it
/// doubles them until an observation is long enough (a tenth of that) to tell,
/// and has the next one confirm it; if that is too short, or its iterations are
/// less than half or more than twice as long, the search begins again. Of what
/// has been confirmed it keeps to the shortest iteration seen, as disturbances
/// only lengthen. The untimed parts between stop() and start() must not make an
/// observation longer than ten times that. One iteration is the least, so
/// observation_ns = 0 means one: each call is timed alone then, less what
/// reading the clock costs. Without any warm-up (0 and 0) the first
/// iteration counts, and each observation is one iteration.
///
/// Where `iterations` are given there is nothing to find: all observations have
/// as many, and without warmup_ns the run makes the same calls as any other of
/// that plan, however long they take.
///
/// Then come `observations` observations: the clock has no say any more. If
/// start() is used, only the time from start() to stop() counts, less what
/// reading the clock costs. One during which the process was preempted or moved
/// to another processor is disturbed: by default it counts, and what the
/// scheduler gave to others meanwhile is taken off its time. That is taken off
/// the longest part between start() and stop(), and off nothing that is not
/// longer: then the wait lay outside of what is timed. Where the scheduler
/// tells nothing, or other threads of the process ran, all of the time counts.
///
/// Further metrics are read from meters, outside what the clock times; what
/// reading all of that adds to a meter is taken off.
///
/// What lasts too short a time to be distinguished from reading the clock, or
/// from the loop around it, is refused, and so are parts of which what that
/// takes is not known to 1 %.
///
/// Whatever goes wrong ends the run (next() returns 0) with a failure; the
/// first one counts. Not thread-safe.
class Run {
 public:
  /// The clock and the meters must live as long as the run. What decides must
  /// last long enough to be told from reading it.
  Run(const Plan& plan, Clock& clock, std::uint64_t seed,
      Timing timing = Timing::kByBody, const std::vector<Meter*>& meters = {});

  /// Ends an observation, if one is under way, and begins the next one: the
  /// number of its iterations, or 0 if the run is over. Not marked as cold: the
  /// compiler would move the call away and need a second jump per iteration.
  [[gnu::noinline]] std::uint64_t next();

  /// Begins and ends what is timed of an iteration, or of several.
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

  /// To be called when the workload has returned: notices if it did so early.
  void finish();

  /// Ends the run at the end of the observation with this failure.
  void fail(const std::string& sentence);

  [[nodiscard]] Random& random() { return random_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// Whether the observation under way counts.
  [[nodiscard]] bool counts() const { return phase_ == Phase::kCounted; }

  /// Wall-clock ns of one iteration, for each observation that counted.
  [[nodiscard]] const std::vector<double>& observations() const {
    return observations_;
  }
  /// The same of a meter, in what it counts.
  [[nodiscard]] const std::vector<double>& observations(
      std::size_t meter) const {
    return readings_[meter].observations;
  }
  [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
  [[nodiscard]] std::uint64_t warmup() const { return warmup_; }
  /// Observations after the warm-up that were disturbed.
  [[nodiscard]] const DisturbedCounts& disturbed() const { return disturbed_; }
  /// How long the warm-up and the observations after it took, with all that
  /// was not timed and all that was disturbed; 0 where the run failed.
  [[nodiscard]] std::uint64_t warmup_ns() const {
    return succeeded() ? counted_began_ - run_began_ : 0;
  }
  [[nodiscard]] std::uint64_t counted_ns() const {
    return succeeded() ? ended_ - counted_began_ : 0;
  }
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  enum class Phase { kNew, kWarmup, kCounted, kOver };
  enum class Delimited { kNotKnown, kNo, kYes };
  /// What lies between a start() and its stop().
  enum class Part { kNotKnown, kAwaited, kUnderWay };

  /// What an empty part adds, from several of them.
  struct Cost {
    double median = 0;
    double standard_error = std::numeric_limits<double>::infinity();
  };

  /// What a meter has reported.
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
  [[nodiscard]] bool leaves_out();
  [[nodiscard]] double settled(double timed, const Switches& switches);
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
  void measure_empty_parts();
  [[nodiscard]] static Cost cost_of(const std::vector<double>& parts);
  static void take_if_more_certain(const Cost& cost, Cost& known);
  // Inside what is timed there is as little as can be, and the same when the
  // clock is calibrated.
  void start_part() {
    if (reads_meters_) begin_readings();
    part_ = Part::kUnderWay;
    part_began_ = clock_.now();
  }
  void stop_part() {
    const std::uint64_t now = clock_.now();
    part_ = Part::kAwaited;
    ++parts_;
    const std::uint64_t part = now - part_began_;
    parts_ns_ += part;
    if (part > longest_part_ns_) longest_part_ns_ = part;
    if (reads_meters_) end_readings();
  }

  const Plan plan_;
  Clock& clock_;
  const std::uint64_t seed_;
  const Timing timing_;
  Random random_;

  Phase phase_ = Phase::kNew;
  std::uint64_t iterations_ = 1;
  int telling_ = 0;  ///< Observations in succession that told iterations_.
  int lapses_ = 0;   ///< How often one told otherwise than the one before.
  double told_iteration_ = 0;  ///< How long the last of them took, in ns.
  std::uint64_t warmup_ = 0;
  DisturbedCounts disturbed_;
  Switches known_;  ///< When the scheduler's delay was read last.
  bool is_read_ = false;
  std::uint64_t run_began_ = 0;
  std::uint64_t counted_began_ = 0;
  std::uint64_t ended_ = 0;
  std::vector<double> observations_;
  std::vector<Reading> readings_;
  std::string failure_;

  // Of the observation under way.
  Switches switches_;  ///< When it began.
  std::uint64_t began_ = 0;
  std::uint64_t part_began_ = 0;
  std::uint64_t parts_ns_ = 0;
  std::uint64_t longest_part_ns_ = 0;
  std::uint64_t parts_ = 0;
  std::uint64_t batched_ = 0;  ///< Iterations beyond one in each part.
  Part part_ = Part::kNotKnown;
  const bool reads_meters_;

  Delimited delimited_ = Delimited::kNotKnown;
  std::uint64_t counted_parts_ = 0;
  Cost clock_cost_ = {};      ///< In ns.
  double resolution_ns_ = 0;  ///< A part must last longer.
  double wanted_ns_ = 0;      ///< Length of an observation; 0: one iteration.
};

}  // namespace spl::workload
