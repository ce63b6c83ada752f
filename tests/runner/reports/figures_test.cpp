#include "runner/reports/html/figures.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace spl::runner {
namespace {

using nlohmann::json;

logic::Performance called(const std::string& name) {
  logic::Performance result;
  result.method = name;
  return result;
}

PerformanceReport measured(const std::string& name, statistics::Runs runs) {
  PerformanceReport result;
  result.performance = called(name);
  result.measured.observations = std::move(runs);
  result.statistic = statistics::RunStatistic::kMean;
  return result;
}

RelationReport relation(const std::vector<std::string>& names,
                        std::size_t blocks) {
  RelationReport result;
  for (const std::string& one : names) result.performances.insert(called(one));
  result.blocks = blocks;
  return result;
}

json performances(const Figures& figures) {
  return json::parse(figures.json()).at("performances");
}

json rows(const Figures& figures) {
  return json::parse(figures.json()).at("rows");
}

TEST(Figures, HaveRunsBetweenTheLowestAndTheHighest) {
  Report report;
  report.performances = {measured("a", {{1, 3}, {4, 4}, {3, 3}})};
  Figures figures(report);
  figures.add(called("a"));
  const json one = performances(figures).at(0);
  EXPECT_EQ(one.at(2), 6);  // Observations.
  EXPECT_EQ(one.at(3), 3);  // The mean of the medians 2, 4 and 3.
  EXPECT_EQ(one.at(6), 2);
  EXPECT_EQ(one.at(7), 4);
  EXPECT_EQ(one.at(8), "A/g");  // 0, 63 and 31.5 of 63.
}

TEST(Figures, NameArgumentsApartUnlessTheyAreInBrackets) {
  Report report;
  report.performances = {measured("a", {{1}}), measured("a", {{1}})};
  logic::Performance& shared = report.performances[0].performance;
  shared = {"a", "keys", "lists", "", {5.0}};
  logic::Performance& own = report.performances[1].performance;
  own = {"a", "keys", "lists", "", {}};
  set_arguments(own, {5.0}, {7.0});
  Figures figures(report);
  figures.add(shared);
  figures.add(own);
  const json names = json::parse(figures.json()).at("names");
  EXPECT_EQ(names.at(0).at(0), "a[keys, lists]");
  EXPECT_EQ(names.at(1).at(0), "a[keys(5), lists(7)]");
  EXPECT_EQ(performances(figures).at(0).at(1), "(5)");
  EXPECT_EQ(performances(figures).at(1).at(1), "");
}

TEST(Figures, DrawTheFarthestOfManyRuns) {
  statistics::Runs runs(250, statistics::Run({2.0}));
  runs[7] = statistics::Run({1.0});
  runs[249] = statistics::Run({3.0});
  Report report;
  report.performances = {measured("a", std::move(runs))};
  Figures figures(report);
  figures.add(called("a"));
  const json one = performances(figures).at(0);
  const std::string middle(96, 'g');  // 31.5 of 63.
  EXPECT_EQ(one.at(8), "gggA" + middle.substr(1) + '/');
  EXPECT_EQ(one.at(12), 250);
}

// S_1^2 = 2 / 3, S_2^2 = 1: T_1 = 0.8165, T_2^2 = 1 - 2 / 6, and the mean is 3.
TEST(Figures, HaveDeviationsAsFractionsOfTheMean) {
  Report report;
  report.performances = {measured("a", {{1, 3}, {4, 4}, {3, 3}})};
  Figures figures(report);
  figures.add(called("a"));
  const json one = performances(figures).at(0);
  EXPECT_DOUBLE_EQ(one.at(4).get<double>(), 0.2722);
  EXPECT_DOUBLE_EQ(one.at(5).get<double>(), 0.2722);
}

TEST(Figures, HaveNoDeviationsOfRunsOfUnequalLength) {
  Report report;
  report.performances = {measured("a", {{1, 3}, {4}})};
  Figures figures(report);
  figures.add(called("a"));
  EXPECT_TRUE(performances(figures).at(0).at(4).is_null());
  EXPECT_TRUE(performances(figures).at(0).at(5).is_null());
}

TEST(Figures, HaveAHistogramWithoutTheTails) {
  std::vector<double> run(400, 10);
  run[0] = 0;
  run[1] = 20;
  for (std::size_t i = 2; i < 6; ++i) run[i] = i % 2 == 0 ? 9 : 11;
  Report report;
  report.performances = {measured("a", {statistics::Run(run)})};
  Figures figures(report);
  figures.add(called("a"));
  const json one = performances(figures).at(0);
  EXPECT_EQ(one.at(9), 9);
  EXPECT_EQ(one.at(10), 11);
  EXPECT_EQ(one.at(11),
            "B" + std::string(15, 'A') + '/' + std::string(14, 'A') + 'B');
}

TEST(Figures, ShowWhatDoesNotVaryInTheMiddle) {
  Report report;
  report.performances = {measured("a", {{2, 2}, {2, 2}})};
  Figures figures(report);
  figures.add(called("a"));
  EXPECT_EQ(performances(figures).at(0).at(8), "gg");
}

TEST(Figures, NamePerformancesOnceForAllRows) {
  Report report;
  report.performances = {measured("a", {{1, 2}}), measured("b", {{1, 2}}),
                         measured("c", {})};
  Figures figures(report);
  figures.add(relation({"b", "c"}, 1));
  figures.add(relation({"a", "b"}, 1));
  RelationReport moved = relation({}, 0);
  moved.layout.emplace();
  moved.layout->fraction = 0.125;
  figures.add(moved);
  EXPECT_EQ(rows(figures), json::parse("[[0,1,null],[2,0,null],[0.125]]"));
  EXPECT_EQ(performances(figures).at(1), json::parse(R"([1,""])"));
}

TEST(Figures, HaveTheNameOfAllArgumentsOnce) {
  PerformanceReport first = measured("a", {{1, 2}});
  first.performance.arguments = {1.0};
  PerformanceReport second = measured("a", {});
  second.performance.arguments = {"x"};
  PerformanceReport count = measured("a", {});
  count.performance.arguments = {2.0};
  count.metric = workload::Metric::kAllocations;
  Report report;
  report.performances = {first, second, count};
  Figures figures(report);
  for (const PerformanceReport& one : report.performances) {
    figures.add(one.performance);
  }
  EXPECT_EQ(json::parse(figures.json()).at("names"),
            json::parse(R"([["a","ns"],["a",""]])"));
  EXPECT_EQ(performances(figures).at(0).at(1), "(1)");
  EXPECT_EQ(performances(figures).at(1), json::parse(R"x([0,"(\"x\")"])x"));
  EXPECT_EQ(performances(figures).at(2), json::parse(R"x([1,"(2)"])x"));
}

// b was measured with c, and again in more blocks with a.
TEST(Figures, TakeThePerformanceThatWasMeasuredWithTheOther) {
  Report report;
  report.performances = {measured("b", {{1, 2}}), measured("c", {{1, 2}}),
                         measured("a", {{1, 2}, {3, 4}}),
                         measured("b", {{5, 6}, {7, 8}})};
  Figures figures(report);
  figures.add(relation({"a", "b"}, 2));
  figures.add(relation({"b", "c"}, 1));
  const json all = performances(figures);
  EXPECT_EQ(all.at(1).at(3), 6.5);
  EXPECT_EQ(rows(figures), json::parse("[[0,1,null],[2,3,null]]"));
}

}  // namespace
}  // namespace spl::runner
