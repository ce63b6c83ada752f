#include "spl/logic/nearest_name.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace spl::logic {
namespace {

TEST(NearestName, FindsWhatWasMeant) {
  const std::vector<std::string> names{"sort", "arraylist",
                                       "ArrayList.contains", "b"};
  EXPECT_EQ(nearest_name("srot", names), "sort");
  EXPECT_EQ(nearest_name("Sort", names), "sort");
  EXPECT_EQ(nearest_name("arraylst", names), "arraylist");
  EXPECT_EQ(nearest_name("ArrayList.contain", names), "ArrayList.contains");
  EXPECT_EQ(nearest_name("zebra", names), std::nullopt);
  EXPECT_EQ(nearest_name("x", names), std::nullopt);
  EXPECT_EQ(nearest_name("sort", {}), std::nullopt);
}

TEST(NearestName, IsNoneWhereComparingTakesLong) {
  const std::string begin(180, 'a');
  std::vector<std::string> names(600, begin + 'b');
  EXPECT_EQ(nearest_name(begin + 'c', names), begin + 'b');
  names.resize(700, begin + 'd');
  EXPECT_EQ(nearest_name(begin + 'c', names), std::nullopt);
}

TEST(NearestName, AsksAQuestion) {
  const std::vector<std::string> names{"sort"};
  EXPECT_EQ(did_you_mean("srot", names), "; did you mean \"sort\"?");
  EXPECT_EQ(did_you_mean("zebra", names), "");
}

}  // namespace
}  // namespace spl::logic
