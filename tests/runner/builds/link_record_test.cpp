#include "runner/builds/link_record.hpp"

#include <unistd.h>

#include <chrono>

#include <gmock/gmock.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using ::testing::ElementsAre;

class LinkRecordTest : public ::testing::Test {
 protected:
  LinkRecordTest() : program_(folder_.write("program", "")) {}

  /// As the linker's wrapper writes it: linker, folder and words.
  void record(const std::string& content) {
    folder_.write("program.link/record", content);
    fs::last_write_time(link_record_file(program_),
                        fs::last_write_time(program_));
  }

  TemporaryFolder folder_;
  fs::path program_;
};

TEST_F(LinkRecordTest, IsBesideTheProgram) {
  EXPECT_EQ(link_record_file(program_), folder_.path() / "program.link/record");
}

TEST_F(LinkRecordTest, HasTheLinkerAndItsWords) {
  record("/usr/bin/ld\0/work\0-o\0program\0a.o\0"s);
  const auto found = read_link_record(program_, own_rights());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->linker, "/usr/bin/ld");
  EXPECT_EQ(found->link.folder, "/work");
  EXPECT_EQ(found->link.output, program_);
  EXPECT_THAT(found->link.words, ElementsAre("-o", "program", "a.o"));
  EXPECT_FALSE(found->is_old);
}

TEST_F(LinkRecordTest, IsOldIfTheProgramWasWrittenAgain) {
  record("/usr/bin/ld\0/work\0a.o\0"s);
  fs::last_write_time(program_,
                      fs::last_write_time(program_) + std::chrono::seconds(1));
  EXPECT_TRUE(read_link_record(program_, own_rights())->is_old);
}

TEST_F(LinkRecordTest, IsNoneIfItIsAbsentOrCutShort) {
  EXPECT_FALSE(read_link_record(program_, own_rights()));
  record("/usr/bin/ld\0/work\0"s);
  EXPECT_FALSE(read_link_record(program_, own_rights()));
}

class TrustedLinkRecordTest : public LinkRecordTest {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
    linker_ = folder_.write("tools/ld", "");
    plugin_ = folder_.write("plugins/lto.so", "");
    object_ = folder_.write("objects/a.o", "");
    response_ = folder_.write("words", "-x");
    record(linker_.string() + '\0' + folder_.path().string() + '\0' +
           "-plugin\0"s + plugin_.string() + "\0-plugin-opt="s +
           linker_.string() + "\0objects/a.o\0@"s + response_.string() + '\0');
  }

  /// Returns why the record is not obeyed; empty if it is. The root of a
  /// container would have folders that are open to others.
  [[nodiscard]] std::string distrust() const {
    try {
      const auto found = read_link_record(program_, {geteuid()});
      return found ? "" : "no record";
    } catch (const DistrustError& error) {
      return error.what();
    }
  }

  void expect_trust_of(const fs::path& path) const {
    ASSERT_EQ(distrust(), "");
    ASSERT_EQ(chown(path.c_str(), kAnother, 0), 0);
    EXPECT_EQ(distrust(), path.string() + " belongs to user 54321");
    ASSERT_EQ(chown(path.c_str(), 0, 0), 0);
  }

  static constexpr uid_t kAnother = 54321;
  fs::path linker_;
  fs::path plugin_;
  fs::path object_;
  fs::path response_;
};

TEST_F(TrustedLinkRecordTest, NamesNothingThatAnotherUserCanPutThere) {
  const fs::path open = folder_.path() / "open";
  fs::create_directory(open);
  fs::permissions(open, fs::perms(01777));
  record("/usr/bin/ld\0/\0"s + (open / "absent.o").string() + '\0');
  EXPECT_EQ(distrust(), open.string() +
                            " can be written by all users (chmod go-w '" +
                            open.string() + "')");
  fs::permissions(open, fs::perms(0755));
  EXPECT_EQ(distrust(), "");
}

TEST_F(TrustedLinkRecordTest, IsOfNoOtherUser) {
  expect_trust_of(link_record_file(program_));
  expect_trust_of(link_record_file(program_).parent_path());
}

TEST_F(TrustedLinkRecordTest, NamesNothingOfAnotherUser) {
  for (const fs::path& one : {linker_, linker_.parent_path(), plugin_,
                              plugin_.parent_path(), object_, response_}) {
    expect_trust_of(one);
  }
}

TEST_F(TrustedLinkRecordTest, MayBeInAFolderForAll) {
  fs::permissions(folder_.path(), fs::perms(01777));
  EXPECT_EQ(distrust(), "");
  fs::permissions(plugin_.parent_path(), fs::perms(0777));
  EXPECT_EQ(distrust(), plugin_.parent_path().string() +
                            " can be written by all users (chmod go-w '" +
                            plugin_.parent_path().string() + "')");
}

TEST(MovableLink, HasWordsThatMeanTheSameInAnyFolder) {
  const TemporaryFolder folder;
  folder.write("work/a.o", "");
  folder.write("work/lib/libone.a", "");
  folder.write("work/lib/libtwo.a", "");
  folder.write("work/lib/libtwo.so", "");
  folder.write("work/e", "");
  const std::string work = (folder.path() / "work").string();
  LinkRecord record;
  record.link.folder = work;
  record.link.words = {"-o",
                       "program",
                       "-e",
                       "e",
                       "-Llib",
                       "a.o",
                       "-rpath",
                       "$ORIGIN/x:/y:${ORIGIN}",
                       "-rpath=$ORIGIN",
                       "-lone",
                       "-ltwo",
                       "-Bstatic",
                       "-ltwo",
                       "-Map",
                       "m",
                       "-Map=m",
                       "--dependency-file=d",
                       "-lthree",
                       "-R",
                       "/z"};
  EXPECT_THAT(
      movable(record, "/bin/program").words,
      ElementsAre("-o", "program", "-e", "e", "-L" + work + "/lib",
                  work + "/a.o", "-rpath", "$ORIGIN/x:/y:${ORIGIN}",
                  "-rpath=$ORIGIN", work + "/lib/libone.a", "-ltwo", "-Bstatic",
                  work + "/lib/libtwo.a", "-lthree", "-R", "/z"));
}

TEST(MovableLink, HasTheFolderOfTheProgram) {
  EXPECT_THAT(
      with_origin(
          {"-rpath", "$ORIGIN/x:/y:${ORIGIN}", "$ORIGIN", "-rpath=$ORIGIN"},
          "/bin"),
      ElementsAre("-rpath", "/bin/x:/y:/bin", "$ORIGIN", "-rpath=/bin"));
}

}  // namespace

}  // namespace spl::runner
