#include "runner/formulas/declared_workloads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using logic::Entry;
using testing::ElementsAre;
using testing::IsEmpty;

Entry entry(Entry::Kind kind, const std::string& name) {
  return {kind, name, {{}}, {}, {}, "program"};
}

TEST(DeclaredWorkloads, AreCalledAtARevision) {
  const auto found =
      declared_workloads({entry(Entry::Kind::kWorkload, "BM_Sort/8")}, "");
  ASSERT_EQ(found.workloads.size(), 1U);
  EXPECT_EQ(found.workloads[0].callee(), "\"BM_Sort/8\"");
  EXPECT_EQ(found.workloads[0].callee("v1"), "\"BM_Sort/8\"@v1");
  EXPECT_THAT(found.workloads[0].arguments, ElementsAre("()"));
}

TEST(DeclaredWorkloads, MayHaveQuotesInTheirNames) {
  const auto found =
      declared_workloads({entry(Entry::Kind::kWorkload, "a \"b\""),
                          entry(Entry::Kind::kWorkload, "it's \"b\"")},
                         "");
  ASSERT_EQ(found.workloads.size(), 1U);
  EXPECT_EQ(found.workloads[0].callee(), "'a \"b\"'");
  ASSERT_EQ(found.left_out.size(), 1U);
  EXPECT_EQ(found.left_out[0].reason,
            "its name has both kinds of quotes, which no formula can write");
}

TEST(DeclaredWorkloads, AreWorkloadsAndMethodsThatTheFilterSelects) {
  const std::vector<Entry> entries{
      entry(Entry::Kind::kWorkload, "a"), entry(Entry::Kind::kMethod, "b"),
      entry(Entry::Kind::kFactory, "c"), entry(Entry::Kind::kGenerator, "d"),
      entry(Entry::Kind::kWorkload, "e")};
  std::vector<std::string> names;
  for (const auto& one : declared_workloads(entries, "-e").workloads) {
    names.push_back(one.name);
  }
  EXPECT_THAT(names, ElementsAre("a", "b"));
  EXPECT_THAT(declared_workloads(entries, "-e").left_out, IsEmpty());
}

TEST(DeclaredWorkloads, LeaveOutTooManyCombinations) {
  Entry one = entry(Entry::Kind::kWorkload, "a");
  one.parameters->resize(2);
  for (auto& parameter : *one.parameters) parameter.values.assign(100, 1.0);
  EXPECT_EQ(declared_workloads({one}, "").workloads.at(0).arguments.size(),
            10'000U);
  one.parameters->front().values.emplace_back(2.0);
  EXPECT_THAT(declared_workloads({one}, "").left_out,
              ElementsAre(LeftOut{"a",
                                  "its parameters declare more than 10000 "
                                  "combinations of values"}));
}

TEST(DeclaredWorkloads, LeaveOutNamesThatNoFormulaShouldHave) {
  EXPECT_THAT(
      declared_workloads({entry(Entry::Kind::kWorkload, "a\nb")}, "").left_out,
      ElementsAre(LeftOut{
          "a\nb",
          "its name has control characters, which no formula should have"}));
}

TEST(DeclaredWorkloads, LeaveOutUnnamedParametersWithoutValues) {
  Entry one = entry(Entry::Kind::kWorkload, "a");
  one.parameters->push_back({});
  EXPECT_THAT(
      declared_workloads({one}, "").left_out,
      ElementsAre(LeftOut{"a", "one of its parameters declares no values"}));
}

TEST(DocumentedFunctions, AreDeclaredAfterTheirFormulas) {
  const std::string content =
      "namespace lib {\n"
      "[[spl::expects(\"THIS(1) <= 5 us;\"\n"
      "               \"THIS(2) <= 9 us\")]]\n"
      "int find(int n);\n"
      "}\n"
      "SPL_EXPECTS(\"THIS(1) <= 5 us\")\n"
      "void sort();\n"
      "void g() { SPL_ASSERT(\"f(1) <= 5 us\"); }\n";
  const DocumentedFunctions expected{{{"lib.hpp", 2}, "lib::find"},
                                     {{"lib.hpp", 3}, "lib::find"},
                                     {{"lib.hpp", 6}, "sort"}};
  EXPECT_EQ(documented_functions(
                {{"lib.hpp", content, FormulaText::Origin::kCpp, 0}}),
            expected);
}

TEST(DocumentedFunctions, AreInSourcesOnly) {
  EXPECT_TRUE(documented_functions(
                  {{"a.spl", "f(1) <= 5 us", FormulaText::Origin::kFile, 0}})
                  .empty());
}

}  // namespace

}  // namespace spl::runner
