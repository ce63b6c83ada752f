#include "runner/builds/program_cache.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "runner/settings/plain_error.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLarge = 1'000'000'000;

class ProgramCacheTest : public ::testing::Test {
 protected:
  ProgramCacheTest() { folder_.write("program", "one"); }

  /// Stores the file program, or finds what is stored.
  fs::path store(ProgramCache& cache, const std::string& hash = "hash") {
    return cache.find_or_store(hash, "revision " + hash, [this] {
      ++made_;
      return ProgramFiles{{{folder_.path() / "program", "bin/program"}},
                          as_they_are({folder_.path() / "header"})};
    });
  }

  /// Finds a hash in a process of its own, as it were.
  [[nodiscard]] std::string flaw() const {
    std::string flaw = "none";
    ProgramCache cache(folder_.path() / "cache", kLarge);
    if (cache.find("hash", flaw)) return "found";
    return flaw;
  }

  TemporaryFolder folder_;
  int made_ = 0;
};

TEST_F(ProgramCacheTest, StoresOnce) {
  ProgramCache cache(folder_.path() / "cache", kLarge);
  const fs::path stored = store(cache);
  EXPECT_EQ(read_file(stored / "bin/program"), "one");
  EXPECT_EQ(store(cache), stored);
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(flaw(), "found");
}

TEST_F(ProgramCacheTest, GivesUpIfNothingStays) {
  const fs::path header = folder_.write("header", "");
  ProgramCache cache(folder_.path() / "cache", kLarge);
  const auto make = [&] {
    ++made_;
    return ProgramFiles{{{folder_.path() / "program", "bin/program"}},
                        {{header, "another", "others"}}};
  };
  try {
    (void)cache.find_or_store("hash", "revision hash", make);
    FAIL() << "what does not stay was found";
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), "cannot keep revision hash in " +
                                (folder_.path() / "cache/programs").string() +
                                ": " + header.string() + " has changed since");
  }
  EXPECT_EQ(made_, 3);
}

TEST_F(ProgramCacheTest, HasNothingThatWasNotStored) {
  EXPECT_EQ(flaw(), "none");
}

TEST_F(ProgramCacheTest, SaysThatAFileIsDamaged) {
  fs::path stored;
  {
    ProgramCache cache(folder_.path() / "cache", kLarge);
    stored = store(cache);
  }
  fs::permissions(stored / "bin/program", fs::perms::owner_write,
                  fs::perm_options::add);
  std::ofstream(stored / "bin/program", std::ios::app) << "damage";
  EXPECT_EQ(flaw(), "the stored one was damaged");
}

TEST_F(ProgramCacheTest, SaysThatAFileOutsideHasChanged) {
  {
    ProgramCache cache(folder_.path() / "cache", kLarge);
    (void)store(cache);
  }
  folder_.write("header", "new");
  EXPECT_EQ(flaw(),
            (folder_.path() / "header").string() + " has changed since");
}

TEST_F(ProgramCacheTest, PassesOnWhatMakingThrows) {
  ProgramCache cache(folder_.path() / "cache", kLarge);
  EXPECT_THROW((void)cache.find_or_store("hash", "revision",
                                         []() -> ProgramFiles { throw 42; }),
               int);
  EXPECT_EQ(flaw(), "none");
}

TEST_F(ProgramCacheTest, KeepsWhatIsUsed) {
  ProgramCache used(folder_.path() / "cache", 1);
  (void)store(used);
  ProgramCache(folder_.path() / "cache", 1).trim();
  EXPECT_EQ(used.entries().size(), 1U);
}

TEST_F(ProgramCacheTest, RemovesWhatWasNotUsedLongest) {
  const fs::path path = folder_.path() / "cache";
  std::uintmax_t size = 0;
  {
    ProgramCache cache(path, kLarge);
    for (const std::string hash : {"old", "new"}) {
      const fs::path files = store(cache, hash);
      fs::last_write_time(files.parent_path() / "entry.json",
                          fs::file_time_type::clock::now() -
                              std::chrono::hours(hash == "old" ? 2 : 1));
    }
    size = cache.entries().front().size;
  }
  ProgramCache trimmed(path, size);
  trimmed.trim();
  const auto left = trimmed.entries();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].what, "revision new");
}

TEST_F(ProgramCacheTest, RemovesLinksFirst) {
  const fs::path path = folder_.path() / "cache";
  std::uintmax_t size = 0;
  for (const std::string hash : {"with links", "old"}) {
    ProgramCache cache(path, kLarge);
    const fs::path files = store(cache, hash);
    if (hash == "old") {
      fs::last_write_time(
          files.parent_path() / "entry.json",
          fs::file_time_type::clock::now() - std::chrono::hours(2));
      continue;
    }
    size = cache.entries().front().size;
    fs::create_directory(files / ".links.pool");
    write_file(files / ".links.pool/7", std::string(100'000, 'x'));
  }
  ProgramCache trimmed(path, 2 * size + 50'000);  // Blocks are rounded.
  trimmed.trim();
  EXPECT_EQ(trimmed.entries().size(), 2U);
  EXPECT_FALSE(fs::exists(path / "programs/with links/files/.links.pool"));
  EXPECT_TRUE(fs::exists(path / "programs/with links/files/bin/program"));
}

TEST(CacheSize, HasTwoDigitsAtLeast) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(2'540'000), "2.5 MB");
  EXPECT_EQ(size_text(300'000), "300 kB");
  EXPECT_EQ(size_text(12'000'000'000), "12 GB");
}

Environment with(const std::map<std::string, std::string>& variables) {
  return [variables](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

TEST(CacheFolder, IsWhereTheEnvironmentSays) {
  EXPECT_EQ(cache_folder(with({{"XDG_CACHE_HOME", "/c"}, {"HOME", "/h"}})),
            "/c/spl");
  EXPECT_EQ(cache_folder(with({{"HOME", "/h"}})), "/h/.cache/spl");
}

// As the XDG Base Directory Specification demands.
TEST(CacheFolder, IgnoresARelativePath) {
  EXPECT_EQ(cache_folder(with({{"XDG_CACHE_HOME", "c"}, {"HOME", "/h"}})),
            "/h/.cache/spl");
}

TEST(CacheFolder, NeedsAPlace) {
  EXPECT_THROW((void)cache_folder(with({{"HOME", ""}})), PlainError);
  EXPECT_THROW((void)cache_folder(with({})), PlainError);
}

}  // namespace

}  // namespace spl::runner
