#include "runner/system/file_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <future>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using std::chrono::milliseconds;

TEST(LockHolder, IsFound) {
  const TemporaryFolder folder;
  const std::string path = folder.write("lock", "");
  struct stat facts {};
  ASSERT_EQ(stat(path.c_str(), &facts), 0);
  char file[64];
  std::snprintf(file, sizeof file, "%02x:%02x:%llu", major(facts.st_dev),
                minor(facts.st_dev),
                static_cast<unsigned long long>(facts.st_ino));
  std::filesystem::create_directories(folder.path() / "proc/812");
  const auto locks = [&](const std::string& text) {
    (void)folder.write("proc/locks", text);
    return lock_holder(path, folder.path()).pid;
  };
  const std::string other =
      "1: POSIX  ADVISORY  WRITE 811 " + std::string(file) + " 0 EOF\n";
  const std::string waiting =
      "2: -> FLOCK  ADVISORY  WRITE 813 " + std::string(file) + " 0 EOF\n";
  const std::string holding =
      "2: FLOCK  ADVISORY  WRITE 812 " + std::string(file) + " 0 EOF\n";
  EXPECT_EQ(locks(""), 0);
  EXPECT_EQ(locks(other + waiting), 0);
  EXPECT_EQ(locks(other + holding + waiting), 812);
  EXPECT_EQ(lock_holder(path, folder.path()).others, 0U);
  EXPECT_NE(lock_holder(path, folder.path()).user, "");
  const auto shared = [&](const std::string& pid) {
    return "2: FLOCK  ADVISORY  READ " + pid + ' ' + file + " 0 EOF\n";
  };
  EXPECT_EQ(locks(waiting + shared("812") + shared("814") + shared("815") +
                  shared("812")),
            812);
  EXPECT_EQ(lock_holder(path, folder.path()).others, 2U);
}

TEST(LockHolder, IsNamed) {
  EXPECT_EQ(to_text(LockHolder()), "");
  EXPECT_EQ(to_text({12, "anna", 0}), "process 12 of anna");
  EXPECT_EQ(to_text({12, "anna", 2}), "process 12 of anna and 2 more");
}

TEST(FileLock, IsOfOneOrShared) {
  const TemporaryFolder folder;
  FileLock one(folder.path() / "lock");
  FileLock other(folder.path() / "lock");
  EXPECT_TRUE(one.take_shared());
  EXPECT_TRUE(other.take_shared());
  EXPECT_FALSE(FileLock(folder.path() / "lock").try_to_take());
  EXPECT_FALSE(one.try_to_take());
}

TEST(FileLock, IsGivenBack) {
  const TemporaryFolder folder;
  FileLock waiting(folder.path() / "lock");
  {
    FileLock held(folder.path() / "lock");
    ASSERT_TRUE(held.try_to_take());
    EXPECT_FALSE(waiting.try_to_take());
  }
  EXPECT_TRUE(waiting.take_alone());
}

/// A child waits for a lock that this process gives back after the child has
/// named this process.
TEST(FileLock, NamesWhomItWaitsFor) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  auto held = std::make_unique<FileLock>(path);
  ASSERT_TRUE(held->take_alone());
  const LockHolder holder = lock_holder(path);
  ASSERT_EQ(holder.pid, getpid());
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(held->descriptor());
    dup2(ends[1], STDERR_FILENO);
    const bool is_taken = FileLock(path).take_alone(milliseconds(1));
    _exit(is_taken ? 0 : 1);
  }
  close(ends[1]);
  const std::string expected =
      "spl-run: waiting for the lock " + path.string() + ", which process " +
      std::to_string(getpid()) + " of " + holder.user + " holds\n";
  std::string text(expected.size(), ' ');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t part = read(ends[0], text.data() + size, text.size() - size);
    if (part <= 0) break;
    size += static_cast<std::size_t>(part);
  }
  held.reset();
  close(ends[0]);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(text, expected);
}

TEST(FileLock, IsQuietAboutThreadsOfItsProcess) {
  const TemporaryFolder folder;
  auto held = std::make_unique<FileLock>(folder.path() / "lock");
  ASSERT_TRUE(held->take_alone());
  testing::internal::CaptureStderr();
  auto taken = std::async(std::launch::async, [&] {
    return FileLock(folder.path() / "lock").take_alone(milliseconds(0));
  });
  EXPECT_EQ(taken.wait_for(milliseconds(20)), std::future_status::timeout);
  held.reset();
  EXPECT_TRUE(taken.get());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(FileLock, NamesTheFileThatCannotBeMade) {
  const TemporaryFolder folder;
  try {
    const FileLock lock(folder.path() / "no/lock");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), "cannot write " +
                                (folder.path() / "no/lock").string() +
                                ": No such file or directory");
  }
}

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
