// spl-run --data: whole outputs, and the numbers of the test vectors.

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string known(const std::string& name) {
  return std::string(SPL_TEST_DATA) + "/given/" + name;
}

class GivenReport : public ::testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--data", known("known_answers.json")});
    return world_.run(arguments);
  }

  /// The first relation of the report.
  json relation(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "-"});
    (void)run(arguments);
    return json::parse(world_.out)["formulas"][0]["relations"][0];
  }

  SampleWorld world_{means({})};
};

TEST_F(GivenReport, IsOfWhatDidNotFail) {
  const TemporaryFolder folder;
  std::vector<std::string> data;
  for (const std::string run : {"0", "1", "2"}) {
    std::string report = R"({ "benchmarks": [
        { "name": "c", "error_occurred": true, "error_message": "no device",
          "real_time": 0, "time_unit": "ns" })";
    for (const std::string benchmark :
         {R"("a", "real_time": 10.)", R"("b", "real_time": 20.)"}) {
      report.append(R"(, { "name": )").append(benchmark).append(run);
      report.append(R"(, "time_unit": "ns" })");
    }
    data.insert(data.end(),
                {"--data", folder.write(run + ".json", report + "] }")});
  }
  const auto evaluate = [&](const std::string& formula) {
    std::vector<std::string> arguments = data;
    arguments.insert(arguments.end(), {"-e", formula});
    return world_.run(arguments);
  };
  EXPECT_EQ(evaluate("a < b or c < b"), 0);
  EXPECT_THAT(world_.out, HasSubstr("      proven: ratio "));
  EXPECT_EQ(evaluate("a < b and c < b"), 3);
  EXPECT_THAT(world_.out, HasSubstr("      proven: ratio "));
  EXPECT_THAT(world_.out, HasSubstr("no device"));
}

// A performance that failed decides no other's statistic.
TEST_F(GivenReport, IsDecidedBesideAFailureAsWithoutIt) {
  const TemporaryFolder folder;
  std::vector<std::string> data;
  for (int run = 0; run < 5; ++run) {
    json rows{{{"name", "c"}, {"error_occurred", true}}};
    for (int i = 0; i < 6; ++i) {
      const double noise = 0.01 * ((7 * run + 3 * i) % 5);
      rows.push_back(
          {{"name", "a"}, {"real_time", 10 + noise}, {"time_unit", "ns"}});
      rows.push_back(
          {{"name", "b"}, {"real_time", 20 - noise}, {"time_unit", "ns"}});
    }
    data.insert(data.end(),
                {"--data", folder.write(std::to_string(run) + ".json",
                                        json{{"benchmarks", rows}}.dump())});
  }
  const auto first = [&](const std::string& formula) {
    std::vector<std::string> arguments = data;
    arguments.insert(arguments.end(), {"-e", formula, "--json", "-"});
    (void)world_.run(arguments);
    return json::parse(world_.out)["formulas"][0]["relations"][0];
  };
  for (const std::string relation : {"a < b", "a <= b", "b > a"}) {
    const json alone = first(relation);
    for (const std::string other : {" or c < b", " and c < 1 us"}) {
      const json beside = first(relation + other);
      EXPECT_EQ(beside["verdict"], alone["verdict"]) << relation << other;
      EXPECT_EQ(beside["ratio"]["method"], alone["ratio"]["method"]);
      EXPECT_EQ(beside["ratio"]["estimate"], alone["ratio"]["estimate"]);
    }
  }
}

/// Options for reports of one benchmark, `a`, each with so many repetitions.
std::vector<std::string> reports_of(
    const TemporaryFolder& folder, int count,
    const std::function<std::string(double)>& report) {
  std::vector<std::string> result;
  for (int i = 0; i < count; ++i) {
    result.insert(result.end(),
                  {"--data", folder.write("r" + std::to_string(i),
                                          report(100 + 0.1 * i))});
  }
  return result;
}

// A mean hides the calls that it is of.
TEST_F(GivenReport, HasNoQuantilesOfCallsInMeansOfMany) {
  const TemporaryFolder folder;
  const auto google_benchmark = [](double time) {
    json rows;
    for (int i = 0; i < 20; ++i) {
      rows.push_back({{"name", "a"},
                      {"iterations", 5000},
                      {"real_time", time + i % 3},
                      {"time_unit", "ns"}});
    }
    return json{{"benchmarks", rows}}.dump();
  };
  const auto nanobench = [](double time) {
    json epochs;
    for (int i = 0; i < 20; ++i) {
      epochs.push_back(
          {{"iterations", 700}, {"elapsed", (time + i % 3) * 1e-9}});
    }
    return json{{"results", {{{"name", "a"}, {"measurements", epochs}}}}}
        .dump();
  };
  const auto catch2 = [](double time) {
    return "<Catch2TestRun><BenchmarkResults name=\"a\" samples=\"1\" "
           "iterations=\"40\"><mean value=\"" +
           std::to_string(time) + "\"/></BenchmarkResults></Catch2TestRun>";
  };
  for (const std::function<std::string(double)>& report :
       {std::function<std::string(double)>(google_benchmark),
        std::function<std::string(double)>(nanobench),
        std::function<std::string(double)>(catch2)}) {
    const auto data = reports_of(folder, 4, report);
    for (const std::string formula :
         {"p90(a) <= 1 s", "p50(a) < 1 s", "quantile(a, 0.9) >= 1 s"}) {
      std::vector<std::string> arguments = data;
      arguments.insert(arguments.end(), {"-e", formula});
      EXPECT_EQ(world_.run(arguments), 3) << formula;
      EXPECT_THAT(world_.out, HasSubstr("an observation of a is a mean of "));
    }
    std::vector<std::string> arguments = data;
    arguments.insert(arguments.end(), {"-e", "mean(a) <= 1 us"});
    EXPECT_EQ(world_.run(arguments), 0);
  }
}

// Mean, deviation and number are all that Welch's test needs.
TEST_F(GivenReport, IsDecidedByMeansAndDeviations) {
  const TemporaryFolder folder;
  const auto benchmark = [](const std::string& name, double mean) {
    return "<BenchmarkResults name=\"" + name +
           "\" samples=\"100\" iterations=\"9\"><mean value=\"" +
           std::to_string(mean) +
           "\"/><standardDeviation value=\"2\"/></BenchmarkResults>";
  };
  const std::string path = folder.write(
      "x.xml", "<Catch2TestRun>" + benchmark("a", 20) + benchmark("b", 21) +
                   benchmark("c", 20.2) + "</Catch2TestRun>");
  const auto relation_of = [&](const std::string& formula) {
    (void)world_.run({"--data", path, "-e", formula, "-s",
                      "interpretation=welch", "--json", "-"});
    return json::parse(world_.out)["formulas"][0]["relations"][0];
  };
  // (20 - 21) / sqrt(2 * 4 / 100)
  const json proven = relation_of("a < b");
  EXPECT_EQ(proven["verdict"], "holds");
  const json& welch = proven["interpretations"]["welch"];
  EXPECT_NEAR(welch["statistic"].get<double>(), -3.5355339, 1e-6);
  EXPECT_NEAR(welch["df"].get<double>(), 198, 1e-6);
  EXPECT_EQ(relation_of("b <= a")["verdict"], "violated");
  EXPECT_NE(relation_of("c <= a")["verdict"], "violated");
  EXPECT_EQ(world_.run({"--data", path, "-e", "a < b"}), 4);
  EXPECT_EQ(
      world_.run({"--data", path, "-e", "a < b", "-s", "statistic=median"}), 3);
  EXPECT_THAT(world_.out, HasSubstr("only mean and deviation of a are in"));
}

/// A data file of 24 runs of a and b: a is longer by `more` and by a wave of 2
/// %, which makes that many turns in all runs together.
std::string waves(double more, int turns) {
  json a = json::array();
  json b = json::array();
  for (int i = 0; i < 24; ++i) {
    const int place = i * turns % 24;
    a.push_back({100 + more + 2 * std::sin(place * 6.283185307 / 24)});
    b.push_back({100});
  }
  return json{{"schema", 1},
              {"unit", "ns"},
              {"performances", {{"a", {{"runs", a}}}, {"b", {{"runs", b}}}}}}
      .dump();
}

TEST_F(GivenReport, IsUndecidedWhereRunsThatAreAlikeMayExplainADifference) {
  const TemporaryFolder folder;
  const auto evaluate = [&](double more, int turns) {
    const std::string data = folder.write("data.json", waves(more, turns));
    return world_.run({"--data", data, "-e", "a <= b"});
  };
  EXPECT_EQ(evaluate(1, 1), 4);
  EXPECT_THAT(world_.out,
              HasSubstr("      undecided: its runs resemble their "
                        "neighbours (correlation 1), as if something changed "
                        "slowly, and with so few that count the difference may "
                        "be chance: make the runs of both sides in turns, or "
                        "many more"));
  EXPECT_EQ(evaluate(50, 1), 1);  // Too clear.
  EXPECT_EQ(evaluate(1, 7), 1);
  // So few runs do not show whether they are alike.
  EXPECT_EQ(evaluate(1, 5), 4);
  EXPECT_THAT(world_.out, HasSubstr("its runs may resemble their neighbours "
                                    "(correlation 0.3, up to 0.64), as if"));
  EXPECT_EQ(evaluate(4, 5), 1);
}

TEST_F(GivenReport, DecidesEachRelationByWhatIsGivenForIt) {
  json calls = json::array();
  json single = json::array();
  for (int i = 0; i < 30; ++i) {
    calls.push_back({100 + i % 3, 101 + i % 5, 100 + i % 7});
    single.push_back({100 + i % 4});
  }
  const TemporaryFolder folder;
  const json data{
      {"schema", 1},
      {"unit", "ns"},
      {"performances", {{"a", {{"runs", calls}}}, {"b", {{"runs", single}}}}}};
  EXPECT_EQ(world_.run({"--data", folder.write("data.json", data.dump()), "-e",
                        "a <= 150 ns and b <= 150 ns"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("    a <= 150 ns  102 ns"));
  EXPECT_THAT(world_.out, HasSubstr("\n      not refuted: typical calls "));
  EXPECT_THAT(world_.out, HasSubstr("    b <= 150 ns  101 ns"));
  EXPECT_THAT(world_.out, HasSubstr("\n      proven: mean of all calls: "));
}

struct Vector {
  std::string formula;
  std::string alpha;
  std::string interpretation;
  double difference, statistic, df, critical, p_greater;
  std::string verdict;
};

// Sections 4.1, 4.2 and 4.4 of the vectors.
TEST_F(GivenReport, HasTheTestsOfTheVectors) {
  const Vector rows[] = {
      {"A <= B", "0.01", "welch", 1.86832, 4.76615835382, 36.6686033861,
       2.43243786479, 1.47569353695e-05, "violated"},
      {"A <= 1.02 * B", "0.01", "welch", -0.1485063, -0.375785693468,
       36.9155526078, 2.43169803392, 0.645386442222, "holds"},
      {"C <= D", "0.05", "welch", 1.225, 2.85596186223, 18.1466039871,
       1.73330497217, 0.00521822391982, "violated"},
      {"E <= F", "0.05", "welch", 0.930555555556, 2.6562008114, 15.4122361666,
       1.74997642745, 0.00882943648671, "violated"},
      {"A <= B", "0.01", "run_means", 1.86832, 2.12247222983, 5.70349281514,
       3.19815389864, 0.0402045463361, "holds"},
      {"A <= 1.02 * B", "0.01", "run_means", -0.1485063, -0.167407731291,
       5.74853608395, 3.18925216576, 0.563608875981, "holds"},
      {"C <= D", "0.05", "run_means", 1.225, 1.52217737845, 2.59650082598,
       2.51021037367, 0.119436493618, "holds"},
      {"E <= F", "0.05", "run_means", 0.930555555556, 3.02675147473,
       3.86379363061, 2.15362384304, 0.0203453758517, "violated"},
      {"A <= B", "0.01", "blocks", 1.86832, 12.2783957483, 3, 4.54070285857,
       0.000581756612378, "violated"},
      {"A <= 1.02 * B", "0.01", "blocks", -0.1485063, -1.04481102612, 3,
       4.54070285857, 0.813557517919, "holds"},
      {"E <= F", "0.05", "blocks", 0.930555555556, 6.3309049229, 2,
       2.91998558035, 0.0120266692041, "violated"},
      {"A - 0.5 * B - 4 * D <= 1.5 ns", "0.05", "welch", 4.1889775,
       4.52368428963, 18.0739570174, 1.73367928142, 0.000130219015073,
       "violated"},
      {"A - 0.6 * B <= 41 ns", "0.05", "blocks", 1.204846, 3.31102776672, 3,
       2.35336343480, 0.0226786322395, "violated"},
      {"A <= 102 ns", "0.05", "blocks", 0.709635, 1.02882249704, 3,
       2.35336343480, 0.189627561616, "holds"},
  };
  for (const Vector& row : rows) {
    SCOPED_TRACE(row.formula + " by " + row.interpretation);
    const json found = relation({"-e", row.formula, "-s", "alpha=" + row.alpha,
                                 "-s", "interpretation=" + row.interpretation});
    EXPECT_EQ(found["verdict"], row.verdict);
    EXPECT_EQ(found["decided_by"], row.interpretation);
    EXPECT_EQ(found["stopped"], "data");
    const json& test = found["interpretations"][row.interpretation];
    // A mean near 1e9 in a double limits E and F.
    const double tolerance = row.formula == "E <= F" ? 1e-6 : 1e-9;
    const auto near = [&](const char* key, double value) {
      EXPECT_NEAR(test[key].get<double>(), value,
                  tolerance * std::max(1.0, std::abs(value)))
          << key;
    };
    near("difference", row.difference);
    near("statistic", row.statistic);
    near("df", row.df);
    near("critical", row.critical);
    near("p_greater", row.p_greater);
  }
}

// An increase of 0.5 % is ruled out, where 0.9 % would be found for certain.
TEST_F(GivenReport, NeedsNoMoreBlocksForWhatIsRuledOut) {
  const json found = relation(
      {"-e", "A <= 1.02 * B", "-s", "alpha=0.01", "-s", "resolution=0.6%"});
  EXPECT_EQ(found["verdict"], "holds");
  EXPECT_LT(found["hidden"], 0.006);
  EXPECT_GT(found["detectable"], 0.006);
  EXPECT_TRUE(found["blocks_needed"].is_null());
  EXPECT_GT(relation({"-e", "A <= 1.02 * B", "-s", "alpha=0.01", "-s",
                      "resolution=0.4%"})["blocks_needed"],
            4);
}

// Section 4.3.
TEST_F(GivenReport, HasDefinition48OfTheVectors) {
  struct Row {
    std::string formula;
    std::string alpha;
    double threshold;
    std::string verdict;
  };
  for (const Row& row : {
           Row{"A <= B", "0.01", 2.09634810484, "holds"},
           Row{"A <= 1.02 * B", "0.01", 2.11280721602, "holds"},
           Row{"C <= D", "0.05", 1.39794499346, "holds"},
           Row{"E <= F", "0.05", 0.783093634347, "violated"},
       }) {
    const json found = relation({"-e", row.formula, "-s", "alpha=" + row.alpha,
                                 "-s", "interpretation=parametric"});
    EXPECT_EQ(found["verdict"], row.verdict) << row.formula;
    EXPECT_NEAR(
        found["interpretations"]["parametric"]["threshold"].get<double>(),
        row.threshold, 1e-7)
        << row.formula;
  }
}

// Section 4.5: quantiles by inversion, and of the exact discrete laws.
TEST_F(GivenReport, HasDefinition410OfTheVectors) {
  struct Row {
    std::string formula;
    double lower, upper, tolerance;
    std::string verdict;
  };
  for (const Row& row : {
           Row{"A <= B", -1.288059, 1.288893, 2e-4, "violated"},
           Row{"C <= D", -1.09166666667, 1.20625, 0.03, "violated"},
           Row{"T1 <= T2", -2.125, 2.25, 0.03, "holds"},
       }) {
    const json found = relation({"-e", row.formula, "-s", "alpha=0.05", "-s",
                                 "interpretation=nonparametric"});
    EXPECT_EQ(found["verdict"], row.verdict) << row.formula;
    const json& test = found["interpretations"]["nonparametric"];
    EXPECT_NEAR(test["lower"].get<double>(), row.lower, row.tolerance);
    EXPECT_NEAR(test["upper"].get<double>(), row.upper, row.tolerance);
    // Its own interval, which agrees with it.
    const double upper = found["ratio"]["upper"].get<double>();
    const double lower = found["ratio"]["lower"].get<double>();
    EXPECT_LT(lower, upper);
    EXPECT_EQ(lower > 1, row.verdict == "violated");
    EXPECT_EQ(found["ratio"]["method"], "inversion of nonparametric");
  }
}

// Section 5, A as runs and observations.
TEST_F(GivenReport, HasTheLevelsOfTheVectors) {
  (void)run({"-e", "A <= B", "-s", "alpha=0.025", "--json", "-"});
  const json levels = json::parse(world_.out)["performances"][0]["levels"];
  EXPECT_NEAR(levels["S2"][0].get<double>(), 0.38832832425, 1e-10);
  EXPECT_NEAR(levels["S2"][1].get<double>(), 1.90304536517, 1e-10);
  EXPECT_NEAR(levels["T2"][1].get<double>(), 1.82537970032, 1e-10);
  EXPECT_EQ(levels["r"], json({5, 4}));
  EXPECT_NEAR(levels["mean_interval"]["upper"].get<double>(),
              102.709635 + 2.19510682392, 1e-9);
  // Kalibera, Bulej and Tuma 2005, eq 5, and for small samples.
  EXPECT_NEAR(levels["summed_interval"]["upper"].get<double>(),
              102.709635 + 1.37920446794, 1e-9);
  EXPECT_NEAR(levels["summed_student_interval"]["lower"].get<double>(),
              102.709635 - 1.49175336044, 1e-9);
  EXPECT_EQ(levels["optimum"], nullptr);  // No costs.
}

// Section 5: K3, by eqs 17, 21 and 23 of 2006, and A by eq 8 of 2005.
TEST_F(GivenReport, HasTheOptimaOfTheVectors) {
  TemporaryFolder folder;
  const std::string k3 = R"({ "costs": [10, 300], "runs":
    [[[9, 5], [8, 3]], [[10, 6], [7, 11]], [[1, 12], [2, 4]]] })";
  const std::string a = R"({ "costs": [40], "runs": [
    [102.1037, 101.4412, 103.0291, 102.6183, 101.9054],
    [104.2218, 103.8146, 105.1379, 104.4061, 103.5527],
    [101.0463, 100.2285, 101.7391, 100.9148, 101.3072],
    [103.3329, 102.5016, 103.9435, 104.1287, 102.8193]] })";
  const std::string path = folder.write(
      "levels.json", R"({ "schema": 1, "unit": "1", "performances": {
        "A": )" + a + R"(, "K": )" +
                         k3 + R"(, "L": )" + k3 + R"(, "M": )" + k3 +
                         R"(, "N": )" + k3 + " } }");
  (void)world_.run({"-e", "K + L <= M + N", "-e", "A < 200", "-s",
                    "alpha=0.025", "--data", path, "--json", "-"});
  const json performances = json::parse(world_.out)["performances"];
  ASSERT_EQ(performances.size(), 5U);
  EXPECT_NEAR(performances[0]["levels"]["optimum"]["observed_counts"][0],
              2.85696525932, 1e-10);
  const json levels = performances[1]["levels"];
  EXPECT_NEAR(levels["summed_interval"]["upper"].get<double>(),
              6.5 + 3.39082580867, 1e-9);
  const json& optimum = levels["optimum"];
  EXPECT_NEAR(optimum["observed_counts"][0], 7.99193141499, 1e-10);
  EXPECT_NEAR(optimum["observed_counts"][1], 4.66415972764, 1e-10);
  EXPECT_NEAR(optimum["shared_counts"][1], 2.33207986382, 1e-10);
  EXPECT_EQ(optimum["sharing"], 4);
}

std::string ten_runs(double mean) {
  std::string text = "[";
  for (int i = 0; i < 10; ++i) {
    const double run = mean * (1 + 0.01 * (i - 4.5));
    text += (i == 0 ? "[" : ", [") + std::to_string(run * 0.999) + ", " +
            std::to_string(run * 1.001) + "]";
  }
  return text + "]";
}

// A single run of each; what a similar one teaches is scaled to its mean.
TEST_F(GivenReport, LearnsFromOtherPerformances) {
  TemporaryFolder folder;
  const auto judge = [&](const std::string& m) {
    const std::string path = folder.write(
        "learn.json", R"({ "schema": 1, "unit": "1", "performances": {
          "M": { "runs": [[)" +
                          m +
                          R"(]], "learn": ["T"] },
          "N": { "runs": [[100, 100]], "learn": ["T"] },
          "T": { "runs": )" +
                          ten_runs(5000) + " } } }");
    return world_.run(
        {"-e", "M <= N", "-s", "interpretation=nonparametric", "--data", path});
  };
  EXPECT_EQ(judge("103, 103"), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("learned: M from 10 runs of T, scaled to its mean\n"
                        "learned: N from 10 runs of T, scaled to its mean\n"));
  EXPECT_EQ(judge("120, 120"), 1);
}

// Sections 6 and 7; bootstrap within five standard errors, impact factor
// within 5 s/100.
TEST_F(GivenReport, HasTheIntervalsOfTheVectors) {
  const json found =
      relation({"-e", "A <= B", "-s", "alpha=0.025", "-s", "statistic=mean",
                "-s", "all-intervals"})["intervals"];
  const auto expect = [&](const char* name, double lower, double upper,
                          double tolerance) {
    EXPECT_NEAR(found[name]["lower"].get<double>(), lower, tolerance) << name;
    EXPECT_NEAR(found[name]["upper"].get<double>(), upper, tolerance) << name;
    EXPECT_EQ(found[name]["level"], 0.95);
  };
  expect("fieller", 0.990845242497, 1.04681639816, 1e-10);
  expect("fieller_satterthwaite", 0.99696162237, 1.04045964619, 1e-10);
  expect("inversion", 0.996914487517, 1.04041554534, 1e-10);
  expect("bootstrap", 1.00342, 1.033854, 5 * 0.02 / std::sqrt(1000));
  const json factor =
      json::parse(world_.out)["performances"][0]["impact_factor"];
  EXPECT_NEAR(factor["original"].get<double>(), 2.367, 5 * 1.5 / 100);
  EXPECT_NEAR(factor["transformed"].get<double>(), 0.849, 5 * 0.65 / 100);
}

TEST_F(GivenReport, HasIntervalsWithReasonsForThoseRefused) {
  const json cd = relation({"-e", "2 * C <= D", "-s", "alpha=0.025", "-s",
                            "all-intervals"})["intervals"];
  EXPECT_EQ(cd["fieller"]["lower"], nullptr);
  EXPECT_EQ(cd["fieller"]["refusal"],
            "Fieller's interval as published needs as many items of the "
            "highest level on both sides");
  EXPECT_NEAR(cd["fieller_satterthwaite"]["upper"].get<double>(),
              2 * 1.34962330461, 1e-9);
  EXPECT_NEAR(cd["inversion"]["lower"].get<double>(), 2 * 0.857842202051, 1e-9);
  // Too narrow with few runs.
  EXPECT_GT(cd["bootstrap"]["lower"].get<double>(),
            cd["inversion"]["lower"].get<double>());
  EXPECT_LT(cd["bootstrap"]["upper"].get<double>(),
            cd["inversion"]["upper"].get<double>());
  EXPECT_EQ(relation({"-e", "A + B <= C"})["intervals"], nullptr);
  EXPECT_EQ(relation({"-e", "A <= B"})["intervals"]["bootstrap"], nullptr);
}

TEST_F(GivenReport, TellsWhatWasFound) {
  EXPECT_EQ(
      run({"-e", "A <= 1.02 * B", "-e", "C <= D", "-s", "statistic=mean"}), 0);
  const std::string path = known("known_answers.json");
  EXPECT_EQ(world_.err, "");
  EXPECT_THAT(world_.out,
              HasSubstr("<formula 1>: holds: A <= 1.02 * B\n    102.7 ns  "
                        "1.9% longer than  100.8 ns  "));
  EXPECT_THAT(world_.out, HasSubstr("<formula 2>: holds, weak: C <= D\n"));
  EXPECT_THAT(
      world_.out,
      HasSubstr("other interpretations disagree: welch finds greater\n"));
  EXPECT_THAT(world_.out, HasSubstr("2 formulas hold, 1 of them weakly, "
                                    "observations of " +
                                    path + '.'));
}

TEST_F(GivenReport, IsUndecidedWithTooFewRuns) {
  TemporaryFolder folder;
  const std::string path = folder.write("one.json", R"({ "schema": 1,
    "unit": "1", "performances": { "M": { "runs": [[1, 2, 3]] },
                                   "N": { "runs": [[2, 3], [3, 4]] } } })");
  EXPECT_EQ(world_.run({"-e", "M <= N + 1", "--data", path}), 4);
  EXPECT_THAT(world_.out, HasSubstr("undecided: M <= N + 1\n"
                                    "  ? 2  perhaps 50% fewer than  4\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("\n        one side is one run, which says nothing of "
                        "other processes and layouts; give two reports or more "
                        "a side, each with its own --data, or ask for -s "
                        "interpretation=welch\n"));
}

TEST_F(GivenReport, ListsAndChecks) {
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_EQ(world_.out, "  A\n  B\n  C\n  D\n  E\n  F\n  T1\n  T2\n");
  EXPECT_EQ(run({"check", "-e", "A < B"}), 0);
  EXPECT_EQ(world_.out, "1 formula with 1 relation: no errors\n");
}

TEST_F(GivenReport, RefusesWhatTheFileLacks) {
  EXPECT_EQ(run({"-e", "A <= B(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:6: error: there are no observations of B with 1 "
            "argument\n"
            "1 | A <= B(1)\n"
            "  |      ^\n"
            "note: " +
                known("known_answers.json") +
                " holds A, B, C, D, E, F, T1, T2\n");
  EXPECT_EQ(run({"-e", "A <= G"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("there is no method or workload \"G\""));
  EXPECT_THAT(world_.err, HasSubstr("\nnote: " + known("known_answers.json") +
                                    " holds A, B, "));
  EXPECT_EQ(run({"-e", "A <= "}), 2);
  EXPECT_THAT(world_.err, Not(HasSubstr("note: ")));
  EXPECT_EQ(world_.run({"-e", "A < B", "--data", "absent.json"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: cannot read absent.json: No such file or "
            "directory\n");
}

TEST_F(GivenReport, TakesGoogleBenchmark) {
  EXPECT_EQ(
      world_.run({"-e", "\"BM_Sort/1000\"() < \"BM_Merge/1000\"()", "--data",
                  known("google_benchmark_1.json"), "--data",
                  known("google_benchmark_2.json"), "--data",
                  known("google_benchmark_3.json"), "-s", "statistic=mean"}),
      0);
  EXPECT_THAT(world_.out, HasSubstr("proven: ratio 0.8449 ("));
}

TEST_F(GivenReport, RefusesWhatWouldBeMeasured) {
  EXPECT_EQ(run({"-e", "A < B", "-p", "sample"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: sample is named (-p), but would not be measured: "
            "--data gives the observations; leave out -p\n");
  for (const std::string option : {"--rev", "--baseline"}) {
    EXPECT_EQ(run({"-e", "A < B", option, "v1"}), 2);
    EXPECT_EQ(world_.err, "spl-run: error: " + option +
                              " names a revision to be measured, but --data "
                              "gives the observations; leave out one of "
                              "them\n");
  }
  for (const std::string option : {"--runs", "-s layouts", "-s max-runs"}) {
    const std::string name = option.substr(option.starts_with("--") ? 2 : 3);
    EXPECT_EQ(run({"-e", "A < B", "-s", name + "=20"}), 2);
    EXPECT_EQ(world_.err, "spl-run: error: " + option +
                              " says how to measure, but --data gives the "
                              "observations; leave out one of them\n");
  }
  // What a project measures otherwise does not matter.
  world_.environment["SPL_REV"] = "v1";
  EXPECT_EQ(run({"-e", "A <= 1.02 * B"}), 0);
}

TEST_F(GivenReport, RefusesMetricsThatAreNotTold) {
  EXPECT_EQ(run({"-e", "A < B", "--metric", "cpu"}), 2);
  EXPECT_EQ(world_.err, "spl-run: error: --metric chooses what is measured; " +
                            known("known_answers.json") +
                            " was measured before, and its \"unit\" names the "
                            "metric: remove --metric\n");
  // What a project measures otherwise does not matter.
  world_.environment["SPL_METRIC"] = "cpu";
  EXPECT_EQ(run({"-e", "A <= 1.02 * B"}), 0);
}

// A median below 0 has no observations beyond its 1.5-fold.
TEST_F(GivenReport, WarnsOfSlowObservationsOfTimesOnly) {
  TemporaryFolder folder;
  const std::string path = folder.write("slow.json", R"({ "schema": 1,
    "unit": "ns", "performances": {
      "M": { "runs": [[-5, -4, -6], [-5, -4, -7]] },
      "N": { "runs": [[0, 0, 9], [0, 0, 8]] },
      "O": { "runs": [[4, 4, 9], [4, 4, 8]] } } })");
  (void)world_.run({"-e", "M <= N", "-e", "N <= O", "--data", path});
  EXPECT_THAT(world_.out, HasSubstr("O: 33 % of the observations took more "
                                    "than 1.5 times the median of their run"));
  EXPECT_THAT(world_.out, Not(HasSubstr("warning: M: ")));
  EXPECT_THAT(world_.out, Not(HasSubstr("warning: N: ")));
}

// 30 runs that show no slow one are no proof: 5 % of them at twice the time
// would move the mean to the limit, and stay unseen in a fifth of such data.
TEST_F(GivenReport, IsDecidedAsWhatIsMeasuredIfItHasRunsAndCalls) {
  TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& second) {
    std::string runs;
    for (int i = 0; i < 30; ++i) {
      runs += (i == 0 ? "[" : ", [") + std::to_string(99 + i % 3) + second;
    }
    return folder.write(name, R"({ "schema": 1, "unit": "ns",
      "performances": { "a": { "runs": [)" +
                                  runs + "] } } }");
  };
  const std::string calls = file("calls.json", ", 100]");
  const std::string means = file("means.json", "]");
  EXPECT_EQ(world_.run({"-e", "a < 105 ns", "--data", calls}), 4);
  EXPECT_EQ(
      world_.run({"-e", "a < 105 ns", "--data", calls, "-s", "statistic=mean"}),
      0);
  EXPECT_EQ(world_.run({"-e", "a < 105 ns", "--data", means}), 0);
}

// What a formula does not mention is not its business.
TEST_F(GivenReport, IsDecidedByThePerformancesOfTheFormulaAlone) {
  TemporaryFolder folder;
  std::string runs;
  for (int i = 0; i < 30; ++i) {
    runs += (i == 0 ? "[" : ", [") + std::to_string(99 + i % 3) + ", 100]";
  }
  const auto file = [&](const std::string& other) {
    return folder.write("data.json", R"({ "schema": 1, "unit": "ns",
      "performances": { "a": { "runs": [)" +
                                         runs + "] }" + other + " } }");
  };
  EXPECT_EQ(world_.run({"-e", "a < 105 ns", "--data", file("")}), 4);
  const std::string with_other =
      file(R"(, "z": { "runs": [[5], [5.01], [5.02], [5], [5.01]] })");
  EXPECT_EQ(world_.run({"-e", "a < 105 ns", "--data", with_other}), 4);
  EXPECT_EQ(
      world_.run({"-e", "a < 105 ns", "-e", "z < 9 ns", "--data", with_other}),
      4);
  EXPECT_THAT(world_.out, HasSubstr("<formula 2>: holds: z < 9 ns\n"));
  EXPECT_EQ(world_.run({"-e", "a < 25 * z", "--data", with_other}), 0);
}

TEST_F(GivenReport, SaysHowManyRunsAProofTakes) {
  TemporaryFolder folder;
  std::string fast;
  std::string slow;
  for (int i = 0; i < 20; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    fast += comma + '[' + std::to_string(89 + i % 3) + ", 90]";
    slow += comma + '[' + std::to_string(99 + i % 3) + ", 100]";
  }
  const std::string data = folder.write("data.json", R"({ "schema": 1,
      "unit": "ns", "performances": { "a": { "runs": [)" +
                                                         fast +
                                                         R"(] },
      "b": { "runs": [)" + slow + "] } } }");
  EXPECT_EQ(world_.run({"-e", "a < b", "--data", data}), 4);
  EXPECT_THAT(world_.out, HasSubstr("        a proof takes 40 runs\n"));
}

TEST_F(GivenReport, SaysThatRunsAreTooFewToRefute) {
  TemporaryFolder folder;
  const std::string data = folder.write("data.json", R"({ "schema": 1,
      "unit": "ns", "performances": {
        "a": { "runs": [[4.1, 4.2], [4.3, 4.2], [4.1, 4.4]] } } })");
  EXPECT_EQ(world_.run({"-e", "a <= 3 ns", "--data", data}), 4);
  EXPECT_THAT(world_.out, HasSubstr("        3 runs are too few to be sure\n"));
}

TEST_F(GivenReport, IsUndecidedWhereVariancesUnderflow) {
  TemporaryFolder folder;
  const std::string path = folder.write("tiny.json", R"({ "schema": 1,
    "unit": "ns", "performances": {
      "A": { "runs": [[1e-320, 2e-320], [1e-320, 5e-320]] },
      "B": { "runs": [[1e-300, 1.2e-300], [1.1e-308, 1.5e-308]] } } })");
  EXPECT_EQ(world_.run({"-e", "A <= B", "--data", path}), 4);
  EXPECT_THAT(world_.out,
              HasSubstr("undecided: The observations differ by so little "
                        "(below 1e-145) that their variance cannot be "
                        "computed"));
}

TEST_F(GivenReport, CountsWhatIsGivenOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.write("once.json", R"({ "schema": 1,
    "unit": "ns", "performances": { "a": { "runs": [[10]] },
                                    "b": { "runs": [[12, 12]] } } })");
  (void)world_.run({"--data", path, "-v", "-e", "a <= b"});
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "\n  a: median 10 ns (10 ns .. 10 ns at 10 % and 90 %), 1 run, 1 "
          "observation\n"
          "  b: median 12 ns (12 ns .. 12 ns at 10 % and 90 %), 1 run, 2 "
          "observations\n"));
}

TEST_F(GivenReport, TakesTheStatisticThatIsAskedFor) {
  const auto statistic = [&] {
    return json::parse(world_.out)["settings"]["statistic"];
  };
  (void)run({"-e", "A < B", "--json", "-"});
  EXPECT_EQ(statistic(), "mean");
  (void)run({"-e", "A < B", "--json", "-", "-s", "statistic=median"});
  EXPECT_EQ(statistic(), "median");
  world_.environment = {{"SPL_STATISTIC", "typical"}};
  (void)run({"-e", "A < B", "--json", "-"});
  EXPECT_EQ(statistic(), "typical");
}

}  // namespace
}  // namespace spl::runner
