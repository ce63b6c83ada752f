#pragma once

#include <cstdint>
#include <string>

#include "spl/workload/random.hpp"
#include "spl/workload/run.hpp"

namespace spl {

namespace workload {
template <class Lists, class... Parameters>
class BodyEntry;
}  // namespace workload

/// The handle, named `spl`, with which a workload's body drives its loop:
///
///     while (spl.needs_more()) { ... }
///
/// Measures the whole loop, or in each iteration the part between start() and
/// stop(). Call spl::keep before stop() for results that are only in registers:
/// the compiler may otherwise compute them later.
///
/// The handle lives in registers: it cannot be copied, and taking its address
/// or capturing it by reference makes needs_more() slower.
class Controller {
 public:
  Controller& operator=(const Controller&) = delete;

  /// Whether another iteration is wanted: one decrement and one branch.
  [[nodiscard, gnu::always_inline]] bool needs_more() {
    asm volatile("");  // Iterations are not merged, nor empty loops left out.
    if (__builtin_expect(--remaining_ != 0, 1)) return true;
    remaining_ = run_->next();
    if (remaining_ != 0) return true;
    remaining_ = 1;  // Further calls reach the run.
    return false;
  }

  /// Begin and end a timed part of this iteration; parts add up. Call both in
  /// all iterations or in none.
  void start() { run_->start(); }
  void stop() { run_->stop(); }

  /// What somebody may write for stop(): does not compile, and says so.
  template <bool kIsStop = false>
  void end() {
    static_assert(kIsStop, "SPL: what start() begins ends with stop()");
  }

  /// Makes the run fail with this sentence; the loop ends soon after.
  void fail(const std::string& sentence) { run_->fail("failed: " + sentence); }

  /// Returns the run's random numbers, valid until the workload returns. Runs
  /// of one block have the same seed.
  [[nodiscard]] Random& random() { return run_->random(); }

 private:
  template <class Lists, class... Parameters>
  friend class workload::BodyEntry;

  explicit Controller(workload::Run& run) : run_(&run) {}
  Controller(const Controller&) = default;

  workload::Run* run_;
  std::uint64_t remaining_ = 1;
};

}  // namespace spl
