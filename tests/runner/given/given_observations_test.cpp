#include "runner/given/given_observations.hpp"
#include "runner/given/given_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "runner/system/json_text.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using statistics::Runs;

const Performance kM{"M", "", "", "", {}};

class GivenObservationsTest : public ::testing::Test {
 protected:
  GivenObservations read(const std::string& text) {
    return read_observations({folder_.write("data.json", text)});
  }

  static Runs runs(const GivenObservations& given,
                   const Performance& performance) {
    return std::get<statistics::Sample>(
               given.performances.at(performance).observed)
        .runs();
  }

  /// The message of reading, with `FILE` for the file's path.
  std::string message(const std::string& text) {
    const std::string path = folder_.write("data.json", text);
    try {
      (void)read_observations({path});
    } catch (const DataError& error) {
      std::string what = error.what();
      EXPECT_TRUE(what.starts_with(path + ": ")) << what;
      return what.substr(std::min(what.size(), path.size() + 2));
    }
    return "no error";
  }

  TemporaryFolder folder_;
};

std::string with_runs(const std::string& runs) {
  return R"({ "schema": 1, "unit": "ns", "performances": { "M": { "runs": )" +
         runs + " } } }";
}

/// Performances as written, # for the runs of each.
std::string with_names(const std::string& performances) {
  std::string text = R"({ "schema": 1, "unit": "ns", "performances": { )";
  for (const char c : performances) {
    text += c == '#' ? R"({ "runs": [[1, 2]] })" : std::string(1, c);
  }
  return text + " } }";
}

TEST_F(GivenObservationsTest, AreReadWithTheirUnit) {
  const GivenObservations given = read(R"({ "schema": 1, "unit": "us",
    "performances": { "M": { "runs": [[1, 2.5], [3]] } },
    "history": { "M": { "runs": [[4, 5]] } } })");
  EXPECT_EQ(runs(given, kM), (Runs{{1000, 2500}, {3000}}));
  EXPECT_EQ(given.history.at(kM).runs(), (Runs{{4000, 5000}}));
  EXPECT_EQ(given.dimension, logic::Dimension::kTime);
  EXPECT_FALSE(given.performances.at(kM).levels);
  for (const char* unit : {"1", "\"1\""}) {
    EXPECT_EQ(read("{ \"schema\": 1, \"unit\": " + std::string(unit) +
                   ", \"performances\": { \"M\": { \"runs\": [[1]] } } }")
                  .dimension,
              logic::Dimension::kCount);
  }
}

// A folder may have thousands of links to a large file.
TEST_F(GivenObservationsTest, AreReadOnceOfEachFile) {
  const std::string file =
      folder_.write("data.json", R"({ "schema": 1, "unit": "ns",
    "performances": { "M": { "runs": [[1]] } } })");
  const std::string link = folder_.path() / "link.json";
  std::filesystem::create_symlink(file, link);
  const auto message = [](const std::vector<std::string>& files) {
    try {
      (void)read_observations(files);
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({file, link}), link + ": this is the same file as " + file +
                                       "; give each file once");
  EXPECT_EQ(message({"old=" + file, "new=" + link}), "");
  EXPECT_EQ(message({"old=" + file, "new=" + file, "more=" + link}),
            link + ": this is the same file as " + file +
                ", which is in two sets already");
}

// A run is a position at the top level.
TEST_F(GivenObservationsTest, MayBeNestedDeeper) {
  const GivenObservations given =
      read(with_runs("[[[9, 5], [8, 3]], [[10, 6], [7, 11]]]"));
  EXPECT_EQ(runs(given, kM), (Runs{{9, 5, 8, 3}, {10, 6, 7, 11}}));
  const auto& levels = given.performances.at(kM).levels;
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->level_count(), 3U);
  EXPECT_EQ(read(with_runs("[[[[[[[[1]]]]]]]]"))
                .performances.at(kM)
                .levels->level_count(),
            8U);
}

std::string with_costs(const std::string& runs, const std::string& costs) {
  return R"({ "schema": 1, "unit": "ms", "performances": { "M": { "runs": )" +
         runs + R"(, "costs": )" + costs + " } } }";
}

// Costs count observations, whatever the unit of these is.
TEST_F(GivenObservationsTest, MayHaveTheCostsOfTheirLevels) {
  const auto costs = [&](const std::string& runs, const std::string& list) {
    return read(with_costs(runs, list)).performances.at(kM).costs;
  };
  EXPECT_EQ(costs("[[1, 2], [3]]", "[10]"), (std::vector<double>{10}));
  EXPECT_EQ(costs("[[[1]], [[3]]]", "[2.5, 0]"), (std::vector<double>{2.5, 0}));
  EXPECT_TRUE(read(with_runs("[[1]]")).performances.at(kM).costs.empty());
}

std::string with_learning(const std::string& learn, const std::string& rest) {
  std::string runs;
  for (int i = 1; i <= 10; ++i) {
    runs += (i == 1 ? "[" : ", [") + std::to_string(i) + "]";
  }
  return R"({ "schema": 1, "unit": "1", "performances": {
    "M": { "runs": [[11]], "learn": )" +
         learn + R"( }, "N": { "runs": [)" + runs +
         R"(] }, "O": { "runs": [[1], [2]] } })" + rest + " }";
}

// The mean of N is 5.5.
TEST_F(GivenObservationsTest, MayLearnFromOthers) {
  const GivenObservations given = read(with_learning(R"(["N"])", ""));
  const statistics::Runs& learned = given.history.at(kM).runs();
  ASSERT_EQ(learned.size(), 10U);
  EXPECT_EQ(learned[0], (statistics::Run{2}));
  EXPECT_EQ(learned[9], (statistics::Run{20}));
  const Performance n{"N", "", "", "", {}};
  EXPECT_EQ(given.learned.at(kM),
            (std::vector<std::pair<Performance, std::size_t>>{{n, 10}}));
}

TEST_F(GivenObservationsTest, OfSeveralFilesAreUnited) {
  const auto file = [&](const std::string& name, const std::string& unit) {
    return folder_.write(name + ".json",
                         "{ \"schema\": 1, \"unit\": \"" + unit +
                             "\", \"performances\": { \"" + name +
                             "\": { \"runs\": [[1]] } } }");
  };
  const std::string one = file("M", "us");
  const std::string two = file("N", "ms");
  const auto all = read_observations({one, two});
  EXPECT_EQ(all.performances.size(), 2U);
  const std::string counts = file("O", "1");
  try {
    (void)read_observations({one, counts});
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(),
              counts +
                  ": unit: times and counts cannot be compared; the files "
                  "before have the other");
  }
}

struct Refused {
  std::string text;
  std::string message;
};

TEST_F(GivenObservationsTest, AreRefusedInOtherShapes) {
  const Refused rows[] = {
      {with_runs("[[1, 2], 3]"),
       "performances.M.runs[1]: expected a run, which is a list of "
       "observations like [10.5, 10.7], found a number"},
      {with_runs("[1, 2]"),
       "performances.M.runs[0]: expected a run, which is a list of "
       "observations like [10.5, 10.7], found a number"},
      {with_runs("[[1, [2]]]"),
       "performances.M.runs[0][1]: expected a number, as elsewhere on this "
       "level, found a list"},
      {with_runs("[[[1], 2]]"),
       "performances.M.runs[0][1]: expected a list, as elsewhere on this "
       "level, found a number"},
      {with_runs("[[[1]], [2]]"),
       "performances.M.runs[1][0]: expected a list, as elsewhere on this "
       "level, found a number"},
      {with_runs("[[1], [[2]]]"),
       "performances.M.runs[1][0]: expected a number, as elsewhere on this "
       "level, found a list"},
      {with_runs("[]"), "performances.M.runs: expected at least one run"},
      {with_learning("[]", ""),
       "performances.M.learn: expected at least one performance"},
      {with_learning("[3]", ""),
       "performances.M.learn[0]: expected a performance's name, found 3"},
      {with_learning(R"(["P"])", ""),
       "performances.M.learn[0]: there are no observations of P to learn from"},
      {with_learning(R"(["O"])", ""),
       "performances.M.learn[0]: O has 2 runs, and learning takes 10: 8 are "
       "missing"},
      {with_learning(R"(["N", "N"])", ""),
       "performances.M.learn[1]: N is here twice"},
      {with_learning(R"(["N"])",
                     R"(, "history": { "M": { "runs": [[1], [2]] } })"),
       "performances.M.learn: M learns from \"history\" already; leave out one "
       "of the two"},
      {with_costs("[[1]]", "[]"),
       "performances.M.costs: expected 1 cost, one for each level above the "
       "observations, from runs on, found 0"},
      {with_costs("[[[1]]]", "[1]"),
       "performances.M.costs: expected 2 costs, one for each level above the "
       "observations, from runs on, found 1"},
      {with_costs("[[1]]", "[-1]"),
       "performances.M.costs[0]: a cost is 0, or from 1e-9 to 1e15"},
      {with_costs("[[1]]", "[5e-324]"),
       "performances.M.costs[0]: a cost is 0, or from 1e-9 to 1e15"},
      {with_costs("[[1]]", "1"),
       "performances.M.costs: expected a list, found a number"},
      {with_runs("[[1], []]"),
       "performances.M.runs[1]: expected at least one observation"},
      {with_runs("[[[[[[[[[1]]]]]]]]]"),
       "performances.M.runs[0][0][0][0][0][0][0][0]: observations are nested "
       "at most 8 levels deep"},
      {with_runs("7"), "performances.M.runs: expected a list, found a number"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedUnlessTheyAreNumbers) {
  const Refused rows[] = {
      {with_runs("[[1, \"2\"]]"),
       "performances.M.runs[0][1]: expected a number, found a string"},
      {with_runs("[[1, null]]"),
       "performances.M.runs[0][1]: expected a number, found null"},
      {with_runs("[[true]]"),
       "performances.M.runs[0][0]: expected a number, found true"},
      {with_runs("[[{}]]"),
       "performances.M.runs[0][0]: expected a number, found an object"},
      {with_runs("[[1, NaN]]"),
       "performances.M.runs[0][1]: NaN is no number of JSON and no "
       "observation, in line 1, column 68; leave such observations out"},
      {with_runs("[[1, -Infinity]]"),
       "performances.M.runs[0][1]: -Infinity is no number of JSON and no "
       "observation, in line 1, column 69; leave such observations out"},
      {with_runs("[[1, nil]]"),
       "performances.M.runs[0][1]: this is not valid JSON, in line 1, column "
       "69"},
      {with_runs("[[1, 1e999]]"),
       "performances.M.runs[0][1]: this number is too large to be one"},
      {R"({ "schema": 1, "unit": "s",
            "performances": { "M": { "runs": [[1e308]] } } })",
       "performances.M.runs[0][0]: this observation is too large to "
       "calculate with"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedInBrokenText) {
  const Refused rows[] = {
      {with_runs("[[1, 2").substr(0, 68),
       "performances.M.runs[0][2]: the JSON text ends too early, in line 1, "
       "column 69"},
      {"", "the JSON text ends too early, in line 1, column 1"},
      {"[1, 2", "[2]: the JSON text ends too early, in line 1, column 6"},
      {"{} {}", "this is not valid JSON, in line 1, column 4"},
      {with_runs("[[1]]") + std::string("\0 more", 6),
       "this is not valid JSON, in line 1, column " +
           std::to_string(with_runs("[[1]]").size() + 1)},
      {"{ \"schema\": 1, \"schema\": 1 }",
       "schema: this key appears here twice"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedWithWrongKeys) {
  const std::string head = R"({ "schema": 1, "unit": "ns", )";
  const Refused rows[] = {
      {R"({ "unit": "ns" })", "\"schema\" is missing here"},
      {R"({ "schema": 2 })",
       "schema: unknown schema 2; this version reads schema 1"},
      {R"({ "schema": "one" })",
       "schema: unknown schema \"one\"; this version reads schema 1"},
      {R"({ "schema": "1" })",
       "schema: unknown schema \"1\"; this version reads schema 1"},
      {R"({ "schema": 1 })", "\"unit\" is missing here"},
      {R"({ "schema": 1, "unit": "min" })",
       "unit: unknown unit \"min\"; it is ns, us, ms, s, or 1 for counts"},
      {R"({ "schema": 1, "unit": ["ns"] })",
       "unit: unknown unit a list; it is ns, us, ms, s, or 1 for counts"},
      {R"({ "schema": 1, "unit": "ns" })", "\"performances\" is missing here"},
      {R"({ "schema": 1, "units": "ns" })",
       "unknown key \"units\"; did you mean \"unit\"?"},
      {head + R"("performances": [] })",
       "performances: expected an object, found a list"},
      {head + R"("performances": {} })",
       "performances: expected at least one performance"},
      {head + R"("performances": { "M": {} } })",
       "performances.M: \"runs\" is missing here"},
      {head + R"("performances": { "M": [[1]] } })",
       "performances.M: expected an object, found a list"},
      {head + R"("performances": { "M": { "runs": [[1]], "rusn": 1 } } })",
       "performances.M: unknown key \"rusn\"; did you mean \"runs\"?"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedUnderWrongNames) {
  const Refused rows[] = {
      {with_names("\"M\": # , \"M\": #"),
       "performances.M: this key appears here twice"},
      {with_names("\"f(1)\": # , \"f(1.0)\": #"),
       "performances[\"f(1.0)\"]: this name reads as f(1), which appeared "
       "before; each performance may appear once"},
      {with_names("\"a.b\": # , \"a::b\": #"),
       "performances[\"a::b\"]: this name reads as a.b, which appeared before; "
       "each performance may appear once"},
      {with_names("\"\": #"),
       "performances[\"\"]: expected a performance's name"},
      {with_names("\"m[a]\": # , \"a\": #"),
       "performances[\"m[a]\"]: \"a\" is a method elsewhere in the file; an "
       "instrument in [...] needs another name"},
      {with_names("\"parse\": # }, \"history\": { \"prase\": #"),
       "history.prase: there are no observations of prase to decide on; did "
       "you mean \"parse\"?"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedAboveALimitOfSize) {
  const std::string path = folder_.write("large.json", "{}");
  std::filesystem::resize_file(path, kMostJsonBytes + 1);
  try {
    (void)read_observations({path});
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(), path +
                                ": the file has more than 256 MB, the most "
                                "that is read: split it");
  }
}

// Does not hold all of a file without end.
TEST_F(GivenObservationsTest, AreRefusedWithoutAnEnd) {
  try {
    (void)read_observations({"/dev/zero"});
    ADD_FAILURE();
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(),
                 "cannot read /dev/zero: it is not a regular file");
  }
}

TEST_F(GivenObservationsTest, AreRefusedInShortSentences) {
  std::string first;
  for (int i = 0; i < 18; ++i) first += "[0]";
  EXPECT_EQ(message(std::string(3'000'000, '[')),
            first + " ... " + first +
                ": lists and objects are nested at most 64 levels deep");
  const std::string name(1'000'000, 'x');
  EXPECT_EQ(message(with_names('"' + name + "\": 1")),
            "performances." + name.substr(0, 41) + " ... " +
                name.substr(0, 54) + ": expected an object, found a number");
}

TEST_F(GivenObservationsTest, LearnFromSoManyObservationsTogether) {
  std::string run = "1";
  for (int i = 1; i < 40'000; ++i) run += ",1";
  std::string runs = "[" + run + "]";
  for (int i = 1; i < 10; ++i) runs += ",[" + run + "]";
  std::string names = "\"M\": {\"runs\": [" + runs + "]}";
  for (int i = 10; i < 21; ++i) {
    names += ", \"a" + std::to_string(i) +
             "\": {\"runs\": [[1]], \"learn\": [\"M\"]}";
  }
  EXPECT_EQ(message(with_names(names)),
            "performances.a20.learn[0]: performances learn from at most "
            "4000000 observations together");
}

TEST_F(GivenObservationsTest, AreInManyFilesInLinearTime) {
  std::string names = "\"a\": {\"runs\": [[1]]}";
  for (int i = 0; i < 50'000; ++i) {
    names += ", \"a" + std::to_string(i) + "\": {\"runs\": [[1]]}";
  }
  std::vector<std::string> files{folder_.write("all", with_names(names))};
  for (int i = 0; i < 2'000; ++i) {
    const std::string name = "b" + std::to_string(i);
    files.push_back(
        folder_.write(name, with_names('"' + name + "\": {\"runs\": [[1]]}")));
  }
  EXPECT_EQ(read_observations(files).performances.size(), 52'001U);
}

// Every beginning of a good file is refused, none crashes.
TEST_F(GivenObservationsTest, AreRefusedWhereTheyAreCutOff) {
  const std::string good = with_runs("[[1, 2], [3, 4]]");
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(message(good.substr(0, size)), "no error");
  }
}

}  // namespace
}  // namespace spl::runner
