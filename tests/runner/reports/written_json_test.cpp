#include "runner/reports/json/written_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace spl::runner {
namespace {

TEST(WrittenJson, IsIndented) {
  const Json json = {{"none", Json::array()},
                     {"some", {1, 2.5, {{"key", "a\nb"}}}}};
  EXPECT_EQ(written_json(json), json.dump(2) + "\n");
  EXPECT_EQ(written_json(Json("text")), "\"text\"\n");
}

}  // namespace
}  // namespace spl::runner
