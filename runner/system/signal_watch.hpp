#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <initializer_list>
#include <thread>

namespace spl::runner {

/// Thrown where a thread would go on with work, but another is about to end
/// this process by a signal. No std::exception: only `main` handles it.
struct ProcessEnds {};

/// Calls a function with each of some signals that this process gets, one after
/// the other in a thread of its own, until the object is destroyed. Signals
/// that are ignored, as after `nohup`, stay ignored. Made before any other
/// thread, since these inherit that the signals are blocked.
class SignalWatch {
 public:
  SignalWatch(std::initializer_list<int> signals,
              std::function<void(int signal)> handle);
  /// Waits for the function if it is at work, and lets the signals act as they
  /// did before.
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  void watch();

  sigset_t signals_{};  ///< The signals that are watched.
  sigset_t before_{};   ///< The thread's mask before.
  int first_ = 0;       ///< One of the signals; 0: there is none.
  std::atomic<bool> is_over_ = false;
  std::function<void(int)> handle_;
  std::thread thread_;
};

}  // namespace spl::runner
