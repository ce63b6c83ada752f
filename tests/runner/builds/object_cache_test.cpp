#include "runner/builds/object_cache.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

const std::string kHash = "0123456789";

class ObjectCacheTest : public ::testing::Test {
 protected:
  [[nodiscard]] fs::path file() const {
    return folder_.path() / "cache/01/23456789";
  }

  TemporaryFolder folder_;
  ObjectCache cache_{folder_.path() / "cache"};
};

TEST_F(ObjectCacheTest, HasNothingThatWasNotStored) {
  EXPECT_FALSE(cache_.find(kHash));
}

TEST_F(ObjectCacheTest, GivesBackAllBytes) {
  cache_.store(kHash, {"a.cpp: warning\n", "\0\n12\n\xff"s});
  const auto found = cache_.find(kHash);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->printed, "a.cpp: warning\n");
  EXPECT_EQ(found->bytes, "\0\n12\n\xff"s);
  EXPECT_FALSE(cache_.find("0123456780"));
}

TEST_F(ObjectCacheTest, MayHoldNothing) {
  cache_.store(kHash, {});
  ASSERT_TRUE(cache_.find(kHash));
  EXPECT_EQ(cache_.find(kHash)->bytes, "");
}

TEST_F(ObjectCacheTest, TakesDamageForAbsence) {
  cache_.store(kHash, {"", "object"});
  const std::string whole = read_file(file());
  write_file(file(), whole + 'x');
  EXPECT_FALSE(cache_.find(kHash));
  write_file(file(), whole.substr(0, whole.size() - 1));
  EXPECT_FALSE(cache_.find(kHash));
  write_file(file(), "");
  EXPECT_FALSE(cache_.find(kHash));
  write_file(file(), whole);
  EXPECT_TRUE(cache_.find(kHash));
}

TEST_F(ObjectCacheTest, KnowsWhatWasUsedLast) {
  cache_.store(kHash, {"", "object"});
  const auto long_ago =
      fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(file(), long_ago);
  (void)cache_.find(kHash);
  EXPECT_GT(fs::last_write_time(file()), long_ago);
}

}  // namespace
}  // namespace spl::runner
