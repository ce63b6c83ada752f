#include "runner/system/pulse.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace spl::runner {
namespace {

constexpr auto kInterval = std::chrono::seconds(1);

class SteadyPulse : public Pulse {
 public:
  explicit SteadyPulse(std::function<void()> beat)
      : thread_([beat = std::move(beat)](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any sleeping;
          std::unique_lock lock(mutex);
          for (;;) {
            sleeping.wait_for(lock, stop, kInterval, [] { return false; });
            if (stop.stop_requested()) return;
            beat();
          }
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace

std::unique_ptr<Pulse> make_pulse(std::function<void()> beat) {
  return std::make_unique<SteadyPulse>(std::move(beat));
}

}  // namespace spl::runner
