#include "runner/layouts/link_series.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Seeds = std::vector<std::uint32_t>;
using Kept = LinkPool::Kept;
using WhenFull = LinkPool::WhenFull;

/// A pack of which the pool reads no more than what it is, and links that are
/// no programs.
class LinkPoolTest : public ::testing::Test {
 protected:
  LinkPoolTest() {
    fs::create_directories(pack_);
    write_file(pack_ / "links.json", "{}");
  }

  fs::path link(const std::string& content) {
    const fs::path folder = around_ / "links" / std::to_string(++count_);
    fs::create_directories(folder / "bin");
    write_file(folder / "bin" / "program", content);
    fs::create_symlink("/elsewhere/data", folder / "data");
    return folder;
  }

  /// Older than all that were kept before it.
  void age(std::uint32_t seed) {
    const fs::path facts = pool_folder() / std::to_string(seed) / "link.json";
    fs::last_write_time(
        facts, fs::last_write_time(facts) - std::chrono::hours(++aged_));
  }

  [[nodiscard]] fs::path pool_folder() const {
    return pack_.string() + ".pool";
  }
  [[nodiscard]] fs::path target(const std::string& name) const {
    return around_ / "taken" / name;
  }

  TemporaryFolder folder_;
  fs::path around_ = folder_.path();
  fs::path pack_ = around_ / "pack";
  int count_ = 0;
  int aged_ = 0;
};

TEST_F(LinkPoolTest, GivesWhatWasKept) {
  const LinkPool pool(pack_);
  EXPECT_EQ(pool.seeds(), Seeds());
  EXPECT_EQ(pool.keep(7, link("seven"), WhenFull::kLeave), Kept::kBesides);
  EXPECT_EQ(pool.keep(3, link("three"), WhenFull::kLeave), Kept::kBesides);
  EXPECT_EQ(pool.keep(3, link("again"), WhenFull::kLeave), Kept::kNo);
  EXPECT_EQ(pool.seeds(), Seeds({3, 7}));
  const LinkPool later(pack_);
  ASSERT_TRUE(later.take(3, target("a")));
  EXPECT_EQ(read_file(target("a") / "bin" / "program"), "three");
  EXPECT_EQ(fs::read_symlink(target("a") / "data"), "/elsewhere/data");
  EXPECT_FALSE(later.take(4, target("b")));
  EXPECT_FALSE(fs::exists(target("b")));
}

TEST_F(LinkPoolTest, LeavesWhatIsInUse) {
  const LinkPool pool(pack_);
  (void)pool.keep(7, link("seven"), WhenFull::kLeave);
  ASSERT_TRUE(pool.take(7, target("a")));
  pool.retire(1);
  EXPECT_EQ(pool.seeds(), Seeds());
  EXPECT_EQ(read_file(target("a") / "bin" / "program"), "seven");
}

TEST_F(LinkPoolTest, TakesNoRoomBesideALinkInUse) {
  const LinkPool pool(pack_);
  const fs::path made = link("seven");
  (void)pool.keep(7, made, WhenFull::kLeave);
  struct stat facts {};
  ASSERT_EQ(stat((made / "bin" / "program").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_nlink, 2U);
}

TEST_F(LinkPoolTest, RetiresTheOldest) {
  const LinkPool pool(pack_);
  for (const std::uint32_t seed : {1, 2, 3, 4}) {
    (void)pool.keep(seed, link("x"), WhenFull::kLeave);
  }
  age(2);
  age(4);
  pool.retire(0);
  EXPECT_EQ(pool.seeds(), Seeds({1, 2, 3, 4}));
  pool.retire(1);
  EXPECT_EQ(pool.seeds(), Seeds({1, 2, 3}));
  pool.retire(1);
  EXPECT_EQ(pool.seeds(), Seeds({1, 3}));
  pool.retire(99);
  EXPECT_EQ(pool.seeds(), Seeds());
}

TEST_F(LinkPoolTest, HoldsSoManyLinks) {
  const LinkPool pool(pack_);
  for (std::uint32_t seed = 1; seed <= LinkPool::kMostLinks; ++seed) {
    ASSERT_EQ(pool.keep(seed, link("x"), WhenFull::kLeave), Kept::kBesides);
  }
  EXPECT_EQ(pool.keep(1000, link("x"), WhenFull::kLeave), Kept::kNo);
  age(5);
  EXPECT_EQ(pool.keep(1000, link("x"), WhenFull::kReplaceOldest),
            Kept::kInsteadOfOldest);
  const Seeds seeds = pool.seeds();
  EXPECT_EQ(seeds.size(), LinkPool::kMostLinks);
  EXPECT_EQ(std::ranges::count(seeds, 5U), 0);
  EXPECT_EQ(std::ranges::count(seeds, 1000U), 1);
}

TEST_F(LinkPoolTest, HoldsSoManyBytes) {
  const LinkPool pool(pack_);
  const auto large = [&](std::uintmax_t bytes) {
    const fs::path folder = link("x");
    fs::resize_file(folder / "bin" / "program", bytes);  // It has no blocks.
    return folder;
  };
  const std::uintmax_t half = LinkPool::kMostBytes / 2;
  EXPECT_EQ(pool.keep(1, large(half), WhenFull::kLeave), Kept::kBesides);
  EXPECT_EQ(pool.keep(2, large(half + 1), WhenFull::kLeave), Kept::kNo);
  EXPECT_EQ(pool.keep(2, large(half + 1), WhenFull::kReplaceOldest),
            Kept::kInsteadOfOldest);
  EXPECT_EQ(pool.keep(3, large(half * 3), WhenFull::kReplaceOldest), Kept::kNo);
  EXPECT_EQ(pool.seeds(), Seeds({2}));
}

TEST_F(LinkPoolTest, UsesNothingThatIsDamaged) {
  const LinkPool pool(pack_);
  for (const std::uint32_t seed : {1, 2, 3}) {
    (void)pool.keep(seed, link("whole"), WhenFull::kLeave);
  }
  fs::resize_file(pool_folder() / "1" / "files" / "bin" / "program", 3);
  fs::remove(pool_folder() / "2" / "files" / "bin" / "program");
  EXPECT_FALSE(pool.take(1, target("a")));
  EXPECT_FALSE(pool.take(2, target("b")));
  EXPECT_FALSE(fs::exists(target("a")));
  EXPECT_EQ(pool.seeds(), Seeds({3}));
}

TEST_F(LinkPoolTest, UsesNoLinkOfAnotherPack) {
  (void)LinkPool(pack_).keep(1, link("x"), WhenFull::kLeave);
  write_file(pack_ / "links.json", "{ }");
  EXPECT_FALSE(LinkPool(pack_).take(1, target("a")));
}

TEST_F(LinkPoolTest, RemovesWhatAKilledProcessLeft) {
  const fs::path left = pool_folder() / "new.9" / "files";
  fs::create_directories(left);
  const LinkPool pool(pack_);
  EXPECT_EQ(pool.seeds(), Seeds());
  EXPECT_FALSE(pool.take(9, target("a")));
  (void)pool.keep(1, link("x"), WhenFull::kLeave);
  EXPECT_EQ(pool.seeds(), Seeds({1}));
  EXPECT_FALSE(fs::exists(left));
}

// As where the disk is full, or the cache is another user's.
TEST_F(LinkPoolTest, KeepsNothingWhereNothingCanBeWritten) {
  write_file(pool_folder(), "no folder");
  const LinkPool pool(pack_);
  EXPECT_EQ(pool.keep(1, link("x"), WhenFull::kReplaceOldest), Kept::kNo);
  EXPECT_EQ(pool.seeds(), Seeds());
  EXPECT_FALSE(pool.take(1, target("a")));
  pool.retire(1);
  EXPECT_EQ(read_file(pool_folder()), "no folder");
}

TEST_F(LinkPoolTest, IsUsedBySeveralAtOnce) {
  std::vector<fs::path> links;
  for (int i = 0; i < 80; ++i) links.push_back(link(std::to_string(i)));
  const auto work = [&](std::uint32_t first) {
    const LinkPool pool(pack_);
    for (std::uint32_t i = first; i < 80; i += 4) {
      (void)pool.keep(i + 1, links[i], WhenFull::kReplaceOldest);
      for (const std::uint32_t seed : pool.seeds()) {
        const fs::path to =
            target(std::to_string(first) + '-' + std::to_string(i) + '-' +
                   std::to_string(seed));
        if (!pool.take(seed, to)) continue;
        EXPECT_EQ(read_file(to / "bin" / "program"), std::to_string(seed - 1));
      }
      pool.retire(i % 3 == 0 ? 1 : 0);
    }
  };
  std::vector<std::jthread> threads;
  for (std::uint32_t first = 0; first < 4; ++first) {
    threads.emplace_back(work, first);
  }
  threads.clear();
  EXPECT_LE(LinkPool(pack_).seeds().size(), LinkPool::kMostLinks);
  EXPECT_GE(LinkPool(pack_).seeds().size(), 1U);
}

}  // namespace
}  // namespace spl::runner
