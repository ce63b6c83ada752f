#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace action {
namespace {

using statistics::Runs;
using Action = GivenText;

TEST_F(Action, HasATimeOfEachName) {
  const auto path = folder_.write("x", R"([
      { "name": "a", "unit": "ns/iter", "value": 12, "range": "\u00b1 3" },
      { "name": "b", "unit": "ms", "value": 1.5, "extra": "on a laptop" },
      { "name": "c", "unit": "\u00b5s", "value": 2 },
      { "name": "d", "unit": "Percent", "value": 50 },
      { "name": "e", "unit": "s" }])");
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(runs(given, "a"), (Runs{{12}}));
  EXPECT_EQ(runs(given, "b"), (Runs{{1.5e6}}));
  EXPECT_EQ(runs(given, "c"), (Runs{{2000}}));
  for (const char* name : {"d", "e"}) {
    EXPECT_EQ(without_folder(failure(given, name)).substr(1),
              " has no valid time in x: a time is a number of ns, us, ms or s, "
              "0 or more");
  }
}

TEST_F(Action, HasNumbersWhereThereAreNoTimes) {
  const auto bytes = folder_.write("x", R"([
      { "name": "a", "unit": "Percent", "value": 50 },
      { "name": "b", "unit": "bytes", "value": 64 }])");
  const GivenObservations given = read_observations({bytes});
  EXPECT_EQ(given.metric, "Percent");
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
  EXPECT_EQ(runs(given, "a"), (Runs{{50}}));
  const auto rates = folder_.write(
      "y", R"([{ "name": "a", "unit": "req/s", "value": 5000 }])");
  EXPECT_EQ(read_observations({rates}).metric, "req_per_second");
}

// 2 MB are no fewer than 900 KB.
TEST_F(Action, HasNumbersOfOneUnit) {
  const auto list = [&](const char* file, const char* one, const char* other) {
    return folder_.write(
        file, std::string(R"([{ "name": "a", "unit": ")") + one +
                  R"(", "value": 2 }, { "name": "b", "unit": ")" + other +
                  R"(", "value": 900 }])");
  };
  const auto mixed = list("x", "MB", "KB");
  EXPECT_EQ(without_folder(failure(read_observations({mixed}), "b")),
            "b has no counter \"MB\" in x: its only one is \"KB\"");
  const auto other = list("y", "KB", "KB");
  EXPECT_EQ(without_folder(failure(
                read_observations({list("z", "MB", "MB"), other}), "a")),
            "a has no counter \"MB\" in y: its only one is \"KB\"");
}

TEST_F(Action, IsRefusedWithoutNames) {
  EXPECT_EQ(message(R"([{ "unit": "ns", "value": 5 }])"),
            "x: there are no benchmarks in this report");
}

}  // namespace
}  // namespace action
}  // namespace spl::runner
