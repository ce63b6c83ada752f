#include "runner/ninja_log.hpp"

#include <gtest/gtest.h>

#include "tests/runner/ninja_log_content.hpp"

namespace spl::runner {
namespace {

using Dependencies = std::map<std::string, std::vector<std::string>>;

TEST(NinjaLog, HasWhatEachFileWasMadeFrom) {
  const std::string log = ninja_log({{"a.o", {"a.cpp", "long/name.hpp"}},
                                     {"b.o", {"long/name.hpp"}},
                                     {"none.o", {}}});
  EXPECT_EQ(ninja_dependencies(log),
            (Dependencies{{"a.o", {"a.cpp", "long/name.hpp"}},
                          {"b.o", {"long/name.hpp"}},
                          {"none.o", {}}}));
}

TEST(NinjaLog, CountsTheLastRecordOfAFile) {
  EXPECT_EQ(ninja_dependencies(ninja_log({{"a.o", {"a.cpp", "old.hpp"}},
                                          {"a.o", {"a.cpp", "new.hpp"}}})),
            (Dependencies{{"a.o", {"a.cpp", "new.hpp"}}}));
}

TEST(NinjaLog, IsReadAsFarAsItIsThere) {
  const std::string log = ninja_log({{"a.o", {"a.cpp"}}});
  for (std::size_t size = 0; size < log.size(); ++size) {
    EXPECT_TRUE(ninja_dependencies(log.substr(0, size)).empty()) << size;
  }
  std::string other = log;
  other[12] = 3;  // Another version.
  EXPECT_TRUE(ninja_dependencies(other).empty());
  other = log;
  other[log.size() - 16] = 7;  // A file that there is none of.
  EXPECT_TRUE(ninja_dependencies(other).empty());
}

}  // namespace
}  // namespace spl::runner
