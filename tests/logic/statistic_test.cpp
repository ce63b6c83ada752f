#include "spl/logic/statistic.hpp"

#include <gmock/gmock.h>

#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;

std::string statistic_of(const std::string& text) {
  const ExpandedFormula formula = expanded(text);
  const auto& stated = formula.relations.at(0).statistic;
  return stated ? to_text(*stated) : "none";
}

struct StatisticCase {
  std::string text;
  std::string expected;
};

TEST(CommonStatistic, IsThatOfAllPerformances) {
  const StatisticCase rows[] = {
      {"a(1) <= b(1)", "none"},
      {"mean(a(1)) < mean(b(1))", "mean"},
      {"typical(a(1)) < typical(b(1))", "typical"},
      {"median(a(1)) < median(b(1))", "median"},
      {"p50(a(1)) < p50(b(1))", "p50"},
      {"p90(a(1)) < p90(b(1))", "p90"},
      {"p95(a(1)) < p95(b(1))", "p95"},
      {"p99(a(1)) <= 1.1 * p99(b(1))", "p99"},
      {"p99(a(1)) <= 2 ms", "p99"},
      {"p99(a(1)) + p99(b(1)) <= 2 * p99(c(1)) - 1 us", "p99"},
      {"quantile(a(1), 0.999) <= quantile(b(1), 0.999)", "quantile 0.999"},
      {"quantile(a(1), 99.9%) <= quantile(b(1), 0.999)", "quantile 0.999"},
      {"quantile(a(1), 0.99) <= p99(b(1))", "p99"},
      {"q = 0.25; quantile(a(1), q) <= 1 s", "quantile 0.25"},
      {"for q in 0.9: quantile(a(1), q / 2) <= 1 s", "quantile 0.45"},
      {"old = a; mean(old(1)) < mean(b(1))", "mean"},
      {"mean(once) < mean(a(1))", "mean"},
      {"x = List.contains[keys, lists]; p99(x(5)) < p99(once)", "p99"},
  };
  for (const StatisticCase& row : rows) {
    EXPECT_EQ(statistic_of(row.text), row.expected) << row.text;
  }
}

TEST(CommonStatistic, IsWrittenAsItStands) {
  const StatisticCase rows[] = {
      {"mean(a(n)) < mean(b(n))",
       "mean(a(1)) < mean(b(1)) and mean(a(2)) < mean(b(2))"},
      {"p99(a(1))<=1.10*p99(b(1))", "p99(a(1)) <= 1.1 * p99(b(1))"},
      {"for q in 0.5, 0.9: quantile(a(1), q) <= 1 us",
       "quantile(a(1), 0.5) <= 1 us and quantile(a(1), 0.9) <= 1 us"},
      {"quantile(a(1), 99.9%) <= 1 us", "quantile(a(1), 99.9%) <= 1 us"},
      {"p99(a(1)) = p99(b(1)) within 5%",
       "0.95 * p99(b(1)) <= p99(a(1)) and p99(a(1)) <= 1.05 * p99(b(1))"},
  };
  for (const StatisticCase& row : rows) {
    EXPECT_EQ(expanded_text(row.text), row.expected) << row.text;
  }
}

TEST(CommonStatistic, MakesTheFormOfItsPerformances) {
  const ExpandedFormula formula = expanded("p99(a(1)) <= 1.1 * p99(b(1))");
  const Performance a{"a", "", "", "", {1.0}};
  const Performance b{"b", "", "", "", {1.0}};
  EXPECT_EQ(formula.relations.at(0).theta,
            LinearForm(a).minus(LinearForm(b).scaled(1.1)));
}

Catalogue with_workload(const std::string& name) {
  Catalogue catalogue = sample_catalogue();
  Entry entry = *catalogue.find("a");
  entry.name = name;
  catalogue.entries.push_back(entry);
  return catalogue;
}

TEST(CommonStatistic, GivesWayToAWorkloadOfItsName) {
  EXPECT_EQ(expanded_text("mean(1) < a(1)", with_workload("mean")),
            "mean(1) < a(1)");
  EXPECT_EQ(expanded_text("mean = b; mean(1) < a(1)"), "mean(1) < a(1)");
  EXPECT_THAT(
      problems_of("mean(b(1)) < a(1)", with_workload("mean")),
      ElementsAre("1:1: \"mean\" is a workload here, not the statistic of a "
                  "performance, and takes no performance; rename the workload "
                  "to use the statistic, or use `statistic`"));
  EXPECT_EQ(expanded_text("mean(p99(1)) < mean(b(1))", with_workload("p99")),
            "mean(p99(1)) < mean(b(1))");
}

TEST(CommonStatistic, WarnsWhereAWorkloadOfItsNameIsMeantInstead) {
  Catalogue catalogue = with_workload("mean");
  const auto parsed =
      parser::parse("mean(a) < b(a)", parser::TextKind::kSingle);
  const BoundDocument bound =
      bind(parsed.document, catalogue, Completeness::kWhole);
  ASSERT_EQ(bound.warnings.size(), 1U);
  EXPECT_EQ(bound.warnings[0].message,
            "\"mean\" is a workload here, not the statistic of a performance, "
            "so that \"a\" is a value; rename the workload to use the "
            "statistic");
  EXPECT_EQ(bound.warnings[0].span.begin, 0U);
  EXPECT_TRUE(bound.problems.empty());
}

}  // namespace
}  // namespace spl::logic
