#include "runner/system/files.hpp"

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

template <typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Files, AreReadAndReplacedWhole) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "x";
  write_file(path, "one\n");
  write_file(path, "two\n");
  EXPECT_EQ(read_file(path), "two\n");
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, AreReadFromTheirEnd) {
  const TemporaryFolder folder;
  const auto path = folder.write("x", "one\ntwo\n");
  EXPECT_EQ(read_end(path, 4), "two\n");
  EXPECT_EQ(read_end(path, 8), "one\ntwo\n");
  EXPECT_EQ(read_end(path, 100), "one\ntwo\n");
  EXPECT_EQ(read_end(path, 0), "");
  // A file as large as memory, which holds no blocks of the disk.
  constexpr std::uintmax_t kHuge = std::uintmax_t{1} << 42;
  std::filesystem::resize_file(path, kHuge);
  EXPECT_EQ(read_end(path, 3), std::string(3, '\0'));
}

TEST(Files, OfOurOwnTakeThePlaceOfLinks) {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "old");
  const auto link = folder.path() / "link";
  std::filesystem::create_symlink(file, link);
  write_file(link, "new");
  EXPECT_FALSE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(link), "new");
  EXPECT_EQ(read_file(file), "old");
}

TEST(Files, BehindCirclesOfLinksAreFoundOnce) {
  const TemporaryFolder folder;
  const auto file = folder.write("a/x.spl", "");
  std::filesystem::create_directory_symlink(folder.path(),
                                            folder.path() / "a/self");
  EXPECT_THAT(formula_files(folder.path()), ElementsAre(file));
}

TEST(Files, AreNoPipesThatAreWaitedFor) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(message_of([&] { (void)read_file(pipe); }),
            "cannot read " + pipe + ": it is not a regular file");
}

TEST(Files, TellWhyTheyCannotBeUsed) {
  const TemporaryFolder folder;
  const std::string path = folder.path();
  EXPECT_EQ(message_of([&] { (void)read_file(path + "/x"); }),
            "cannot read " + path + "/x: No such file or directory");
  EXPECT_EQ(message_of([&] { (void)read_file(path); }),
            "cannot read " + path + ": it is a folder");
  EXPECT_EQ(message_of([&] { write_file(path + "/no/x", ""); }),
            "cannot write " + path + "/no/x: No such file or directory");
  EXPECT_EQ(message_of([&] { (void)formula_files(path); }),
            "no formula files (*.spl) and no C++ files in or below " + path);
  EXPECT_EQ(message_of([&] { (void)matching_files(path + "/*.spl"); }),
            "no file matches " + path + "/*.spl");
}

TEST(Files, OfAFolderAreFoundInOrder) {
  const TemporaryFolder folder;
  const auto b = folder.write("b.spl", "");
  const auto a = folder.write("a/x.spl", "");
  folder.write("c.txt", "");
  folder.write(".hidden/y.spl", "");
  EXPECT_THAT(formula_files(folder.path()), ElementsAre(b, a));
  EXPECT_THAT(formula_files(b), ElementsAre(b));
}

TEST(Files, AreMatchedByPatterns) {
  const TemporaryFolder folder;
  const auto top = folder.write("x.spl", "");
  const auto deep = folder.write("a/b/y.spl", "");
  const auto other = folder.write("a/z.hpp", "");
  EXPECT_THAT(matching_files(folder.path() / "*.spl"), ElementsAre(top));
  EXPECT_THAT(matching_files(folder.path() / "**/*.spl"),
              ElementsAre(top, deep));
  EXPECT_THAT(matching_files(folder.path() / "?/*.hpp"), ElementsAre(other));
  EXPECT_THAT(matching_files(top), ElementsAre(top));
  std::size_t left = 3;  // The folder has two entries.
  EXPECT_THAT(matching_files(folder.path() / "*.spl", left), ElementsAre(top));
  EXPECT_EQ(
      message_of([&] { (void)matching_files(folder.path() / "*.spl", left); }),
      (folder.path() / "*.spl").string() +
          " looks at more than 1000000 files; name the folder that is "
          "meant");
}

TEST(Files, MatchPatternsOnceHoweverManyFoldersTheyPass) {
  const TemporaryFolder folder;
  std::string path;
  for (int i = 0; i < 20; ++i) path += "d/";
  const auto deep = folder.write(path + "f.spl", "");
  std::string pattern;
  for (int i = 0; i < 12; ++i) pattern += "**/";
  EXPECT_THAT(matching_files(folder.path() / (pattern + "*.spl")),
              ElementsAre(deep));
}

namespace fs = std::filesystem;

class ExchangedFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::string error() const {
    try {
      (void)read_exchanged_file(path_);
    } catch (const FileError& error) {
      return error.what();
    }
    return {};
  }

  [[nodiscard]] std::string refusal(const std::string& why) const {
    return "cannot read " + path_.string() + ": " + why;
  }

  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "answer";
};

TEST_F(ExchangedFile, IsRead) {
  folder_.write("answer", "all of it\n");
  EXPECT_EQ(read_exchanged_file(path_), "all of it\n");
}

TEST_F(ExchangedFile, MayBeMissing) {
  EXPECT_EQ(error(), refusal("No such file or directory"));
}

TEST_F(ExchangedFile, IsNoLink) {
  fs::create_symlink("/dev/zero", path_);
  EXPECT_EQ(error(), refusal("it is a link"));
}

// Nobody writes into it: reading would wait for ever.
TEST_F(ExchangedFile, IsNoPipe) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(error(), refusal("it is not a regular file"));
}

TEST_F(ExchangedFile, IsNoFolder) {
  fs::create_directory(path_);
  EXPECT_EQ(error(), refusal("it is a folder"));
}

TEST_F(ExchangedFile, HasAnEnd) {
  folder_.write("answer", "");
  fs::resize_file(path_, kMostExchanged + 1);  // All of it a hole.
  EXPECT_EQ(error(), refusal("it has more than 64 MiB"));
}

}  // namespace

}  // namespace spl::runner
