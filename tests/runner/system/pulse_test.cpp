#include "runner/system/pulse.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <new>

namespace spl::runner {
namespace {

// While another thread takes all memory.
TEST(Pulse, GoesOnAfterABeatThatHasNoMemory) {
  std::atomic<int> beats = 0;
  const auto pulse = make_pulse([&] {
    ++beats;
    beats.notify_one();
    throw std::bad_alloc();
  });
  beats.wait(0);
  beats.wait(1);
  EXPECT_EQ(beats, 2);
}

}  // namespace
}  // namespace spl::runner
