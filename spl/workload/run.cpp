#include "spl/workload/run.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace spl::workload {
namespace {

/// Beyond this many iterations an observation is as long as it gets: what does
/// not last then is nothing.
constexpr std::uint64_t kMostIterations = std::uint64_t{1} << 40;

/// An observation tells how long an iteration takes from a tenth of the wanted
/// length on, and may last ten times that length with its untimed parts.
constexpr double kLongEnough = 0.1;
constexpr double kUntimedAllowance = 10;

constexpr const char* kOutsideLoop =
    "called start() or stop() outside the loop while (spl.needs_more())";

double median(std::vector<double> values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Run::Run(const Plan& plan, Clock& clock, std::uint64_t seed, Timing timing)
    : plan_(plan), clock_(clock), seed_(seed), timing_(timing), random_(seed) {
  observations_.reserve(plan.observations);  // Not while measuring.
}

std::uint64_t Run::next() {
  const std::uint64_t now = clock_.now();
  if (phase_ == Phase::kOver) {
    fail(
        "called needs_more() again after it had said no: one loop "
        "while (spl.needs_more()) is a workload's all");
    return 0;
  }
  if (phase_ == Phase::kNew) {
    const bool warm = plan_.warmup_ns == 0 && plan_.warmup_observations == 0;
    phase_ = warm ? Phase::kCounted : Phase::kWarmup;
    run_began_ = now;
    counted_began_ = now;
    return begin_observation();
  }
  const double timed = timed_ns(now);
  if (!failure_.empty()) return end_run(now);
  if (phase_ == Phase::kCounted) {
    const bool disturbed = clock_.disturbances() != disturbances_;
    if (!leaves_out(disturbed)) count_observation(timed);
    return observations_.size() < plan_.observations ? begin_observation()
                                                     : end_run(now);
  }
  ++warmup_;
  calibrate(timed, static_cast<double>(now - began_));
  if (calibrated_ && warmup_ >= plan_.warmup_observations &&
      now - run_began_ >= plan_.warmup_ns) {
    phase_ = Phase::kCounted;
    counted_began_ = now;
  }
  return begin_observation();
}

std::uint64_t Run::begin_observation() {
  parts_ns_ = 0;
  parts_ = 0;
  timed_iterations_ = 0;
  disturbances_ = clock_.disturbances();
  began_ = clock_.now();
  return iterations_;
}

std::uint64_t Run::end_run(std::uint64_t now) {
  phase_ = Phase::kOver;
  ended_ = now;
  if (failure_.empty()) check_resolution();
  return 0;
}

/// What is timed of the observation that ends now.
double Run::timed_ns(std::uint64_t now) {
  if (started_) {
    fail("called needs_more() between start() and stop()");
  } else if (timed_iterations_ == 0 && delimited_ != Delimited::kYes) {
    delimited_ = Delimited::kNo;
    return static_cast<double>(now - began_);
  } else if (timed_iterations_ < iterations_) {
    fail(
        "called start() and stop() in some iterations only: "
        "all need them, or none");
  }
  return static_cast<double>(parts_ns_) -
         static_cast<double>(parts_) * clock_cost_ns_;
}

void Run::calibrate(double timed, double elapsed) {
  const auto wanted = static_cast<double>(plan_.observation_ns);
  const double longest = wanted * kUntimedAllowance;
  const bool long_enough = timed >= wanted * kLongEnough ||
                           elapsed >= longest * kLongEnough ||
                           iterations_ >= kMostIterations;
  if (!long_enough) {
    iterations_ *= 2;
    return;
  }
  const auto made = static_cast<double>(iterations_);
  double fitting = wanted > 0 ? static_cast<double>(kMostIterations) : 1;
  if (timed > 0) fitting = std::min(fitting, made * (wanted / timed));
  if (elapsed > 0) fitting = std::min(fitting, made * (longest / elapsed));
  const auto iterations =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fitting));
  iterations_ = calibrated_ ? std::max(iterations_, iterations) : iterations;
  calibrated_ = true;
}

/// As many as are wanted may be made again, so that a run ends on a machine
/// that disturbs them all.
bool Run::leaves_out(bool disturbed) {
  if (!disturbed) return false;
  ++disturbed_;
  return !plan_.keep_disturbed && disturbed_ <= plan_.observations;
}

void Run::count_observation(double timed) {
  observations_.push_back(timed / static_cast<double>(iterations_));
  counted_parts_ += parts_;
}

void Run::start() {
  if (phase_ != Phase::kWarmup && phase_ != Phase::kCounted) {
    return fail(kOutsideLoop);
  }
  if (started_) {
    return fail("called start() twice without a stop() between");
  }
  if (delimited_ == Delimited::kNo) {
    return fail(
        "called start() and stop() in some iterations only: "
        "all need them, or none");
  }
  if (resolution_ns_ < 0) calibrate_clock();
  delimited_ = Delimited::kYes;
  start_part();
}

void Run::stop(std::uint64_t iterations) {
  if (!started_) {
    return fail(phase_ == Phase::kNew || phase_ == Phase::kOver
                    ? kOutsideLoop
                    : "called stop() without a start() before");
  }
  stop_part();
  timed_iterations_ += iterations;
}

void Run::start_part() {
  started_ = true;
  part_began_ = clock_.now();
}

void Run::stop_part() {
  parts_ns_ += clock_.now() - part_began_;
  ++parts_;
  started_ = false;
}

/// Measures parts with nothing in them. Where the clock ticks more slowly than
/// it is read, a part must be longer than its tick.
void Run::calibrate_clock() {
  constexpr std::size_t kPairs = 65;
  std::array<std::uint64_t, kPairs> costs{};
  for (std::uint64_t& cost : costs) {
    parts_ns_ = 0;
    start_part();
    stop_part();
    cost = parts_ns_;
  }
  parts_ns_ = 0;
  parts_ = 0;
  std::sort(costs.begin(), costs.end());
  clock_cost_ns_ = static_cast<double>(costs[kPairs / 2]);
  const auto tick = std::upper_bound(costs.begin(), costs.end(), 0U);
  resolution_ns_ = std::max(
      clock_cost_ns_, tick == costs.end() ? 0.0 : static_cast<double>(*tick));
}

/// A part that lasts no longer than reading the clock is guessed, not timed.
void Run::check_resolution() {
  if (delimited_ != Delimited::kYes) return;
  const double part = median(observations_) * static_cast<double>(iterations_) *
                      static_cast<double>(observations_.size()) /
                      static_cast<double>(counted_parts_);
  if (part > resolution_ns_) return;
  char numbers[80];
  std::snprintf(numbers, sizeof numbers,
                "%.3g ns, and reading the clock takes %.3g ns", part,
                resolution_ns_);
  if (timing_ == Timing::kByBody) {
    fail("is too short to be timed between start() and stop() (" +
         std::string(numbers) +
         "): leave them out, so that the whole loop is measured, or use "
         "SPL_METHOD with a generator, which prepares arguments outside what "
         "is timed");
  } else {
    fail("is too short to be timed (" + std::string(numbers) +
         "): let one call do more, or let its instance take less time to make "
         "so that more calls fit into an observation");
  }
}

void Run::finish() {
  if (phase_ == Phase::kOver || !failure_.empty()) return;
  if (phase_ == Phase::kNew) return fail("never called needs_more()");
  fail("left its loop before needs_more() had said no, in the " +
       (phase_ == Phase::kWarmup
            ? std::string("warm-up")
            : "observation " + std::to_string(observations_.size() + 1) +
                  " of " + std::to_string(plan_.observations)));
}

void Run::fail(const std::string& sentence) {
  if (failure_.empty()) failure_ = sentence;
}

}  // namespace spl::workload
