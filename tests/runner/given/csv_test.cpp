#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace csv {
namespace {

using statistics::Runs;
using Csv = GivenText;

TEST_F(Csv, HasTimesInTheUnitOfTheirColumn) {
  const std::pair<const char*, double> rows[] = {
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  for (const auto& [unit, factor] : rows) {
    const auto path = folder_.write(
        "x", "name," + std::string(unit) + "\na,1.5\nb,2\na,1e-1\n");
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(given.dimension, logic::Dimension::kTime);
    EXPECT_EQ(runs(given, "a"), (Runs{{1.5 * factor, 0.1 * factor}}));
    EXPECT_EQ(runs(given, "b"), (Runs{{2 * factor}}));
  }
}

// Numbers of which nobody says what they are are compared with one another.
TEST_F(Csv, HasCountsWithoutAUnit) {
  const auto path = folder_.write("x", "name,value\na,1.5\n");
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(given.metric, "value");
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
  EXPECT_EQ(runs(given, "a"), (Runs{{1.5}}));
  EXPECT_EQ(without_folder(failure(
                read_observations({path}, workload::Metric::kWall), "a")),
            "a has no valid time in x: a time is a number of ns, us, ms or s, "
            "0 or more");
}

TEST_F(Csv, HasRunsOfAColumn) {
  const auto path = folder_.write(
      "x", "run,name,ns\nten,a,1\nten,b,2\n9,a,3\nten,a,4\n9,b,2\n9,c,1\n");
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(runs(given, "a"), (Runs{{1, 4}, {3}}));
  EXPECT_EQ(runs(given, "b"), (Runs{{2}, {2}}));
  EXPECT_EQ(without_folder(failure(given, "c")),
            "c is not in x, run ten, and each report is a run of all "
            "benchmarks");
  const auto marks = folder_.write(
      "n", std::string("name,run,ns\na\0b,1,1\nc,\"2\n::error::x\",1\n", 38));
  const GivenObservations odd = read_observations({marks});
  EXPECT_EQ(shown_text(without_folder(failure(odd, "a\u2400b"))),
            "a\\u{0}b is not in n, run 2\\u{a}::error::x, and each report is a "
            "run of all benchmarks");
  const auto more = folder_.write("y", "name,ns\na,7\nb,8\n");
  EXPECT_EQ(runs(read_observations({path, more}), "a"),
            (Runs{{1, 4}, {3}, {7}}));
  const auto copy = folder_.write("z", "name,ns\na,7\nb,8\n");
  EXPECT_EQ(message(std::vector<std::string>{more, copy}),
            "z: the benchmarks are those of y, and each file counts as a run "
            "of its own; give each run once");
}

// As spreadsheets, pandas and shells write it.
TEST_F(Csv, IsReadHoweverItIsWritten) {
  for (const char* text :
       {"\xEF\xBB\xBFname,ns\r\na,1\r\n\r\n\"b, \"\"c\"\"\",2\r\n",
        ",name,ns,host\n0,a,1,x\n1,\"b, \"\"c\"\"\",2\n",
        "name;ns\na;1\n\"b, \"\"c\"\"\";2", "ns\tname\n1\ta\n2\tb, \"\"c\"\"\n",
        "\"name\" , \"ns\"\n a , 1 \n\"b, \"\"c\"\"\",2\n"}) {
    const GivenObservations given =
        read_observations({folder_.write("x", text)});
    EXPECT_EQ(runs(given, "a"), (Runs{{1}})) << text;
    EXPECT_EQ(given.performances.size(), 2U) << text;
  }
}

TEST_F(Csv, FailsWhereAValueIsNone) {
  for (const char* value : {"nan", "-nan", "inf", "", "12%", "-1", "1,5",
                            "1 ns", "0x", "1e999", "abc", "\"\"\"\""}) {
    const auto path = folder_.write(
        "x", "name;ns\ngood;1\nbad;1\nbad;" + std::string(value) + "\nbad\n");
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(runs(given, "good"), (Runs{{1}}));
    EXPECT_TRUE(without_folder(failure(given, "bad"))
                    .starts_with("bad has no valid value in x: line "))
        << value;
  }
  const auto path =
      folder_.write("x", "name,ns\nm\xE9t\xE9,12%\n,1\nh,1e300\nbig,1e99\n");
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(without_folder(failure(given, "m?t?")),
            "m?t? has no valid value in x: line 2 has \"12%\", no number of 0 "
            "or more");
  EXPECT_EQ(without_folder(failure(given, "h")),
            "h has an observation that is too large to calculate with in x");
  EXPECT_EQ(without_folder(to_texts(given.warnings).at(0)),
            "x: benchmarks without a name are left out, for no formula can "
            "name them");
}

TEST_F(Csv, IsRefusedWithoutNamesOfColumnsOrRows) {
  const std::string first =
      "x: the first line of CSV has to name the columns: `name`, `value` (or "
      "in its place the unit of a time, `ns`, `us`, `ms` or `s`) and, where "
      "there are several runs, `run`";
  for (const char* text : {"a,1\nb,2\n", "name,time\na,1\n", "benchmark;ns\n",
                           "\"value\",\"run\"\n1,1\n", "a\t1\n"}) {
    EXPECT_EQ(message(std::string(text)), first) << text;
  }
  EXPECT_EQ(message("name,ns," + std::string(5000, 'x') + "\na,1,2\n"), first);
  EXPECT_EQ(message(std::string("name,ns\n\n")),
            "x: there are no rows behind the names of columns");
  EXPECT_EQ(message(std::vector<std::string>{folder_.write("y", "name,ns\na,1"),
                                             recorded("hyperfine_1.json")}),
            recorded("hyperfine_1.json") +
                ": this is a report of hyperfine, but y is CSV; give only "
                "files of one kind");
}

TEST_F(Csv, IsReadInLinearTime) {
  std::string text = "name,ns,run\n";
  for (int i = 0; i < 200'000; ++i) {
    text += "n" + std::to_string(i % 10'000) + ",1," +
            std::to_string(i / 10'000) + '\n';
  }
  const auto given = read_observations({folder_.write("x", text)});
  EXPECT_EQ(given.performances.size(), 10'000U);
  EXPECT_EQ(runs(given, "n9999").size(), 20U);
}

// Rows are shorter than the first.
TEST_F(Csv, IsReadInLinearTimeWhereValuesAreFarBehindNames) {
  std::string text = "name" + std::string(4000, ',') + "ns\n";
  for (int i = 0; i < 200'000; ++i) text += "a\n";
  const auto given = read_observations(
      {folder_.write("x", text + "b" + std::string(4000, ',') + "1\n")});
  EXPECT_EQ(runs(given, "b"), (Runs{{1}}));
}

TEST_F(Csv, HasRunsOfNamesOfTheirOwnInLinearTime) {
  std::string text = "name,ns,run\n";
  for (int i = 0; i < 50'000; ++i) {
    const std::string number = std::to_string(i);
    text.append("n").append(number).append(",1,").append(number) += '\n';
  }
  const auto given = read_observations({folder_.write("x", text)});
  EXPECT_EQ(given.performances.size(), 50'000U);
  EXPECT_EQ(without_folder(failure(given, "n2")),
            "n2 is not in x, run 0, and each report is a run of all "
            "benchmarks");
}

}  // namespace
}  // namespace csv
}  // namespace spl::runner
