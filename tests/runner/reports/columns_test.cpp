#include "runner/reports/terminal/wrapped_text.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Columns, AlignsAllButTheLast) {
  Columns columns({"workload", "now", "ratio"});
  columns.add({{"a"}, {"1.25 us"}, {"1.01 (0.99 .. 1.03), not proven"}});
  columns.add({{"a longer name"}, {"2 us"}, {""}});
  EXPECT_EQ(columns.text(),
            "  workload       now      ratio\n"
            "  a              1.25 us  1.01 (0.99 .. 1.03), not proven\n"
            "  a longer name  2 us\n");
}

TEST(Columns, CountsCharactersAndNotBytes) {
  Columns columns({"workload", "median"});
  columns.add({{"größer"}, {"2 us"}});
  columns.add({{"smaller"}, {"1 us"}});
  EXPECT_EQ(columns.text(),
            "  workload  median\n"
            "  größer    2 us\n"
            "  smaller   1 us\n");
}

TEST(Columns, PutsBelowWhatAWidthDoesNotHold) {
  Columns columns({"workload", "median", "10 % .. 90 %", "runs"});
  columns.add({{"a"}, {"1.25 us"}, {"1.2 us .. 1.3 us"}, {"30"}});
  columns.add({{"broken"}, {"it failed, and says so at length"}});
  EXPECT_EQ(columns.text(45),
            "  workload  median   10 % .. 90 %      runs\n"
            "  a         1.25 us  1.2 us .. 1.3 us  30\n"
            "  broken    it failed, and says so at length\n");
  EXPECT_EQ(columns.text(40),
            "  workload  median   10 % .. 90 %\n"
            "  a         1.25 us  1.2 us .. 1.3 us\n"
            "    runs 30\n"
            "  broken    it failed, and says so at length\n");
  EXPECT_EQ(columns.text(20),
            "  workload  median\n"
            "  a         1.25 us\n"
            "    10 % .. 90 %\n"
            "    1.2 us ..\n"
            "    1.3 us; runs 30\n"
            "  broken    it failed, and says so at length\n");
}

TEST(Columns, IsEmptyWithoutARow) {
  EXPECT_EQ(Columns({"workload", "now"}).text(), "");
}

TEST(LeftOutText, ListsNamesAndReasons) {
  EXPECT_EQ(left_out_text("not guarded",
                          {{"m", "it needs a generator"}, {"k", "it is new"}}),
            "not guarded: m (it needs a generator), k (it is new)\n");
  EXPECT_EQ(left_out_text("not guarded", {}), "");
}

}  // namespace
}  // namespace spl::runner
