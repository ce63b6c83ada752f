#include "runner/system/file_place.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <future>

#include "runner/system/files.hpp"
#include "runner/system/spawn.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::Test;

constexpr auto kFollowed = FilePlace::Link::kFollowed;
constexpr auto kReplaced = FilePlace::Link::kReplaced;
constexpr uid_t kAnother = 54321;

class FilePlaces : public Test {
 protected:
  [[nodiscard]] fs::path path(const std::string& name) const {
    return folder_.path() / name;
  }

  void link(const std::string& target, const std::string& name) const {
    fs::create_symlink(target, path(name));
  }

  template <typename Action>
  static std::string message_of(const Action& action) {
    try {
      action();
    } catch (const FileError& error) {
      return error.what();
    }
    return "no error";
  }

  TemporaryFolder folder_;
};

TEST_F(FilePlaces, KeepLinksOfTheUserToFilesThatHoldSomething) {
  folder_.write("below/file", "old");
  link("below/other", "link");
  link("file", "below/other");
  FilePlace(path("link"), kFollowed).write("new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_TRUE(fs::is_symlink(path("below/other")));
  EXPECT_EQ(read_file(path("below/file")), "new");
}

TEST_F(FilePlaces, ReplaceLinksToNothing) {
  folder_.write("empty", "");
  link("empty", "to-empty");
  link("none", "to-none");
  for (const char* name : {"to-empty", "to-none"}) {
    FilePlace(path(name), kFollowed).write("new");
    EXPECT_FALSE(fs::is_symlink(path(name)));
    EXPECT_EQ(read_file(path(name)), "new");
  }
  EXPECT_EQ(read_file(path("empty")), "");
  EXPECT_FALSE(fs::exists(path("none")));
}

TEST_F(FilePlaces, FollowNoLinkOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes links of others";
  folder_.write("file", "old");
  link("file", "link");
  ASSERT_EQ(lchown(path("link").c_str(), kAnother, kAnother), 0);
  EXPECT_EQ(message_of([&] { FilePlace(path("link"), kFollowed); }),
            "cannot write " + path("link").string() +
                ": it is a link of another user");
  FilePlace(path("link"), kReplaced).write("new");
  EXPECT_EQ(read_file(path("file")), "old");
}

// Whoever made the repository, not the user.
TEST_F(FilePlaces, FollowNoLinkOutOfARepository) {
  fs::create_directories(path("repository/.git"));
  folder_.write("file", "old");
  folder_.write("repository/inside", "old");
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  link("../file", "repository/link");
  link("../pipe", "repository/to-pipe");
  link("/dev/null", "repository/device");
  link("..", "repository/up");
  link("inside", "repository/within");
  const fs::path top = fs::canonical(path("repository"));
  for (const auto& [name, entry, target] :
       std::vector<std::tuple<std::string, std::string, fs::path>>{
           {"link", "link", top.parent_path() / "file"},
           {"to-pipe", "to-pipe", top.parent_path() / "pipe"},
           {"device", "device", "/dev/null"},
           {"up/file", "up", top.parent_path()},
           {"up/new", "up", top.parent_path()}}) {
    const fs::path file = path("repository/" + name);
    EXPECT_EQ(message_of([&] { FilePlace(file, kFollowed); }),
              "cannot write " + file.string() + ": " + (top / entry).string() +
                  " is a link to " + target.string() +
                  ", outside of the project in " + top.string() +
                  "; name what it links to, or remove it");
  }
  FilePlace(path("repository/within"), kFollowed).write("new");
  EXPECT_EQ(read_file(path("repository/inside")), "new");
}

// Whatever takes the path's place between check and writing.
TEST_F(FilePlaces, AreThoseThatWereChecked) {
  folder_.write("other/file", "precious");
  fs::create_directory(path("folder"));
  const FilePlace place(path("folder/file"), kFollowed);
  EXPECT_EQ(place.begin(10), "");
  link("../other/file", "folder/file");
  place.write("new");
  EXPECT_EQ(read_file(path("other/file")), "precious");
  EXPECT_EQ(read_file(path("folder/file")), "new");
  fs::rename(path("folder"), path("moved"));
  link("other", "folder");
  place.write("newer");
  EXPECT_EQ(read_file(path("other/file")), "precious");
  EXPECT_EQ(read_file(path("moved/file")), "newer");
}

TEST_F(FilePlaces, HaveNoBeginOfOtherThings) {
  folder_.write("file", "content");
  link("file", "link");
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(FilePlace(path("file"), kReplaced).begin(4), "cont");
  EXPECT_EQ(FilePlace(path("link"), kReplaced).begin(4), "");
  EXPECT_EQ(FilePlace(path("link"), kFollowed).begin(4), "cont");
  EXPECT_EQ(FilePlace(path("pipe"), kFollowed).begin(4), "");
  EXPECT_EQ(FilePlace(path("none"), kFollowed).begin(4), "");
  EXPECT_EQ(FilePlace("/dev/zero", kFollowed).begin(4), "");
}

TEST_F(FilePlaces, OfDevicesAreWrittenTo) {
  FilePlace("/dev/null", kFollowed).write("x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(message_of([&] { FilePlace("/dev/full", kFollowed).write("x"); }),
            "cannot write /dev/full: No space left on device; free some space");
}

TEST_F(FilePlaces, AreNoPipesOfAnotherUserInAFolderOfAll) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes pipes of others";
  ASSERT_EQ(chmod(folder_.path().c_str(), 01777), 0);
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0666), 0);
  FilePlace(path("pipe"), kFollowed).check_writable();
  ASSERT_EQ(chown(path("pipe").c_str(), kAnother, kAnother), 0);
  EXPECT_EQ(message_of([&] { FilePlace(path("pipe"), kFollowed); }),
            "cannot write " + path("pipe").string() + ": " +
                path("pipe").string() + " is a pipe of another user");
}

TEST_F(FilePlaces, OfOurOwnAreNoPipes) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string message =
      "cannot write " + path("pipe").string() + ": it is not a regular file";
  const FilePlace place(path("pipe"), kReplaced);
  EXPECT_EQ(message_of([&] { place.check_writable(); }), message);
  EXPECT_EQ(message_of([&] { place.write("x"); }), message);
}

// A program that another process has open for writing cannot be executed.
TEST_F(FilePlaces, AreNotOpenInProcessesThatBeginMeanwhile) {
  const auto pipe = path("x");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string content(1'000'000, 'x');  // More than a pipe holds.
  const auto writing = std::async(
      std::launch::async, [&] { FilePlace(pipe, kFollowed).write(content); });
  Descriptor reading(open(pipe.c_str(), O_RDONLY | O_CLOEXEC));
  char first = 0;
  ASSERT_EQ(read(reading.number(), &first, 1), 1);  // It is open now.
  const Spawned child =
      spawn({"/bin/sh", "-c",
             "! ls -l /proc/self/fd | grep -F '" + pipe.string() + "'"},
            {"PATH=/bin:/usr/bin"}, {});
  ASSERT_EQ(child.error, 0);
  EXPECT_EQ(reap(child.pid), 0);
  for (std::string rest(content.size(), ' ');
       read(reading.number(), rest.data(), rest.size()) > 0;) {
  }
  writing.wait();
}

TEST_F(FilePlaces, TellWhyNothingCanBeWritten) {
  const std::string folder = folder_.path();
  EXPECT_EQ(message_of([&] { FilePlace(folder + "/no/x", kFollowed); }),
            "cannot write " + folder + "/no/x: No such file or directory");
  const FilePlace itself(folder, kFollowed);
  EXPECT_EQ(message_of([&] { itself.check_writable(); }),
            "cannot write " + folder + ": Is a directory");
  EXPECT_EQ(message_of([&] { itself.write(""); }),
            "cannot write " + folder + ": Is a directory");
  EXPECT_EQ(message_of([&] { FilePlace(folder + "/", kFollowed).write(""); }),
            "cannot write " + folder + "/: Is a directory");
  EXPECT_EQ(
      message_of([&] { FilePlace(folder + "/x", kFollowed).check_writable(); }),
      "no error");
}

}  // namespace
}  // namespace spl::runner
