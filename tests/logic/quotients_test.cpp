#include "spl/logic/quotients.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "parser/print.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/look.hpp"
#include "tests/logic/sample_catalogue.hpp"
#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

using ::testing::HasSubstr;
using Runs = std::vector<double>;

statistics::Sample sample(const Runs& runs) {
  statistics::Runs result;
  for (const double one : runs) result.push_back({one});
  return statistics::Sample(std::move(result));
}

Performance named(const char* name) { return {name, "", "", "", {}}; }

/// geomean(f / g, 2 * h / k) <= limit.
Relation two_quotients(double limit) {
  Relation result =
      relation(LinearForm(named("f")).plus(LinearForm(named("h"))),
               LinearForm(named("g")).plus(LinearForm(named("k"))));
  result.quotients = 2;
  result.limit = limit / std::sqrt(2);
  return result;
}

Experiment experiment(const Runs& f, const Runs& g, const Runs& h,
                      const Runs& k) {
  return {{named("f"), sample(f)},
          {named("g"), sample(g)},
          {named("h"), sample(h)},
          {named("k"), sample(k)}};
}

const Runs kF{101, 103, 99, 104};
const Runs kG{99, 101, 102, 98};
const Runs kH{1e6, 1.02e6, 0.99e6, 1.01e6};
const Runs kK{2.1e6, 2.0e6, 1.9e6, 2.05e6};

TEST(Quotients, AreDecidedAsTheGuardsRatioOfAllIs) {
  Runs twice = kH;
  for (double& one : twice) one *= 2;
  for (const auto& [by, design] :
       {std::pair(Interpretation::kBlocks, statistics::Design::kBlocks),
        std::pair(Interpretation::kRunMeans,
                  statistics::Design::kIndependent)}) {
    DecisionSettings settings;
    settings.interpretation = by;
    const auto expected = statistics::geometric_ratio({{kF, kG}, {twice, kK}},
                                                      design, settings.alpha);
    const Decision found =
        decide(two_quotients(1), experiment(kF, kG, kH, kK), settings);
    EXPECT_NEAR(*found.ratio.estimate, *expected.estimate, 1e-12);
    EXPECT_NEAR(*found.ratio.lower, *expected.lower, 1e-12);
    EXPECT_NEAR(*found.ratio.upper, *expected.upper, 1e-12);
    EXPECT_EQ(found.decided_by, by);
    // The test is that of the interval.
    const auto* test = deciding_test(found);
    ASSERT_NE(test, nullptr);
    EXPECT_NEAR(test->difference, std::log(*expected.estimate), 1e-12);
    EXPECT_NEAR(std::exp(test->difference - *test->threshold), *expected.lower,
                1e-12);
  }
}

TEST(Quotients, AreComparedWithTheirLimit) {
  const auto found = [&](double limit, Sign sign) {
    Relation compared = two_quotients(limit);
    compared.sign = sign;
    const Experiment runs = experiment(kF, kG, kH, kK);
    const Decision decision = decide(compared, runs, {});
    EXPECT_EQ(look(compared, runs, {}, 0.01).finding, decision.finding);
    return decision.strength;
  };
  EXPECT_EQ(found(1, Sign::kLessEqual), Strength::kNotRefuted);
  EXPECT_EQ(found(1.2, Sign::kLess), Strength::kProven);
  EXPECT_EQ(found(0.8, Sign::kLessEqual), Strength::kRefuted);
}

// A slow quotient counts as much as a quick one.
TEST(Quotients, CountAlike) {
  Runs quick = kF;
  for (double& one : quick) one /= 4;
  Runs slow = kH;
  for (double& one : slow) one *= 4;
  const auto estimate = [](const Experiment& runs) {
    return *decide(two_quotients(1), runs, {}).ratio.estimate;
  };
  EXPECT_NEAR(estimate(experiment(quick, kG, slow, kK)),
              estimate(experiment(kF, kG, kH, kK)), 1e-12);
}

TEST(Quotients, HaveAFactorOf2InAllRuns) {
  const auto found = [](const Runs& f, const Runs& h) {
    return twofold(two_quotients(1), experiment(f, {1, 1}, h, {1, 1}),
                   statistics::RunStatistic::kTrimmed);
  };
  EXPECT_EQ(found({1, 4}, {1, 0.25}), Finding::kIndistinct);
  EXPECT_EQ(found({4, 8}, {0.5, 0.25}), Finding::kGreater);
  EXPECT_EQ(found({0.2, 0.4}, {0.5, 0.25}), Finding::kLess);
}

TEST(Quotients, AreOpenWhereTheyHaveNoLogarithm) {
  const auto reason = [](const Runs& f, const Runs& g) {
    const Decision found =
        decide(two_quotients(1), experiment(f, g, kH, kK), {});
    EXPECT_EQ(found.verdict, Verdict::kUndecided);
    EXPECT_NE(deciding_test(found), nullptr);
    return found.reason;
  };
  EXPECT_EQ(reason({0, 1, 1, 1}, kG), "a value is not above 0");
  EXPECT_EQ(reason({1, 1, 1}, {1, 1, 1}), "a value is not above 0");
  EXPECT_EQ(decide(two_quotients(1), experiment({1}, {1}, {1}, {1}), {}).reason,
            "one run says nothing of other runs");
}

TEST(Quotients, AreThoseOfTheValuesThatAreBound) {
  const auto formula =
      expanded("geomean(a(n) / b(i) for n in 1, 2, i in {1, 2}) > 3 * 0.5");
  ASSERT_EQ(formula.relations.size(), 1U);
  const Relation& one = formula.relations.front();
  EXPECT_EQ(one.quotients, 4U);
  EXPECT_EQ(one.limit, 1.5);
  EXPECT_EQ(to_text(one.left, ""), "2 * a(1) + 2 * a(2)");
  EXPECT_EQ(to_text(one.right, ""), "2 * b(1) + 2 * b(2)");
  EXPECT_EQ(parser::to_text(one),
            "geomean(a(n) / b(i) for n in 1, 2, i in {1, 2}) > 3 * 0.5");
}

// f(8) / f(4) and f(4) / f(2) are f(8) / f(2) together.
TEST(Quotients, CancelOut) {
  const auto formula = expanded("geomean(a(2 * n) / a(n) for n in 2, 4) <= 3");
  const Relation& one = formula.relations.front();
  EXPECT_EQ(to_text(one.left, ""), "a(8)");
  EXPECT_EQ(to_text(one.right, ""), "a(2)");
  const auto decided = [](const char* text) {
    const auto same = expanded(text);
    EXPECT_TRUE(same.relations.front().theta.terms().empty());
    return decide(same.relations.front(), {}, {}).strength;
  };
  EXPECT_EQ(decided("geomean(a(n) / a(n) for n in 2, 4) <= 1"),
            Strength::kNotRefuted);
  EXPECT_EQ(decided("geomean(a(n) / a(n) for n in 2, 4) < 1.1"),
            Strength::kProven);
  EXPECT_EQ(decided("geomean(a(n) / a(n) for n in 2, 4) <= 0.9"),
            Strength::kRefuted);
}

TEST(Quotients, StandForAFormulaOfTheirOwn) {
  const auto problem = [](const std::string& text) {
    const auto all = problems_of(text);
    return all.empty() ? "" : all.front();
  };
  EXPECT_EQ(problem("not geomean(a(n) / b(n) for n in 1, 2) > 1"), "");
  const char* const quotient =
      "a geometric mean is of one performance over another, without factors: "
      "geomean(f(n) / g(n) for n in 8, 64) (with n = 1)";
  for (const char* sum :
       {"a(n)", "a(n) / 2", "a(n) * b(n)", "a(n) / b(n) / 2 ns",
        "a(n) / (b(n) + c(n))", "-a(n) / b(n)", "2 * a(n) / b(n)",
        "a(n) / (2 * b(n))", "1 / b(n)"}) {
    EXPECT_EQ(problem(std::string("geomean(") + sum + " for n in 1, 2) <= 1"),
              std::string("1:9: ") + quotient)
        << sum;
  }
  for (const char* limit : {"1 us", "0", "5%", "a(1)", "-1"}) {
    EXPECT_THAT(
        problem(std::string("geomean(a(n) / b(n) for n in 1, 2) <= ") + limit),
        HasSubstr("a geometric mean of quotients is compared with a plain "
                  "number above 0, like 1.01"))
        << limit;
  }
  for (const char* text :
       {"for k in 1, 2: geomean(a(n) / b(k) for n in 1, 2) <= 1",
        "geomean(a(i) / b(n) for n in 1, 2) <= 1"}) {
    EXPECT_THAT(problem(text),
                HasSubstr("geomean is not used inside \"for\" or "
                          "\"exists\", and all its variables are bound in its "
                          "parentheses (with "))
        << text;
  }
}

}  // namespace
}  // namespace spl::logic
