#include "runner/system/signal_watch.hpp"

#include <utility>

namespace spl::runner {

SignalWatch::SignalWatch(std::initializer_list<int> signals,
                         std::function<void(int signal)> handle)
    : handle_(std::move(handle)) {
  sigemptyset(&signals_);
  for (const int signal : signals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    sigaddset(&signals_, signal);
    first_ = signal;
  }
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  if (first_ != 0) thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  is_over_ = true;
  if (thread_.joinable()) {
    pthread_kill(thread_.native_handle(), first_);  // Ends its wait.
    thread_.join();
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void SignalWatch::watch() {
  int signal = 0;
  while (sigwait(&signals_, &signal) == 0 && !is_over_) handle_(signal);
}

}  // namespace spl::runner
