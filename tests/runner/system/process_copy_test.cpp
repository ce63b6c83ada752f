#include "runner/system/process_copy.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <stdexcept>

namespace spl::runner {
namespace {

TEST(ProcessCopy, WorksAtTheSameTime) {
  StopWatch watch;
  const pid_t self = getpid();
  ProcessCopy copy([&](StopWatch&) {
    return (getpid() == self ? "the same" : "another") +
           std::string(100'000, '.');
  });
  EXPECT_EQ(copy.answer(watch), "another" + std::string(100'000, '.'));
}

TEST(ProcessCopy, HasNoAnswerWhereItsWorkFails) {
  StopWatch watch;
  ProcessCopy copy(
      [](StopWatch&) -> std::string { throw std::runtime_error("no"); });
  EXPECT_EQ(copy.answer(watch), "");
  ProcessCopy killed([](StopWatch&) {
    raise(SIGKILL);
    return std::string("alive");
  });
  EXPECT_EQ(killed.answer(watch), "");
}

TEST(ProcessCopy, IsStoppedWithItsOriginal) {
  StopWatch watch;
  ProcessCopy copy([](StopWatch& own) {
    pollfd ready[] = {{own.descriptor(), POLLIN, 0}};
    while (own.signal() == 0) (void)poll(ready, 1, -1);
    return "stopped by " + std::to_string(own.signal());
  });
  raise(SIGTERM);
  EXPECT_EQ(copy.answer(watch), "stopped by " + std::to_string(SIGTERM));
}

}  // namespace
}  // namespace spl::runner
