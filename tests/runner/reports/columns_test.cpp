#include "runner/reports/terminal/columns.hpp"

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

TEST(Columns, DoesNotCountSignsOfColour) {
  Columns columns({"", "name"});
  columns.add({{"slower", "\033[31mslower\033[0m"}, {"a"}});
  columns.add({{"ok"}, {"b"}});
  EXPECT_EQ(columns.text(),
            "          name\n"
            "  \033[31mslower\033[0m  a\n"
            "  ok      b\n");
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
