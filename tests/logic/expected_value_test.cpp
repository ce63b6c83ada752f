#include "tests/logic/expected_value.hpp"

#include <gtest/gtest.h>

#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

// a(1) = 10, a(2) = 20, b(1) = 10, b(2) = 15; c(...) could not be measured.
const ExpectedValue kTruth(
    {{"a(1)", 10}, {"a(2)", 20}, {"b(1)", 10}, {"b(2)", 15}, {"once", 12}});

struct ExpectedValueCase {
  std::string text;
  Verdict expected;
};

TEST(Formula, IsDecidedByTheFindingsOfItsRelations) {
  const ExpectedValueCase rows[] = {
      {"a(1) <= a(2)", Verdict::kHolds},
      {"a(2) <= a(1)", Verdict::kViolated},
      {"a(1) <= b(1)", Verdict::kHolds},
      {"a(1) < b(1)", Verdict::kViolated},
      {"a(1) = b(1)", Verdict::kHolds},
      {"a(1) != b(1)", Verdict::kViolated},
      {"a(1) + b(2) >= 25 ns", Verdict::kHolds},
      {"a(2) <= 1.3 * b(2)", Verdict::kViolated},
      {"a(2) <= b(2) + 34%", Verdict::kHolds},
      {"a(2) = b(2) within 34%", Verdict::kHolds},
      {"a(2) = b(2) within 33%", Verdict::kViolated},
      {"for i in 1, 2: a(i) >= b(i)", Verdict::kHolds},
      {"for i in 1, 2: a(i) > b(i)", Verdict::kViolated},
      {"exists i in 1, 2: a(i) > b(i)", Verdict::kHolds},
      {"a(n) >= b(n)", Verdict::kHolds},
      {"a(1) < once < b(2) < a(2)", Verdict::kHolds},
      {"not (a(1) < b(1))", Verdict::kHolds},
      {"a(1) < b(1) => a(2) < b(2)", Verdict::kHolds},
      {"a(1) = b(1) implies a(2) < b(2)", Verdict::kViolated},
      {"c(1) <= a(1)", Verdict::kUndecided},
      {"c(1) <= a(1) or a(1) < a(2)", Verdict::kHolds},
      {"c(1) <= a(1) and a(2) < a(1)", Verdict::kViolated},
      {"c(1) <= a(1) and a(1) < a(2)", Verdict::kUndecided},
      {"not (c(1) <= a(1))", Verdict::kUndecided},
      {"c(1) <= c(1)", Verdict::kHolds},
      {"c(1) < c(1)", Verdict::kViolated},
      {"c(1) + 1 ns <= c(1)", Verdict::kViolated},
  };
  for (const ExpectedValueCase& row : rows) {
    EXPECT_EQ(to_text(kTruth.evaluate(expanded(row.text))),
              to_text(row.expected))
        << row.text;
  }
}

}  // namespace
}  // namespace spl::logic
