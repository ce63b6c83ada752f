#include "runner/system/signal_watch.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <future>

namespace spl::runner {
namespace {

/// The first signal of a watch.
class FirstSignal {
 public:
  void operator()(int signal) { first_.set_value(signal); }

  /// Returns the signal, or 0 after a minute.
  int wait() {
    std::future<int> found = first_.get_future();
    const auto end = found.wait_for(std::chrono::minutes(1));
    return end == std::future_status::ready ? found.get() : 0;
  }

 private:
  std::promise<int> first_;
};

TEST(SignalWatch, CallsItsFunctionInAnotherThread) {
  FirstSignal first;
  const pthread_t here = pthread_self();
  std::atomic<bool> is_here = true;
  const SignalWatch watch({SIGUSR1, SIGUSR2}, [&](int signal) {
    is_here = pthread_equal(pthread_self(), here) != 0;
    first(signal);
  });
  kill(getpid(), SIGUSR2);
  EXPECT_EQ(first.wait(), SIGUSR2);
  EXPECT_FALSE(is_here);
}

TEST(SignalWatch, LeavesIgnoredSignalsIgnored) {
  const auto before = ::signal(SIGUSR1, SIG_IGN);
  FirstSignal first;
  {
    const SignalWatch watch({SIGUSR1, SIGUSR2}, std::ref(first));
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR2);
    EXPECT_EQ(first.wait(), SIGUSR2);
  }
  ::signal(SIGUSR1, before);
}

TEST(SignalWatch, EndsWithoutASignal) {
  int calls = 0;
  {
    const SignalWatch watch({SIGUSR1}, [&](int) { ++calls; });
  }
  EXPECT_EQ(calls, 0);
}

TEST(SignalWatch, GivesSignalsBackAtItsEnd) {
  {
    const SignalWatch watch({SIGUSR1}, [](int) {});
  }
  EXPECT_EXIT(
      {
        raise(SIGUSR1);
        _exit(0);
      },
      testing::KilledBySignal(SIGUSR1), "");
}

TEST(SignalWatch, HasNoThreadIfAllSignalsAreIgnored) {
  const auto before = ::signal(SIGUSR1, SIG_IGN);
  {
    const SignalWatch watch({SIGUSR1}, [](int) { FAIL(); });
  }
  ::signal(SIGUSR1, before);
}

}  // namespace
}  // namespace spl::runner
