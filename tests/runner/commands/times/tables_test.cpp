#include <gtest/gtest.h>

#include "runner/commands/times/times.hpp"
#include "runner/reports/format_writers.hpp"
#include "runner/reports/formats.hpp"

namespace spl::runner {
namespace {

Timing timing(const std::string& name) {
  Timing one;
  one.performance.method = name;
  one.metric = "wall";
  one.summary.runs = 2;
  one.summary.observations = 6;
  one.summary.median = 0.1;
  one.summary.mean = 2.5;
  one.summary.q10 = 0.05;
  one.summary.q90 = 1e9;
  one.iterations = 7;
  return one;
}

Times times_of(const Timing& row) {
  Times times;
  times.rows = {row};
  return times;
}

TEST(Tables, WriteNumbersAsTheyAre) {
  Timing one = timing("f");
  EXPECT_EQ(
      times_of(one).csv(),
      std::string(kCsvHeading) + "\nf,wall,0.1,2.5,,,0.05,1000000000,2,6,7,\n");
  one.mean = {2.5, 0.25};
  EXPECT_EQ(times_of(one).csv(),
            std::string(kCsvHeading) +
                "\nf,wall,0.1,2.5,2.25,2.75,0.05,1000000000,2,6,7,\n");
}

TEST(Tables, QuoteWhatWouldEndAField) {
  Timing one = timing("f");
  one.performance.arguments = {"a,b"};
  one.summary.runs = 0;
  one.failure = "it said \"no\"";
  EXPECT_EQ(times_of(one).csv(), std::string(kCsvHeading) +
                                     "\n\"f(\"\"a,b\"\")\",wall,,,,,,,0,0,0,"
                                     "\"it said \"\"no\"\"\"\n");
}

TEST(Tables, BeginNoFormulaOfASpreadsheet) {
  for (const std::string sign : {"=", "+", "-", "@"}) {
    Timing one = timing("f");
    one.metric = sign + "1";
    one.summary.runs = 0;
    one.failure = sign + "HYPERLINK(A1)";
    std::string row = "\nf,'";
    row.append(sign).append("1,,,,,,,0,0,0,'").append(sign);
    row.insert(0, kCsvHeading);
    EXPECT_EQ(times_of(one).csv(), row + "HYPERLINK(A1)\n");
  }
}

TEST(Tables, KeepRowsOfMarkdownWhole) {
  Timing one = timing("f");
  one.performance.arguments = {"a|b"};
  one.summary.runs = 0;
  one.failure = "first\nsecond";
  EXPECT_EQ(times_of(one).markdown_table(),
            std::string(kMarkdownHeading) +
                "\n|---|---:|---:|---|---|---:|---:|---:|\n"
                "| `f(\"a\\|b\")` | first second | | | | 0 | 0 | |\n");
}

}  // namespace
}  // namespace spl::runner
