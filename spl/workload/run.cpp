#include "spl/workload/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "spl/workload/meter.hpp"

namespace spl::workload {
namespace {

/// The most iterations of an observation. Code that is still too short then
/// takes no time.
constexpr std::uint64_t kMostIterations = std::uint64_t{1} << 40;

/// The largest untimed or unknown part of the timed time.
constexpr double kAllowedError = 0.01;

/// An observation shows the length of an iteration if it has a tenth of the
/// wanted length, and may last ten times that length with its untimed parts.
constexpr double kLongEnough = 0.1;
constexpr double kUntimedAllowance = 10;

/// The number of successive observations that must show the length of an
/// iteration, and the largest quotient of the lengths that two neighbours show.
constexpr int kConfirmations = 2;
constexpr double kAlike = 2;

/// The most times that the number of iterations may turn out wrong and the
/// search begins again. After that the number only grows, so that the search
/// ends.
constexpr int kMostLapses = 10;

constexpr const char* kOutsideLoop =
    "called start() or stop() outside the loop while (spl.needs_more())";

/// Returns the value at a fraction, in [0, 1), of the sorted values.
double quantile(std::vector<double> values, double fraction) {
  const auto index = static_cast<std::ptrdiff_t>(
      static_cast<double>(values.size()) * fraction);
  std::nth_element(values.begin(), values.begin() + index, values.end());
  return values[static_cast<std::size_t>(index)];
}

double median(const std::vector<double>& values) {
  return quantile(values, 0.5);
}

}  // namespace

Run::Run(const Plan& plan, Clock& clock, std::uint64_t seed, Timing timing,
         const std::vector<Meter*>& meters)
    : plan_(plan),
      clock_(clock),
      seed_(seed),
      timing_(timing),
      random_(seed),
      reads_meters_(!meters.empty()) {
  observations_.reserve(plan.observations);  // Allocates before measuring.
  for (Meter* meter : meters) {
    readings_.push_back({meter, {}, 0, 0, {}});
    readings_.back().observations.reserve(plan.observations);
  }
}

std::uint64_t Run::next() {
  const std::uint64_t now = clock_.now();
  if (phase_ == Phase::kOver) {
    fail(
        "called needs_more() again after it returned false; a workload has one "
        "loop while (spl.needs_more())");
    return 0;
  }
  if (phase_ == Phase::kNew) {
    calibrate_clock();
    const bool warm = plan_.warmup_ns == 0 && plan_.warmup_observations == 0;
    phase_ = warm ? Phase::kCounted : Phase::kWarmup;
    if (plan_.iterations > 0) {
      if (warm) iterations_ = plan_.iterations;
    } else if (plan_.observation_ns > 0 && !warm) {
      wanted_ns_ = std::max(static_cast<double>(plan_.observation_ns),
                            resolution_ns_ / kAllowedError);
    }
    run_began_ = clock_.now();
    counted_began_ = run_began_;
    return begin_observation();
  }
  if (delimited_ != Delimited::kYes) end_readings();
  const double timed = timed_ns(now);
  if (!failure_.empty()) return end_run(now);
  note_call(timed, static_cast<double>(now - began_));
  if (makes_single_calls()) return begin_observation();
  if (phase_ == Phase::kCounted) {
    const std::uint64_t others =
        accounts_parts_ ? 0 : waited(now, longest_part_ns_);
    count_observation(timed - static_cast<double>(others));
    return observations_.size() < plan_.observations ? begin_observation()
                                                     : end_run(now);
  }
  ++warmup_;
  if (wanted_ns_ > 0) {
    calibrate(timed, static_cast<double>(now - began_));
  }
  if (calibrated() && warmup_ >= plan_.warmup_observations &&
      now - run_began_ >= plan_.warmup_ns) {
    phase_ = Phase::kCounted;
    counted_began_ = now;
  }
  return begin_observation();
}

std::uint64_t Run::begin_observation() {
  // A wait in a shorter part is longer than the part, which then tells.
  constexpr std::uint64_t kLongPart = 50'000;  // ns
  accounts_parts_ = plan_.wall && phase_ == Phase::kCounted &&
                    delimited_ == Delimited::kYes &&
                    longest_part_ns_ >= kLongPart;
  parts_ns_ = 0;
  parts_ = 0;
  batched_ = 0;
  longest_part_ns_ = 0;
  is_disturbed_ = false;
  if (phase_ == Phase::kCounted && !accounts_parts_) begin_account();
  for (Reading& reading : readings_) {
    reading.parts = 0;
    reading.meter->begin_observation();
  }
  if (delimited_ != Delimited::kYes) begin_readings();
  began_ = clock_.now();
  return iterations_;
}

std::uint64_t Run::end_run(std::uint64_t now) {
  phase_ = Phase::kOver;
  accounts_parts_ = false;
  part_ = Part::kNotKnown;
  ended_ = now;
  if (failure_.empty()) check_resolution();
  return 0;
}

/// Returns the timed part of the observation that ends now.
double Run::timed_ns(std::uint64_t now) {
  if (part_ == Part::kUnderWay) {
    fail("called needs_more() between start() and stop()");
  } else if (parts_ == 0 && delimited_ != Delimited::kYes) {
    delimited_ = Delimited::kNo;
    longest_part_ns_ = now - began_;
    const auto timed = static_cast<double>(longest_part_ns_);
    // Reading the clock may take a large part of the time of a single call.
    return times_single_calls() ? timed - clock_cost_.median : timed;
  } else if (parts_ + batched_ < iterations_) {
    fail(
        "called start() and stop() in some iterations only; call them in all "
        "or in none");
  }
  return static_cast<double>(parts_ns_) -
         static_cast<double>(parts_) * clock_cost_.median;
}

void Run::note_call(double timed, double elapsed) {
  const auto made = static_cast<double>(iterations_);
  if (noted_ == 0) single_.first = timed / made;
  if (noted_ == 1) single_.second = timed / made;
  ++noted_;
  const double call = elapsed / made;
  const bool is_known = elapsed * kAllowedError >= resolution_ns_;
  if (is_known && (single_.fastest == 0 || call < single_.fastest)) {
    single_.fastest = call;
  }
}

/// Returns whether the calls so far were single ones before the warm-up.
bool Run::makes_single_calls() {
  constexpr std::uint64_t kSingleCalls = 2;
  if (plan_.iterations <= 1 || iterations_ > 1) return false;
  if (noted_ == kSingleCalls) iterations_ = plan_.iterations;
  return true;
}

/// A temporary delay (work that is done only once, a preemption) makes fewer
/// iterations seem enough. The next observation is then too short to decide, or
/// shows much shorter iterations, and the search begins again.
void Run::calibrate(double timed, double elapsed) {
  const double longest = wanted_ns_ * kUntimedAllowance;
  const bool is_long_enough = timed >= wanted_ns_ * kLongEnough ||
                              elapsed >= longest * kLongEnough ||
                              iterations_ >= kMostIterations;
  const auto made = static_cast<double>(iterations_);
  const double iteration = elapsed / made;
  const bool is_alike =
      lapses_ >= kMostLapses || (iteration <= kAlike * last_iteration_ns_ &&
                                 last_iteration_ns_ <= kAlike * iteration);
  if (confirmations_ > 0 && !(is_long_enough && is_alike)) {
    ++lapses_;
    confirmations_ = 0;
  }
  if (!is_long_enough) {
    iterations_ *= 2;
    return;
  }
  auto fitting = static_cast<double>(kMostIterations);
  if (timed > 0) fitting = std::min(fitting, made * (wanted_ns_ / timed));
  if (elapsed > 0) fitting = std::min(fitting, made * (longest / elapsed));
  const bool anew = confirmations_ == 0 && lapses_ < kMostLapses;
  iterations_ =
      std::max(anew ? 1 : iterations_, static_cast<std::uint64_t>(fitting));
  ++confirmations_;
  last_iteration_ns_ = iteration;
}

/// If one iteration is wanted, there is nothing to find.
bool Run::calibrated() const {
  return wanted_ns_ == 0 || confirmations_ >= kConfirmations;
}

/// Drops the scheduler's delay before what is timed. A voluntary wait ends in a
/// wait for a processor, which is not subtracted from its own observation, and
/// even less from a later one. A reading that took long waited itself, perhaps
/// after it had read the account.
void Run::begin_account() {
  constexpr std::uint64_t kUndisturbed = 100'000;  // ns; the first opens files.
  constexpr int kMostReadings = 3;
  switches_ = clock_.switches();
  if (is_read_ && known_ == switches_) return;
  for (int i = 0; i < kMostReadings; ++i) {
    const std::uint64_t began = clock_.now();
    (void)clock_.delay();
    if (clock_.now() - began < kUndisturbed) break;
  }
  known_ = switches_;
  is_read_ = true;
}

/// Returns the scheduler's delay from begin_account() to the end of what was
/// timed, unless that took no longer: then the thread waited elsewhere. Since
/// the end it has waited again if reading the switches took long.
std::uint64_t Run::waited(std::uint64_t end, std::uint64_t timed) {
  const Switches switches = clock_.switches();
  if (switches.disturbances == switches_.disturbances) return 0;
  const std::uint64_t count = std::exchange(is_disturbed_, true) ? 0 : 1;
  if (switches.waits != switches_.waits) {
    // It gave up the processor by itself, perhaps for a helper's work.
    disturbed_.kept += count;
    disturbed_.untold += count;
    return 0;
  }
  const std::uint64_t since_end = clock_.now() - end;
  const Delay delay = clock_.delay();
  known_ = switches;
  if (delay.kind == Delay::Kind::kKnown || !plan_.wall) {
    disturbed_.net += count;
    const std::uint64_t before_end = delay.ns - std::min(delay.ns, since_end);
    return before_end < timed ? before_end : 0;
  }
  disturbed_.kept += count;
  (delay.kind == Delay::Kind::kBesideThreads ? disturbed_.beside_threads
                                             : disturbed_.untold) += count;
  return 0;
}

void Run::count_observation(double timed) {
  observations_.push_back(timed / static_cast<double>(iterations_));
  counted_parts_ += parts_;
  for (Reading& reading : readings_) {
    reading.observations.push_back(observation_of(reading));
  }
}

double Run::observation_of(const Reading& reading) const {
  if (!reading.meter->adds_up()) {
    return static_cast<double>(reading.meter->read());
  }
  const auto parts =
      static_cast<double>(delimited_ == Delimited::kYes ? parts_ : 1);
  return (static_cast<double>(reading.parts) - parts * reading.cost.median) /
         static_cast<double>(iterations_);
}

void Run::begin_readings() {
  for (Reading& reading : readings_) reading.began = reading.meter->begin();
}

/// Reads in the opposite order, so that each meter always includes the same
/// readings of others.
void Run::end_readings() {
  for (auto reading = readings_.rbegin(); reading != readings_.rend();
       ++reading) {
    reading->parts += reading->meter->end() - reading->began;
  }
}

/// Begins the first part of a run, or refuses one that must not begin.
void Run::start_first() {
  if (phase_ != Phase::kWarmup && phase_ != Phase::kCounted) {
    return fail(kOutsideLoop);
  }
  if (part_ == Part::kUnderWay) {
    return fail("called start() twice without a stop() between");
  }
  if (delimited_ == Delimited::kNo) {
    return fail(
        "called start() and stop() in some iterations only; call them in all "
        "or in none");
  }
  delimited_ = Delimited::kYes;
  start_part();
}

void Run::refuse_stop() {
  fail(phase_ == Phase::kNew || phase_ == Phase::kOver
           ? kOutsideLoop
           : "called stop() without a start() before");
}

/// Repeats until the costs of reading the clock and the deciding meter are
/// certain, so that disturbances of the machine do not decide what is refused.
void Run::calibrate_clock() {
  constexpr int kMostTimes = 5;
  EmptyParts all(readings_.size() + 1);
  for (int i = 0; i < kMostTimes; ++i) {
    measure_empty_parts(all);
    if (knows_costs()) break;
  }
}

bool Run::knows_costs() const {
  const auto is_known = [](const Cost& cost, double resolution_ns) {
    return cost.standard_error <= kAllowedError * resolution_ns;
  };
  if (!is_known(clock_cost_, resolution_ns_)) return false;
  if (plan_.wall || readings_.empty()) return true;
  if (!readings_.front().meter->is_time()) return true;
  const Cost& deciding = readings_.front().cost;
  return is_known(deciding, deciding.median);
}

/// If a tick of the clock is longer than a reading, a part must be longer than
/// a tick. Quartiles of few readings are a tick apart, or none; of all together
/// the cost is better known.
void Run::measure_empty_parts(EmptyParts& all) {
  constexpr std::size_t kPairs = 65;
  EmptyParts some(all.size());
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    parts_ns_ = 0;
    for (Reading& reading : readings_) reading.parts = 0;
    start_part();
    stop_part();
    for (std::size_t i = 0; i < readings_.size(); ++i) {
      some[i].push_back(static_cast<double>(readings_[i].parts));
    }
    some.back().push_back(static_cast<double>(parts_ns_));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].insert(all[i].end(), some[i].begin(), some[i].end());
    Cost& known = i < readings_.size() ? readings_[i].cost : clock_cost_;
    take_if_more_certain(cost_of(some[i]), known);
    take_if_more_certain(cost_of(all[i]), known);
  }
  part_ = Part::kNotKnown;
  double tick = 0;
  for (const double cost : some.back()) {
    if (cost > 0 && (tick == 0 || cost < tick)) tick = cost;
  }
  resolution_ns_ = std::max(clock_cost_.median, tick);
}

/// The standard error of a median is that of the mean times the root of pi / 2.
/// The deviation is taken from the quartiles, since the time of a preemption is
/// no cost of reading the clock. Both constants hold for the normal
/// distribution.
Run::Cost Run::cost_of(const std::vector<double>& parts) {
  constexpr double kOfMedian = 1.2533;
  constexpr double kQuartilesApart = 1.349;  // In standard deviations.
  const double apart = quantile(parts, 0.75) - quantile(parts, 0.25);
  return {median(parts), kOfMedian * (apart / kQuartilesApart) /
                             std::sqrt(static_cast<double>(parts.size()))};
}

void Run::take_if_more_certain(const Cost& cost, Cost& known) {
  if (cost.standard_error < known.standard_error) known = cost;
}

namespace {

/// Work whose steps wait for one another.
[[gnu::noinline]] std::uint64_t chain(std::uint64_t number) {
  constexpr int kSteps = 32;
  for (int i = 0; i < kSteps; ++i) {
    number = number * 6364136223846793005U + 1;
    asm volatile("" : "+r"(number));
  }
  return number;
}

}  // namespace

/// Returns how much less the readings around a part cost if there is work in
/// it: what the work and the readings take apart, less what they take together.
/// Each round has all three side by side, for a busy neighbour slows some
/// rounds.
double Run::hidden_cost() {
  constexpr std::size_t kRounds = 7;
  constexpr std::size_t kParts = 9;
  std::vector<double> hidden;
  std::uint64_t number = seed_;
  const auto part = [&](auto work) {
    std::vector<double> parts;
    for (std::size_t i = 0; i < kParts; ++i) {
      parts_ns_ = 0;
      start_part();
      work();
      stop_part();
      parts.push_back(static_cast<double>(parts_ns_));
    }
    return median(parts);
  };
  for (std::size_t round = 0; round < kRounds; ++round) {
    const double together = part([&] { number = chain(number); });
    const std::uint64_t began = clock_.now();
    for (std::size_t i = 0; i < kParts; ++i) number = chain(number);
    const auto all = static_cast<double>(clock_.now() - began);
    const double readings = part([] {});
    const double work = (all - readings) / static_cast<double>(kParts);
    hidden.push_back(work + readings - together);
  }
  asm volatile("" : : "r"(number));
  part_ = Part::kNotKnown;
  return median(hidden);
}

/// Adds what was taken off too much. What other work than that of the
/// calibration hides lies between nothing and about as much.
void Run::calibrate_overlap() {
  constexpr double kMost = 0.5;
  const double iterations = static_cast<double>(iterations_) *
                            static_cast<double>(observations_.size());
  const double parts = static_cast<double>(counted_parts_) / iterations;
  const double hidden =
      parts * std::clamp(hidden_cost(), 0.0, kMost * clock_cost_.median);
  for (double& one : observations_) one += hidden;
  single_.uncertain = hidden;
}

void Run::check_resolution() {
  for (const Reading& reading : readings_) fail(reading.meter->failure());
  const bool delimited = delimited_ == Delimited::kYes;
  if (plan_.wall && delimited) calibrate_overlap();
  if (plan_.wall) {
    if (delimited) require_part(observations_, clock_cost_, resolution_ns_);
    if (!delimited && times_single_calls()) require_call();
    require_body();
  } else if (delimited && readings_.front().meter->is_time()) {
    const Reading& deciding = readings_.front();
    require_part(deciding.observations, deciding.cost, deciding.cost.median);
  }
}

/// Refuses parts no longer than a reading of the clock, or than a hundred times
/// the uncertainty of that reading: their time would be a guess.
void Run::require_part(const std::vector<double>& observations,
                       const Cost& cost, double resolution_ns) {
  const double part = median(observations) * static_cast<double>(iterations_) *
                      static_cast<double>(observations.size()) /
                      static_cast<double>(counted_parts_);
  const bool is_measurable = part > resolution_ns;
  if (is_measurable && part * kAllowedError >= cost.standard_error) return;
  char numbers[120];
  std::snprintf(numbers, sizeof numbers,
                is_measurable
                    ? "%.3g ns, and the cost of reading the clock is known to "
                      "%.2g ns only, more than 1 %%"
                    : "%.3g ns, and reading the clock takes %.3g ns",
                part, is_measurable ? cost.standard_error : resolution_ns);
  if (timing_ == Timing::kByBody) {
    fail(
        "is too short to be timed between start() and stop() (" +
        std::string(numbers) +
        "): remove them, so that the whole loop is measured, or use SPL_METHOD "
        "with a generator, which prepares arguments outside the timed part");
  } else {
    fail("is too short to be timed (" + std::string(numbers) +
         "): let one call do more, or make its instance in less time, so that "
         "more calls fit into an observation");
  }
}

/// A call that is no longer than reading the clock would be guessed.
void Run::require_call() {
  const double call = median(observations_);
  if (call > resolution_ns_) return;
  char numbers[80];
  std::snprintf(numbers, sizeof numbers,
                "%.3g ns, and reading the clock takes %.3g ns", call,
                resolution_ns_);
  fail("is too short for its single calls to be timed (" +
       std::string(numbers) +
       "): let a call do more, or compare means or medians, which time many "
       "calls together");
}

/// If an iteration is no longer than one without a body, the compiler has
/// removed the measured code or hidden it behind the loop.
void Run::require_body() {
  constexpr double kSuspicious = 3;  // ns; longer iterations are not checked.
  constexpr double kTolerance = 1.25;
  const double iteration = median(observations_);
  if (iterations_ == 1 || iteration >= kSuspicious) return;
  const double empty = empty_iteration_ns();
  if (iteration > kTolerance * empty) return;
  char numbers[80];
  std::snprintf(numbers, sizeof numbers, "(%.2g ns, an empty one %.2g ns)",
                iteration, empty);
  fail(
      "does no measurable work: an iteration takes no longer than an empty "
      "one " +
      std::string(numbers) +
      "; pass its inputs and results to spl::keep, so that the compiler cannot "
      "remove the computation, or let an iteration do more");
}

/// Returns the least of several, since disturbances only lengthen.
double Run::empty_iteration_ns() {
  constexpr std::uint64_t kIterations = 16'384;
  constexpr int kLoops = 9;
  std::uint64_t least = UINT64_MAX;
  for (int i = 0; i < kLoops; ++i) {
    const std::uint64_t began = clock_.now();
    for (std::uint64_t left = kIterations; left != 0; --left) {
      asm volatile("");
    }
    least = std::min(least, clock_.now() - began);
  }
  return static_cast<double>(least) / static_cast<double>(kIterations);
}

void Run::finish() {
  if (phase_ == Phase::kOver || !failure_.empty()) return;
  if (phase_ == Phase::kNew) {
    fail(
        "never called needs_more(); put what is measured in a loop: while "
        "(spl.needs_more()) { ... }");
    return;
  }
  fail("left its loop before needs_more() returned false, in the " +
       (phase_ == Phase::kWarmup
            ? std::string("warm-up")
            : "observation " + std::to_string(observations_.size() + 1) +
                  " of " + std::to_string(plan_.observations)) +
       "; let needs_more() alone end it, without break or return, and report "
       "a failure by spl.fail(\"...\")");
}

void Run::fail(const std::string& sentence) {
  if (failure_.empty()) failure_ = sentence;
}

}  // namespace spl::workload
