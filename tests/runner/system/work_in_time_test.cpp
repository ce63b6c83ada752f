#include "runner/system/work_in_time.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace spl::runner {
namespace {

using namespace std::chrono_literals;

TEST(WorkInTime, ReturnsWhatItReturns) {
  EXPECT_EQ(work_in_time([] { return std::string(); }), "");
  // More than a pipe holds.
  const auto much = [] { return std::string(1'000'000, 'x'); };
  EXPECT_EQ(work_in_time(much), much());
}

TEST(WorkInTime, ThrowsWhatItThrows) {
  try {
    (void)work_in_time(
        []() -> std::string { throw FileError("no such file"); });
    FAIL();
  } catch (const FolderSilent&) {
    FAIL();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "no such file");
  }
}

TEST(WorkInTime, IsNotWaitedForLonger) {
  const auto for_ever = [] {
    while (true) pause();
    return std::string();
  };
  try {
    (void)work_in_time(for_ever, 10ms);
    FAIL();
  } catch (const FolderSilent& error) {
    EXPECT_STREQ(error.what(), "did not answer within 10 ms");
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // No child is left.
}

TEST(WorkInTime, EndsWithItsChild) {
  try {
    (void)work_in_time([]() -> std::string { _exit(0); });
    FAIL();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "was ended");
  }
}

// Or else whoever reads what this process prints would wait for it, too.
TEST(WorkInTime, HoldsNothingOfItsParentOpen) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(work_in_time([&] {
              const bool is_open = write(ends[1], "x", 1) == 1;
              return std::string(is_open ? "open" : "closed");
            }),
            "closed");
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace spl::runner
