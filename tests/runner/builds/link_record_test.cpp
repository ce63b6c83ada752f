#include "runner/builds/link_record.hpp"

#include <gmock/gmock.h>

#include <chrono>

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
  const auto found = read_link_record(program_);
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
  EXPECT_TRUE(read_link_record(program_)->is_old);
}

TEST_F(LinkRecordTest, IsNoneIfItIsAbsentOrCutShort) {
  EXPECT_FALSE(read_link_record(program_));
  record("/usr/bin/ld\0/work\0"s);
  EXPECT_FALSE(read_link_record(program_));
}

}  // namespace
}  // namespace spl::runner
