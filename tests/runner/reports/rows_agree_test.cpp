// What rows print, on many scripted relations: the quotient of the printed
// times is the printed quotient, and a range lies wholly beyond the limit just
// where the relation is refuted.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// The times of `a`; `b` takes 100 ns a call. Every fourth run has slow calls.
SampleWorld world_of(double ns, std::size_t slow_calls) {
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    const bool is_a = order.performance.method == "a";
    const auto noise =
        static_cast<double>((block * (is_a ? 7 : 4) + 3) % 11) / 10;
    workload::RunAnswer answer;
    answer.iterations = 1;
    for (std::size_t i = 0; i < order.observations; ++i) {
      const bool is_slow = is_a && i < slow_calls && block % 4 == 0;
      answer.observations.push_back(((is_a ? ns : 100) + noise) *
                                    (is_slow ? 8 : 1));
    }
    return answer;
  });
  world.decides_by_typical_calls = false;
  world.environment = {{"SPL_OBSERVATIONS", "50"}};
  return world;
}

double nanoseconds(const std::string& number, const std::string& unit) {
  return std::stod(number) * (unit == "us" ? 1e3 : unit == "ms" ? 1e6 : 1);
}

/// The quotient that an end of a range is: "9% longer", "3.1 times as long".
double quotient_of(const std::string& number, const std::string& words) {
  const double value = std::stod(number);
  if (words.find("as fast") != words.npos) return 1 / value;
  if (words.find("times") != words.npos) return value;
  return 1 + (words.find("shorter") != words.npos ? -value : value) / 100;
}

struct PrintedRow {
  std::string text;
  double left = 0;
  double right = 0;
  std::string number;  ///< In the words; empty without one.
  std::string words;
  double lower = 0;  ///< Of the printed range.
  double upper = std::numeric_limits<double>::infinity();
};

void read_range(const std::string& range, PrintedRow& row) {
  static const std::regex kOpen(
      R"((?:(?:at most )?([0-9.]+)(% shorter))?(?:\.\.|at most )?(?:([0-9.]+)(% longer| times as long))?)");
  static const std::regex kPair(
      R"((?:over )?([0-9.]+)\.\.(?:under )?([0-9.]+)%?)");
  static const std::regex kOne(R"(([0-9]+(?:\.[0-9]+)?)%?)");
  std::smatch found;
  if (std::regex_match(range, found, kOne)) {
    row.lower = row.upper = quotient_of(found[1], row.words);
  } else if (std::regex_match(range, found, kPair)) {
    const double one = quotient_of(found[1], row.words);
    const double other = quotient_of(found[2], row.words);
    row.lower = std::min(one, other);
    row.upper = std::max(one, other);
  } else if (std::regex_match(range, found, kOpen)) {
    if (found[1].matched) row.lower = quotient_of(found[1], found[2]);
    if (found[3].matched) row.upper = quotient_of(found[3], found[4]);
  } else {
    ADD_FAILURE() << "no range: " << range;
  }
}

PrintedRow printed_row(const std::string& report) {
  static const std::regex kRow(
      R"(\n  [x?! ] ([0-9.]+) (ns|us|ms)  (?:([0-9.]+)(%| times) )?([a-z ]+)  ([0-9.]+) (ns|us|ms)  \(([^)]*)\))");
  std::smatch found;
  PrintedRow row;
  if (!std::regex_search(report, found, kRow)) {
    ADD_FAILURE() << "no row: " << report;
    return row;
  }
  row.text = found[0];
  row.left = nanoseconds(found[1], found[2]);
  row.right = nanoseconds(found[6], found[7]);
  row.number = found[3];
  row.words = std::string(found[4]) + ' ' + std::string(found[5]);
  read_range(found[8], row);
  return row;
}

/// The digits with which the words would write the quotient of the sides.
std::string number_of(const PrintedRow& row) {
  const double quotient = row.left / row.right;
  const double value = row.words.find("as fast") != row.words.npos
                           ? 1 / quotient
                       : row.words.find("times") != row.words.npos
                           ? quotient
                           : 100 * std::abs(quotient - 1);
  const std::size_t point = row.number.find('.');
  const std::size_t decimals =
      point == row.number.npos ? 0 : row.number.size() - point - 1;
  return fmt::format("{:.{}f}", value, decimals);
}

struct ScriptedClaim {
  std::string text;
  bool wants_less = true;
  double limit = 1;
};

TEST(Rows, PrintTimesWhoseQuotientTheyPrintAndRangesThatAgreeWithVerdicts) {
  const ScriptedClaim claims[] = {{"a(1) <= b(1)", true, 1},
                                  {"a(1) < b(1)", true, 1},
                                  {"a(1) >= b(1)", false, 1},
                                  {"a(1) <= 1.2 * b(1)", true, 1.2},
                                  {"a(1) <= 0.5 * b(1)", true, 0.5}};
  std::size_t refuted = 0;
  std::size_t others = 0;
  for (const double ns :
       {49.0, 80.0, 99.9, 100.7, 105.0, 118.0, 190.0, 123456.0}) {
    for (const std::size_t slow_calls : {0U, 5U}) {
      for (const ScriptedClaim& claim : claims) {
        SampleWorld world = world_of(ns, slow_calls);
        (void)world.run(
            {"-e", claim.text, "-p", "sample", "--runs", "14", "-o", "json:-"});
        const PrintedRow row = printed_row(world.err);
        const auto relation =
            json::parse(world.out)["formulas"][0]["relations"][0];
        if (!row.number.empty()) {
          EXPECT_EQ(number_of(row), row.number) << row.text;
        }
        const bool is_beyond = claim.wants_less ? row.lower > claim.limit
                                                : row.upper < claim.limit;
        const bool is_refuted = relation["strength"] == "refuted";
        EXPECT_EQ(is_beyond, is_refuted) << claim.text << row.text;
        ++(is_refuted ? refuted : others);
      }
    }
  }
  EXPECT_GT(refuted, 20U);
  EXPECT_GT(others, 20U);
}

}  // namespace
}  // namespace spl::runner
