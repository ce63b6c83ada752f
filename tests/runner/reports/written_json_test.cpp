#include "runner/reports/json/written_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace spl::runner {
namespace {

TEST(WrittenJson, IsIndented) {
  const Json json = {{"none", Json::array()},
                     {"some", {1, 2.5, {{"key", "a\nb"}}}}};
  EXPECT_EQ(written_json(json), json.dump(2) + "\n");
  EXPECT_EQ(written_json(Json("text")), "\"text\"\n");
}

TEST(WrittenJson, ReportsTheShareOfItsLines) {
  std::vector<double> shares;
  const auto report = [&](double share) { shares.push_back(share); };
  const Json json = {{"lists", Json(100, Json(1000, 1))}, {"end", 0}};
  (void)written_json(json, report);
  ASSERT_GT(shares.size(), 5U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_LT(shares.front(), 0.01);
  // 100 lists of 1002 lines, 2 of the list of lists, 1 of "end", 2 of all, of
  // which the last gets its line feed from the report: a step is 16384 lines.
  EXPECT_NEAR(shares[2] - shares[1], 16384.0 / 100205, 1e-9);
  EXPECT_LE(shares.back(), 1);
  shares.clear();
  (void)written_json({{"a", {1, Json::object()}}}, report);
  EXPECT_EQ(shares, std::vector<double>{1.0 / 6});
}

}  // namespace
}  // namespace spl::runner
