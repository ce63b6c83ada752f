#include "runner/given/data_file.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A report of two runs, from which tests take what they break.
class RunReport : public GivenText {
 protected:
  RunReport()
      : report_(json::parse(
            read_file(std::string(SPL_TEST_DATA) + "/observations.json"))) {
    report_.update(
        {{"version", "0.1.0"},
         {"schema", 1},
         {"context",
          {{"host", "h"}, {"processors", 2}, {"time", "2026-10-05T08:00:00Z"}}},
         {"settings", {{"builds", nullptr}}},
         {"errors", json::array()},
         {"warning_details",
          {{{"subject", ""}, {"files", json::array()}},
           {{"subject", "a(1)"}, {"files", json::array()}},
           {{"subject", ""}, {"files", json::array()}},
           {{"subject", ""}, {"files", json::array()}}}},
         {"formulas",
          {{{"relations",
             {{{"text", "a(1) <= b(1)"},
               {"stopped", "runs"},
               {"reason", ""}}}}}}}});
  }

  [[nodiscard]] GivenObservations read(
      std::optional<workload::Metric> metric = std::nullopt) {
    return read_observations({folder_.write("x", report_.dump())}, metric);
  }
  std::string message() {
    try {
      (void)read();
    } catch (const DataError& error) {
      return without_folder(error.what());
    }
    return "no error";
  }

  json& first() { return report_["performances"][0]; }

  json report_;
};

TEST_F(RunReport, KnowsTheArgumentsOfGeneratorAndFactory) {
  first()["generator"] = "keys";
  first()["factory"] = "lists";
  first()["arguments"] = {{1, "x"}, {2}};
  EXPECT_THAT(names(read()), ElementsAre("a[keys(1, \"x\"), lists(2)]"));
  first()["arguments"] = {{1}, {"x", json::array()}};
  EXPECT_EQ(message(),
            "x: performances[0].arguments[1][1]: expected a number, found a "
            "list");
}

TEST_F(RunReport, HasRunsWithTheirFacts) {
  const GivenObservations given = read();
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(given.dimension, logic::Dimension::kTime);
  ASSERT_EQ(given.groups.size(), 1U);
  const ReportedGroup& group = given.groups[0];
  const GroupFacts facts{0, 2, true, false, 1, false};
  EXPECT_EQ(group.facts, facts);
  const ReportedRuns& runs = group.performances.at({"a", "", "", "", {1.0}});
  EXPECT_EQ(json(runs.observations), first()["data"]);
  EXPECT_EQ(runs.records[1].block, 1U);
  EXPECT_EQ(runs.records[1].iterations,
            first()["run_details"][1]["iterations"].get<std::uint64_t>());
  EXPECT_EQ(runs.records[1].disturbed.net,
            first()["run_details"][1]["disturbed"]["net"].get<std::size_t>());
  EXPECT_THAT(names(given), ElementsAre("a(1)"));
  EXPECT_EQ(to_text(given.warnings[0]),
            "when " + (folder_.path() / "x").string() +
                " was measured: " + report_["warnings"][0].get<std::string>());
}

TEST_F(RunReport, KeepsWarningsThatMatterForNoVerdictApart) {
  report_["warnings"] = {"the machine was busy", "runs of a(1) drift"};
  report_["minor_warnings"] = {"runs of a(1) drift"};
  const GivenObservations given = read();
  EXPECT_THAT(to_texts(given.warnings),
              ElementsAre(HasSubstr(": the machine was busy")));
  EXPECT_THAT(to_texts(given.minor_warnings),
              ElementsAre(HasSubstr(": runs of a(1) drift")));
}

TEST_F(RunReport, KnowsWhatItsWarningsAreAbout) {
  report_["warnings"] = {"a(1): slow", "when y.json was measured: b(1): slow",
                         "the machine was busy"};
  report_["warning_details"] = json::parse(R"json([
    {"subject": "a(1)", "files": []},
    {"subject": "b(1)", "files": ["y.json"]},
    {"subject": "", "files": []}])json");
  const Warnings warnings = read().warnings;
  const std::string file = (folder_.path() / "x").string();
  const std::string begin = "when " + file + " was measured: ";
  EXPECT_THAT(to_texts(warnings),
              ElementsAre(begin + "a(1): slow",
                          begin + "when y.json was measured: b(1): slow",
                          begin + "the machine was busy"));
  EXPECT_EQ(warnings[0].subject, "a(1)");
  EXPECT_EQ(warnings[1].subject, "b(1)");
  EXPECT_THAT(warnings[1].files, ElementsAre(file, "y.json"));
  EXPECT_EQ(warnings[2].subject, "");
  report_["warning_details"].erase(2);
  EXPECT_EQ(message(), "x: warning_details: expected one for each warning");
}

TEST_F(RunReport, HasTwoListsOfArgumentsForTwoMakersOnly) {
  first()["arguments"] = {{1}, {2}};
  EXPECT_EQ(message(),
            "x: performances[0].arguments: a list for the generator and one "
            "for the factory need both");
}

TEST_F(RunReport, NeedsObservations) {
  first().erase("data");
  EXPECT_EQ(message(),
            "x: performances[0]: this report of spl-run has no observations; "
            "let spl-run write them with -s observations-in-json");
  report_["performances"] = json::array();
  EXPECT_EQ(message(),
            "x: this report of spl-run has no observations; let spl-run write "
            "them with -s observations-in-json");
}

TEST_F(RunReport, NamesWhatWasChanged) {
  struct Row {
    const char* name;
    std::function<void(json&)> change;
    const char* message;
  };
  const Row rows[] = {
      {"a run left out", [](json& one) { one["data"].erase(0); },
       "x: performances[0].run_details: expected one entry for each run, 1 of "
       "them, found 2"},
      {"runs in another order",
       [](json& one) {
         std::swap(one["run_details"][0], one["run_details"][1]);
       },
       "x: performances: run 2 of a(1) is of another block than those of the "
       "same position, or out of order; leave reports as they were written"},
      {"no whole number", [](json& one) { one["group"]["number"] = -1; },
       "x: performances[0].group.number: expected a whole number, found -1"},
      {"no flag", [](json& one) { one["group"]["looks"] = 1; },
       "x: performances[0].group.looks: expected true or false, found a "
       "number"}};
  for (const auto& [name, change, message] : rows) {
    SCOPED_TRACE(name);
    const json before = report_;
    change(first());
    EXPECT_EQ(this->message(), message);
    report_ = before;
  }
  report_["schema"] = 2;
  EXPECT_EQ(message(), "x: schema: this version reads reports of schema 1");
}

TEST_F(RunReport, HasAllPerformancesInGroupsOrNone) {
  json other = first();
  other["method"] = "b";
  other["group"] = nullptr;
  report_["performances"].push_back(other);
  EXPECT_EQ(message(),
            "x: performances[\"b(1)\"] is in no group, and others are; leave "
            "reports as they were written");
}

TEST_F(RunReport, NamesWhatWasChangedInItsContext) {
  report_["context"]["processors"] = nullptr;
  EXPECT_EQ(message(), "x: context.processors: expected a number, found null");
  report_["context"]["processors"] = 2;
  report_["context"]["time"] = 0;
  EXPECT_EQ(message(), "x: context.time: expected a string, found a number");
  report_["context"]["time"] = "2026\n## `forged`";
  EXPECT_EQ(message(),
            "x: context.time: this is no time like 2026-10-05T08:00:00Z");
}

TEST_F(RunReport, HasLevelsOfItsObservationsOnly) {
  json& one = first();
  one["group"] = nullptr;
  one["data"] = {{1, 2}, {3, 4}};
  const auto levels_with = [&](const json& counts) {
    one["levels"] = {{"r", counts}};
    return read().performances.at({"a", "", "", "", {1.0}}).levels;
  };
  EXPECT_EQ(levels_with({2, 1, 2})->level_count(), 3U);
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  // 3 * kFour is 4, and kHalf * 2 is 0, in 64 bits.
  constexpr std::uint64_t kFour = 0xaaaaaaaaaaaaaaac;
  for (const json& counts :
       {json{3, kFour, 1}, json{1, kFour, 3}, json{kHalf, 2, 4}}) {
    const auto levels = levels_with(counts);
    EXPECT_EQ(levels ? levels->level_count() : 0, 2U) << counts;
  }
}

TEST_F(RunReport, HasOneMetricAtATime) {
  EXPECT_THAT(GivenText::message(report_.dump(), workload::Metric::kCycles),
              HasSubstr("x: there are no observations of cycles, but of "));
  report_["performances"].push_back(first());
  json& second = report_["performances"][1];
  second["metric"] = "allocations";
  second["unit"] = "1";
  EXPECT_EQ(message(),
            "x: there are observations of allocations and wall; choose one "
            "with --metric");
  const GivenObservations given = read(workload::Metric::kAllocations);
  EXPECT_EQ(given.metric, "allocations");
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
}

TEST_F(RunReport, HasManyWarningsInLinearTime) {
  report_.erase("warning_details");
  report_["warnings"] = report_["minor_warnings"] = json::array();
  for (int i = 0; i < 200'000; ++i) {
    report_["warnings"].push_back("w" + std::to_string(i));
    report_["minor_warnings"].push_back("w" + std::to_string(i / 2));
  }
  EXPECT_EQ(read().minor_warnings.size(), 100'000U);
}

TEST_F(RunReport, IsNotMixedWithOthers) {
  const std::string one = folder_.write("one", report_.dump());
  const std::string two = folder_.write("two", report_.dump());
  EXPECT_EQ(GivenText::message(std::vector<std::string>{one, two}),
            "two: performances[0]: a(1) is in a file before, too; give reports "
            "that measured the same one at a time");
  const std::string data = folder_.write(
      "data", R"({"schema": 1, "unit": "ns", "performances": {}})");
  EXPECT_EQ(GivenText::message(std::vector<std::string>{one, data}),
            "data: this is a data file of SPL, but one is a report of spl-run; "
            "give only files of one kind");
  const json other = [&] {
    json changed = report_;
    changed["performances"][0]["method"] = "other";
    return changed;
  }();
  const GivenObservations given =
      read_observations({one, folder_.write("two", other.dump())});
  EXPECT_EQ(given.groups.size(), 2U);
  EXPECT_EQ(given.groups[1].facts.number, 1U);
}

}  // namespace
}  // namespace spl::runner
