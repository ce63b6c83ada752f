#include "runner/formulas/invocation.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

/// The settings with a project file and variables.
class InvocationTest : public ::testing::Test {
 protected:
  Settings settings(const std::string& project,
                    const std::map<std::string, std::string>& variables = {}) {
    const std::string file = folder_.write("spl.json", project);
    return invocation(
               parse_command_line({"list", "--config", file}),
               [&](const std::string& name) -> std::optional<std::string> {
                 const auto found = variables.find(name);
                 if (found == variables.end()) return std::nullopt;
                 return found->second;
               })
        .settings;
  }

  TemporaryFolder folder_;
};

TEST_F(InvocationTest, LetsNoProjectFileShrinkAStoreThatOthersNamed) {
  const std::string small = R"({ "history-size": "1kB" })";
  EXPECT_EQ(settings(small).history_size, 1000);
  EXPECT_EQ(settings(small, {{"SPL_HISTORY", "/a.db"}}).history_size,
            1'000'000'000);
  EXPECT_EQ(
      settings(small, {{"SPL_HISTORY", "/a.db"}, {"SPL_HISTORY_SIZE", "2kB"}})
          .history_size,
      2000);
}

TEST_F(InvocationTest, LetsNoProjectFileShrinkTheCache) {
  EXPECT_EQ(settings(R"({ "cache-limit": "1kB" })").cache_limit, 2'000'000'000);
  EXPECT_EQ(settings(R"({ "cache-limit": "3GB" })").cache_limit, 3'000'000'000);
  EXPECT_EQ(settings("{}", {{"SPL_CACHE_LIMIT", "1kB"}}).cache_limit, 1000);
}

// Each pattern finds all files.
TEST_F(InvocationTest, ReadsFilesOnceHoweverManyPatternsFindThem) {
  for (int i = 0; i < 200; ++i) {
    folder_.write("f" + std::to_string(i) + ".spl", "a < 1 s\n");
  }
  std::string patterns = "\"*.spl\"";
  for (int i = 0; i < 500; ++i) patterns += ", \"*.spl\"";
  const auto none = [](const std::string& /*name*/) {
    return std::optional<std::string>();
  };
  const auto read = [&](const std::string& project) {
    const std::string file = folder_.write("spl.json", project);
    return invocation(parse_command_line({"list", "--config", file}), none);
  };
  EXPECT_EQ(texts(read("{ \"formulas\": [" + patterns + "] }")).size(), 200U);
  EXPECT_EQ(
      read("{ \"definitions\": [" + patterns + "] }").layers.definitions.size(),
      200U);
}

}  // namespace
}  // namespace spl::runner
