#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "runner/system/folder_removal.hpp"

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace criterion {
namespace {

using statistics::Runs;

/// A folder as `cargo bench` leaves it in `target`, in the form of criterion
/// 0.5.
class Criterion : public GivenText {
 protected:
  /// Writes a file of a benchmark; returns its path.
  std::string write(const std::string& folder, const std::string& name,
                    const std::string& text) {
    const auto path = folder_.path() / folder;
    std::filesystem::create_directories(path);
    return folder_.write(folder + '/' + name, text);
  }

  std::string sample(const std::string& folder, const std::string& times) {
    return write(folder, "sample.json",
                 R"({"sampling_mode":"Linear","iters":[2.0,4.0],"times":[)" +
                     times + "]}");
  }

  void name(const std::string& folder, const std::string& id) {
    write(folder, "benchmark.json",
          R"({"group_id":"g","function_id":null,"value_str":null,)"
          R"("throughput":null,"full_id":")" +
              id + R"(","directory_name":"d","title":"t"})");
  }
};

TEST_F(Criterion, HasTheMeansOfSamples) {
  const auto path = sample("fib_20/new", "200.0,420.0");
  EXPECT_EQ(runs(read_observations({path}), "fib_20"), (Runs{{100, 105}}));
  name("fib_20/new", "fib 20");
  EXPECT_EQ(runs(read_observations({path}), "fib 20"), (Runs{{100, 105}}));
}

// What critcmp --export writes, in today's names and in those of older ones.
TEST_F(Criterion, ReadsWhatCritcmpExports) {
  const auto exported = [](const std::string& mean, const std::string& spread) {
    return R"({ "name": "base", "benchmarks": { "fib 20": {
        "baseline": "base", "fullname": "base/fib 20",
        "criterion_benchmark_v1": { "full_id": "fib 20" },
        "criterion_estimates_v1": { ")" +
           mean + R"(": { "point_estimate": 100, "standard_error": 0.5 }, ")" +
           spread +
           R"(": { "point_estimate": 5, "standard_error": 1 } } } } })";
  };
  for (const auto& text :
       {exported("mean", "std_dev"), exported("Mean", "StdDev")}) {
    const auto given = read_observations({folder_.write("x", text)});
    EXPECT_EQ(runs(given, "fib 20"), (Runs{{100}}));
    const auto& spread =
        given.performances.at({"fib 20", "", "", "", {}}).spread;
    ASSERT_TRUE(spread);
    EXPECT_EQ(spread->observation_count(), 100U);  // (5 / 0.5) squared.
  }
  EXPECT_EQ(message(std::string(R"({ "name": "b", "benchmarks": {} })")),
            "x: benchmarks: expected a list, found an object");
}

// Recorded with criterion 0.3.6 in groups and without.
TEST_F(Criterion, ReadsARecordedFolder) {
  const GivenObservations given = read_observations({recorded("criterion")});
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"join/10\"", "\"sum 100\""}));
  const Runs join = runs(given, "join/10");
  ASSERT_EQ(join.size(), 1U);
  ASSERT_EQ(join.front().size(), 10U);
  EXPECT_DOUBLE_EQ(join.front()[0], 621967.0 / 1751);
}

TEST_F(Criterion, HasTheMeanOfEstimates) {
  const std::string text =
      R"({"mean":{"confidence_interval":{"confidence_level":0.95,)"
      R"("lower_bound":1.0,"upper_bound":2.0},"point_estimate":1.5,)"
      R"("standard_error":0.1},"slope":null})";
  EXPECT_EQ(
      runs(read_observations({write("a/new", "estimates.json", text)}), "a"),
      (Runs{{1.5}}));
  EXPECT_EQ(runs(read_observations({folder_.write("old.json", text)}), "old"),
            (Runs{{1.5}}));
}

TEST_F(Criterion, HasTheBenchmarksOfAFolder) {
  sample("criterion/a/base", "1,1");
  sample("criterion/a/new", "2,4");
  name("criterion/a/new", "a");
  write("criterion/a/new", "tukey.json", "[1,2,3,4]");
  sample("criterion/g/f/10/new", "4,8");
  name("criterion/g/f/10/new", "g/f/10");
  write("criterion/report", "index.html", "<html>");
  std::filesystem::create_directories(folder_.path() /
                                      "criterion/x/new/sample.json");
  const std::string all = folder_.path() / "criterion";
  const GivenObservations given = read_observations({all});
  EXPECT_EQ(runs(given, "a"), (Runs{{1, 1}}));
  EXPECT_EQ(runs(given, "g/f/10"), (Runs{{2, 2}}));
  EXPECT_EQ(given.performances.size(), 2U);
  // A later run is one more run of its benchmarks.
  const auto later = sample("later/a/new", "6,12");
  EXPECT_EQ(runs(read_observations({all, later}), "a"), (Runs{{1, 1}, {3, 3}}));
  const std::string one = folder_.path() / "criterion/a/base";
  EXPECT_EQ(runs(read_observations({one}), "a").size(), 1U);
}

TEST_F(Criterion, IsNotLookedForWithoutEnd) {
  int folder = open(folder_.path().c_str(), O_DIRECTORY);
  for (int i = 0; i < 2'000; ++i) {
    ASSERT_EQ(mkdirat(folder, "a", 0700), 0);
    const int below = openat(folder, "a", O_DIRECTORY);
    close(folder);
    folder = below;
  }
  close(folder);
  EXPECT_NE(message(std::vector<std::string>{folder_.path()})
                .find("no file in this folder ends in .json, .xml or .csv"),
            std::string::npos);
  remove_folder(folder_.path());
}

TEST_F(Criterion, FailsWhereASampleHasNoTime) {
  for (const char* times :
       {"nan,1", "1", "-1,1", "1,null", "1,2,3", "\"1\",2", "inf,1"}) {
    sample("all/bad/new", times);
    sample("all/good/new", "2,4");
    const GivenObservations given =
        read_observations({(folder_.path() / "all").string()});
    EXPECT_EQ(runs(given, "good"), (Runs{{1, 1}}));
    EXPECT_EQ(without_folder(failure(given, "bad")),
              "bad has no valid time in all/bad/new/sample.json: a time is a "
              "number of ns, us, ms or s, 0 or more")
        << times;
  }
  sample("all/bad/new", "1e300,1");
  EXPECT_EQ(without_folder(failure(
                read_observations({(folder_.path() / "all").string()}), "bad")),
            "bad has an observation that is too large to calculate with in "
            "all/bad/new/sample.json");
}

TEST_F(Criterion, FailsWhereThereAreNoLists) {
  for (const char* text :
       {R"({"iters":1,"times":2})", R"({"iters":"1","times":"2"})",
        R"({"iters":{"a":1},"times":[1]})", R"({"iters":[1],"times":null})"}) {
    EXPECT_EQ(without_folder(failure(
                  read_observations({folder_.write("bad.json", text)}), "bad")),
              "bad has no valid time in bad.json: a time is a number of ns, "
              "us, ms or s, 0 or more")
        << text;
  }
}

TEST_F(Criterion, IsRefusedWithoutTimesOrTwice) {
  const auto path = sample("a/new", "1,2");
  name("a/new", "caf\xE9");
  EXPECT_EQ(runs(read_observations({path}), "caf?").size(), 1U);
  EXPECT_EQ(message(std::vector<std::string>{
                (folder_.path() / "a/new/benchmark.json").string()}),
            "a/new/benchmark.json: this file of criterion has no times; give "
            "the sample.json beside it, or the folder around both");
  EXPECT_EQ(message(std::vector<std::string>{path, path}),
            "a/new/sample.json: this is the same file as a/new/sample.json; "
            "give each file once");
}

// Many links may lead to it.
TEST_F(Criterion, HasNoNameFromALargeFile) {
  const auto path = sample("a/new", "1,2");
  name("a/new", "b" + std::string(std::size_t{64} << 10, ' '));
  EXPECT_EQ(runs(read_observations({path}), "a").size(), 1U);
}

}  // namespace
}  // namespace criterion
}  // namespace spl::runner
