#include "runner/system/pulse.hpp"

#include <condition_variable>
#include <latch>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace spl::runner {
namespace {

class SteadyPulse : public Pulse {
 public:
  /// Returns once the thread has started. A thread that starts takes locks of a
  /// sanitizer's allocator; a child forked then would wait for them for ever.
  explicit SteadyPulse(std::function<void()> beat)
      : thread_([this, beat = std::move(beat)](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any sleeping;
          std::unique_lock lock(mutex);
          started_.count_down();
          for (;;) {
            sleeping.wait_for(lock, stop, kBeat, [] { return false; });
            if (stop.stop_requested()) return;
            try {
              beat();
            } catch (const std::bad_alloc&) {
              // Another thread has the memory, and tells it.
            }
          }
        }) {
    started_.wait();
  }

 private:
  std::latch started_{1};
  std::jthread thread_;
};

}  // namespace

std::unique_ptr<Pulse> make_pulse(std::function<void()> beat) {
  return std::make_unique<SteadyPulse>(std::move(beat));
}

}  // namespace spl::runner
