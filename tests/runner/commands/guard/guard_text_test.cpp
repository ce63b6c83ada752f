#include "runner/commands/guard/guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using logic::Entry;
using logic::Parameter;
using testing::ElementsAre;
using testing::IsEmpty;

Parameter integer(const std::string& name, std::vector<logic::Value> values) {
  return {name, "int", Parameter::Kind::kInteger, -100, 1e6, std::move(values)};
}

Entry workload(const std::string& name, std::vector<Parameter> parameters) {
  return {Entry::Kind::kWorkload, name, std::move(parameters), {}, {}, "now"};
}

logic::Catalogue changed(std::vector<Entry> today,
                         std::vector<Entry> baseline) {
  logic::Catalogue result;
  result.entries = std::move(today);
  result.revisions["baseline"].entries = std::move(baseline);
  return result;
}

/// The same entries today and at the baseline.
logic::Catalogue unchanged(const std::vector<Entry>& entries) {
  return changed(entries, entries);
}

std::string text_of(const std::vector<Entry>& entries,
                    const Settings& settings = {}) {
  return guarded(unchanged(entries), settings).texts.at(0).content;
}

TEST(GuardText, ComparesEachWorkloadWithTheBaseline) {
  EXPECT_EQ(text_of({workload("parse", {integer("n", {10.0, 100.0})}),
                     workload("start", {})}),
            "parse(10) <= parse@baseline(10)\n"
            "parse(100) <= parse@baseline(100)\n"
            "start() <= start@baseline()\n");
}

TEST(GuardText, ComparesAllCombinationsOfValues) {
  const Parameter file{"file", "std::string", Parameter::Kind::kText, 0,
                       0,      {"a.xml"}};
  EXPECT_EQ(text_of({workload("f", {integer("n", {1.0, 2.0}), file})}),
            "f(1, \"a.xml\") <= f@baseline(1, \"a.xml\")\n"
            "f(2, \"a.xml\") <= f@baseline(2, \"a.xml\")\n");
}

TEST(GuardText, AllowsWhatIsTolerated) {
  Settings settings;
  settings.tolerance = 0.03;
  EXPECT_EQ(text_of({workload("f", {})}, settings),
            "f() <= 1.03 * f@baseline()\n");
  settings.strict = true;
  EXPECT_EQ(text_of({workload("f", {})}, settings),
            "f() < 1.03 * f@baseline()\n");
  settings.tolerance = 0;
  EXPECT_EQ(text_of({workload("f", {})}, settings),
            "f() < 1.05 * f@baseline()\n");
}

TEST(GuardText, WritesNamesThatFormulasCanRead) {
  EXPECT_EQ(text_of({workload("BM_Sort/1000", {}),
                     workload("Map.find", {integer("in", {1.0})}),
                     workload("step", {integer("n", {1.0})})}),
            "\"BM_Sort/1000\"() <= \"BM_Sort/1000\"@baseline()\n"
            "Map.find(1) <= Map.find@baseline(1)\n"
            "\"step\"(1) <= \"step\"@baseline(1)\n");
}

TEST(GuardText, HasATextForEachMetric) {
  const Guarded found =
      guarded(unchanged({workload("f", {})}), {}, {"wall", "allocations"});
  ASSERT_EQ(found.texts.size(), 2U);
  EXPECT_EQ(found.texts[0].name, "<guard of wall>");
  EXPECT_EQ(found.texts[1].content,
            "set metric = allocations\nf() <= f@baseline()\n");
  EXPECT_THAT(found.claims, ElementsAre("f()"));
}

TEST(GuardText, LetsNoRateDecrease) {
  Settings settings;
  settings.metric = measured_metric("bytes_per_second");
  EXPECT_EQ(text_of({workload("f", {})}, settings), "f@baseline() <= f()\n");
  settings.tolerance = 0.03;
  EXPECT_EQ(text_of({workload("f", {})}, settings),
            "0.97 * f@baseline() <= f()\n");
  settings.strict = true;
  const Guarded found = guarded(unchanged({workload("f", {})}), settings,
                                {"wall", "items_per_second"});
  EXPECT_EQ(found.texts[0].content,
            "set metric = wall\nf() < 1.03 * f@baseline()\n");
  EXPECT_EQ(found.texts[1].content,
            "set metric = items_per_second\n0.97 * f@baseline() < f()\n");
}

TEST(GuardText, ComparesWithTheFirstAcceptedCommitThatHasTheWorkload) {
  const std::vector<Entry> entries{workload("f", {integer("n", {1.0, 2.0})}),
                                   workload("BM_Sort/8", {})};
  logic::Catalogue catalogue = unchanged(entries);
  catalogue.revisions["near"].entries = {entries[1]};
  catalogue.revisions["far"].entries = entries;
  EXPECT_EQ(guarded(catalogue, {}, {},
                    {{"near", "f"}, {"far", "f(2)"}, {"far", "BM_*"}})
                .texts.at(0)
                .content,
            "f(1) <= f@baseline(1)\n"
            "f(2) <= f@far(2)\n"
            "\"BM_Sort/8\"() <= \"BM_Sort/8\"@far()\n");
  EXPECT_EQ(guarded(catalogue, {}, {}, {{"near", "*"}, {"far", "*"}})
                .texts.at(0)
                .content,
            "f(1) <= f@far(1)\n"
            "f(2) <= f@far(2)\n"
            "\"BM_Sort/8\"() <= \"BM_Sort/8\"@near()\n");
}

TEST(GuardText, SelectsByName) {
  Settings settings;
  settings.filter = "p*-*2";
  const Guarded found = guarded(
      unchanged({workload("p1", {}), workload("p2", {}), workload("q1", {})}),
      settings);
  EXPECT_THAT(found.claims, ElementsAre("p1()"));
  EXPECT_THAT(found.vanished, IsEmpty());
}

TEST(GuardText, ReportsWhatIsNewAndWhatIsGone) {
  const Guarded found =
      guarded(changed({workload("kept", {}), workload("added", {})},
                      {workload("kept", {}), workload("old", {})}),
              {});
  EXPECT_THAT(found.claims, ElementsAre("kept()"));
  EXPECT_THAT(found.appeared, ElementsAre("added"));
  EXPECT_THAT(found.vanished, ElementsAre("old"));
}

TEST(GuardText, ReportsWhatCannotBeGuarded) {
  Entry method{Entry::Kind::kMethod, "m", {}, {}, {"int"}, "now"};
  const std::vector<Entry> entries{
      workload("bare", {integer("n", {})}),
      method,
      {Entry::Kind::kFactory, "factory", {{}}, "int", {}, "now"},
      workload("quoted",
               {{"t", "std::string", Parameter::Kind::kText, 0, 0, {"a\"b"}}})};
  const Guarded found = guarded(unchanged(entries), {});
  EXPECT_THAT(found.left_out,
              ElementsAre(LeftOut{"bare", "its parameter n declares no values"},
                          LeftOut{"m",
                                  "it needs a generator, which a formula can "
                                  "name"},
                          LeftOut{"quoted",
                                  "its parameter t declares a text that no "
                                  "formula can write"}));
  EXPECT_EQ(found.texts.at(0).content, "");
}

TEST(GuardText, LeavesOutWorkloadsWithOtherParametersAtTheBaseline) {
  Entry needing = workload("h", {});
  needing.parameters.reset();
  const std::vector<Entry> today{workload("f", {integer("n", {1.0})}),
                                 workload("g", {integer("n", {1e6})}),
                                 workload("h", {})};
  const std::vector<Entry> baseline{
      workload("f", {}),
      workload("g",
               {{"n", "char", Parameter::Kind::kInteger, -128, 127, {1.0}}}),
      needing};
  EXPECT_THAT(
      guarded(changed(today, baseline), {}).left_out,
      ElementsAre(LeftOut{"f", "its parameters are others at the baseline"},
                  LeftOut{"g", "its parameters are others at the baseline"},
                  LeftOut{"h", "it needs a generator at the baseline"}));
}

}  // namespace
}  // namespace spl::runner
