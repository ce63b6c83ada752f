#include "runner/foreign/google_benchmark_text.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(ValidJson, HasNullForWhatIsNoNumber) {
  EXPECT_EQ(valid_json(R"({"a": NaN, "b": -NaN, "c": -Infinity, "d": 1.5})"),
            R"({"a": null, "b": null, "c": null, "d": 1.5})");
  EXPECT_EQ(valid_json("[Infinity,NaN]"), "[null,null]");
}

TEST(ValidJson, LeavesNamesAlone) {
  const std::string names = R"({"NaN": "x \" NaN", "y\\": "Infinity"})";
  EXPECT_EQ(valid_json(names), names);
  EXPECT_EQ(valid_json(R"(["\)"), R"(["\)");
}

}  // namespace
}  // namespace spl::runner
