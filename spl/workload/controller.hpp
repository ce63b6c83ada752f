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

/// What a workload's body drives its loop with, under the name `spl`:
///
///     while (spl.needs_more()) { ... }
///
/// The whole loop is measured, or in each iteration what lies between start()
/// and stop(). Of results that are computed in registers alone, call spl::keep
/// before stop(): a compiler may compute them later otherwise.
///
/// A handle that lives in registers: it cannot be copied, and taking its
/// address (or capturing it by reference) makes needs_more() slower.
class Controller {
 public:
  Controller& operator=(const Controller&) = delete;

  /// Whether another iteration is wanted: one decrement and one branch.
  [[nodiscard, gnu::always_inline]] bool needs_more() {
    asm volatile("");  // Iterations are not merged, nor empty loops left out.
    if (__builtin_expect(--remaining_ != 0, 1)) return true;
    remaining_ = run_->next();
    if (remaining_ != 0) return true;
    remaining_ = 1;  // So that the run hears of further calls.
    return false;
  }

  /// Begins and ends what is timed of this iteration; several such parts add
  /// up. All iterations need them, or none.
  void start() { run_->start(); }
  void stop() { run_->stop(); }

  /// Makes the run fail with this sentence; the loop ends soon after.
  void fail(const std::string& sentence) { run_->fail("failed: " + sentence); }

  /// Seeded anew for each run, equally for what is compared in one block.
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
