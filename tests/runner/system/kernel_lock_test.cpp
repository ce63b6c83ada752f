#include "runner/system/kernel_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <thread>

#include "runner/system/descriptor.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

// What is opened twice is locked as by two processes.
class KernelLock : public ::testing::Test {
 protected:
  [[nodiscard]] int opened() const {
    return open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }

  TemporaryFolder folder_;
};

TEST_F(KernelLock, IsHeldAlone) {
  const Descriptor first(opened());
  EXPECT_EQ(try_lock(first.number()), 0);
  EXPECT_EQ(try_lock(first.number()), 0);  // The same holder.
  const Descriptor second(opened());
  EXPECT_EQ(try_lock(second.number()), EWOULDBLOCK);
  EXPECT_EQ(try_lock(second.number(), LockKind::kShared), EWOULDBLOCK);
}

TEST_F(KernelLock, IsShared) {
  const Descriptor first(opened());
  const Descriptor second(opened());
  EXPECT_EQ(try_lock(first.number(), LockKind::kShared), 0);
  EXPECT_EQ(wait_for_lock(second.number(), LockKind::kShared), 0);
  EXPECT_EQ(try_lock(second.number()), EWOULDBLOCK);
}

TEST_F(KernelLock, IsWaitedFor) {
  Descriptor first(opened());
  const Descriptor second(opened());
  ASSERT_EQ(try_lock(first.number()), 0);
  int error = -1;
  std::jthread waiting([&] { error = wait_for_lock(second.number()); });
  first.reset(-1);
  waiting.join();
  EXPECT_EQ(error, 0);
}

TEST_F(KernelLock, NeedsAnOpenFile) {
  EXPECT_EQ(try_lock(-1), EBADF);
  EXPECT_EQ(wait_for_lock(-1), EBADF);
}

TEST_F(KernelLock, SeesWhetherItsFileIsNamed) {
  const std::filesystem::path path = folder_.write("file", "");
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_TRUE(is_named(file.number()));
  std::filesystem::remove(path);
  EXPECT_FALSE(is_named(file.number()));
  EXPECT_FALSE(is_named(-1));
}

}  // namespace
}  // namespace spl::runner
