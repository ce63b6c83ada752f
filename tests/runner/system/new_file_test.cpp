#include "runner/system/new_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runner/system/file_lock.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::MatchesRegex;
using ::testing::UnorderedElementsAre;

class NewFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& one : fs::directory_iterator(folder_.path())) {
      result.push_back(one.path().filename().string());
    }
    return result;
  }

  TemporaryFolder folder_;
  Descriptor opened_{
      open(folder_.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
};

TEST_F(NewFiles, HaveNamesThatNobodyCanForesee) {
  std::string first;
  {
    const NewFile file(opened_, 0666);
    ASSERT_EQ(file.error(), 0);
    ASSERT_THAT(names(), ElementsAre(MatchesRegex("\\.spl-part-[0-9a-f]{16}")));
    first = names()[0];
  }
  EXPECT_THAT(names(), ElementsAre());
  const NewFile file(opened_, 0666);
  EXPECT_NE(names()[0], first);
}

TEST_F(NewFiles, TakeThePlaceOfLinks) {
  folder_.write("other", "precious");
  fs::create_symlink("other", folder_.path() / "link");
  NewFile file(opened_, 0666);
  ASSERT_EQ(write_all(file.file().number(), "new"), 0);
  EXPECT_EQ(file.take_place("link"), 0);
  EXPECT_THAT(names(), UnorderedElementsAre("other", "link"));
  EXPECT_EQ(read_file(folder_.path() / "other"), "precious");
}

TEST_F(NewFiles, RemoveWhatKilledProcessesLeft) {
  const std::string begin = ".spl-part-000000000000000";
  folder_.write(begin + '1', "half");
  const auto held = folder_.write(begin + '2', "half");
  folder_.write(begin, "a user's");
  folder_.write(begin + "g", "a user's");
  const auto linked = folder_.write("file", "a user's");
  fs::create_symlink("file", folder_.path() / (begin + '3'));
  fs::create_hard_link(linked, folder_.path() / (begin + '4'));
  ASSERT_EQ(mkfifo((folder_.path() / (begin + '5')).c_str(), 0600), 0);
  // Another process that is writing.
  const Descriptor other(open(held.c_str(), O_RDONLY));
  ASSERT_EQ(flock(other.number(), LOCK_EX), 0);
  { const NewFile file(opened_, 0666); }
  EXPECT_THAT(names(),
              UnorderedElementsAre(begin + '2', begin, begin + 'g', "file",
                                   begin + '3', begin + '4', begin + '5'));
}

TEST_F(NewFiles, TellWhyTheyCannotBeMade) {
  fs::remove(folder_.path());
  const NewFile file(opened_, 0666);
  EXPECT_EQ(file.error(), ENOENT);
}

// Whatever spl-run writes beside files of others.
TEST_F(NewFiles, AreNotTheOnlyOnesThatFollowNoLink) {
  const auto file = folder_.write("file", "precious");
  const auto link = folder_.path() / "link";
  fs::create_symlink(file, link);
  EXPECT_LT(open_to_append(link), 0);
  EXPECT_EQ(errno, ELOOP);
  EXPECT_THROW(FileLock lock(link), FileError);
  copy_into_cache(folder_.write("from", "new"), link);
  EXPECT_FALSE(fs::is_symlink(link));
  EXPECT_EQ(read_file(file), "precious");
}

TEST_F(NewFiles, AreNotTheOnlyOnesThatWaitForNoPipe) {
  const auto pipe = folder_.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_LT(open_to_append(pipe), 0);
  const Descriptor reader(open(pipe.c_str(), O_RDONLY | O_NONBLOCK));
  EXPECT_LT(open_to_append(pipe), 0);
  EXPECT_EQ(errno, EEXIST);
}

}  // namespace
}  // namespace spl::runner
