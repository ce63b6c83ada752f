#include "runner/builds/cache_place.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "runner/settings/plain_error.hpp"

namespace spl::runner {
namespace {

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
