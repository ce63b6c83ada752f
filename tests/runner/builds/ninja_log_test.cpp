#include "runner/builds/ninja_log.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/runner/ninja_log_content.hpp"

namespace spl::runner {
namespace {

using Dependencies = std::map<std::string, std::vector<std::string>>;

/// Wants all files but one.
Dependencies all(const std::string& log, const std::string& unwanted = "") {
  Dependencies result;
  for (const auto& [made, from] : ninja_dependencies(
           log, [&](std::string_view one) { return one != unwanted; })) {
    result.emplace(made, std::vector<std::string>(from.begin(), from.end()));
  }
  return result;
}

TEST(NinjaLog, HasWhatEachFileWasMadeFrom) {
  const std::string log = ninja_log({{"a.o", {"a.cpp", "long/name.hpp"}},
                                     {"b.o", {"long/name.hpp"}},
                                     {"none.o", {}}});
  EXPECT_EQ(all(log), (Dependencies{{"a.o", {"a.cpp", "long/name.hpp"}},
                                    {"b.o", {"long/name.hpp"}},
                                    {"none.o", {}}}));
  EXPECT_EQ(all(log, "b.o"), (Dependencies{{"a.o", {"a.cpp", "long/name.hpp"}},
                                           {"none.o", {}}}));
}

TEST(NinjaLog, CountsTheLastRecordOfAFile) {
  EXPECT_EQ(all(ninja_log({{"a.o", {"a.cpp", "old.hpp"}},
                           {"a.o", {"a.cpp", "new.hpp"}}})),
            (Dependencies{{"a.o", {"a.cpp", "new.hpp"}}}));
}

TEST(NinjaLog, IsReadAsFarAsItIsThere) {
  const std::string log = ninja_log({{"a.o", {"a.cpp"}}});
  for (std::size_t size = 0; size < log.size(); ++size) {
    EXPECT_TRUE(all(log.substr(0, size)).empty()) << size;
  }
  std::string other = log;
  other[12] = 3;  // Another version.
  EXPECT_TRUE(all(other).empty());
  other = log;
  other[log.size() - 16] = 7;  // A file that there is none of.
  EXPECT_TRUE(all(other).empty());
}

}  // namespace
}  // namespace spl::runner
