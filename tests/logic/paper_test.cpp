// The formulas of the paper and the constructs of the original tool, from text
// to relations.

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "parser/parser.hpp"
#include "parser/print.hpp"
#include "spl/logic/binding.hpp"
#include "spl/logic/expansion.hpp"

namespace spl::logic {
namespace {

using ::testing::ElementsAre;

Entry taking(const std::string& name, std::size_t count) {
  Entry entry;
  entry.name = name;
  entry.program = "program";
  entry.parameters.emplace(
      count, Parameter{"", "int", Parameter::Kind::kInteger, -1e9, 1e9, {}});
  return entry;
}

Catalogue catalogue_of_paper() {
  Catalogue catalogue;
  for (const char* name :
       {"A", "B", "rijndael", "blowfish", "arrayCopy", "self", "other",
        "arraylist.contains", "linkedlist.contains", "insertion", "bubble"}) {
    catalogue.entries.push_back(taking(name, 1));
  }
  catalogue.entries.push_back(taking("HashMap.get", 0));
  catalogue.entries.push_back(taking("TreeMap.get", 0));
  catalogue.entries.push_back(taking("pair", 2));
  catalogue.entries.push_back(taking("twin", 2));
  Entry sorter;
  sorter.kind = Entry::Kind::kMethod;
  sorter.name = "Sorter.sort";
  sorter.program = "program";
  sorter.argument_types = {"std::vector<int>"};
  catalogue.entries.push_back(sorter);
  Entry generator = taking("randomKeys", 1);
  generator.kind = Entry::Kind::kGenerator;
  generator.argument_types = {"std::vector<int>"};
  catalogue.entries.push_back(generator);
  catalogue.revisions = {{"ver1", {}}, {"ver2", {}}};
  return catalogue;
}

// Each relation on its own, or what is wrong.
std::vector<std::string> relations_of(const std::string& text,
                                      const std::string& function = "") {
  const Catalogue catalogue = catalogue_of_paper();
  const parser::ParsedText parsed =
      parser::parse(text, parser::TextKind::kSingle);
  std::vector<std::string> found;
  for (const Problem& problem : parsed.problems) {
    found.push_back(problem.message);
  }
  const BoundDocument bound =
      logic::bind(parsed.document, catalogue, Completeness::kWhole, function);
  for (const Problem& problem : bound.problems) {
    found.push_back(problem.message);
  }
  if (!found.empty()) return found;
  for (const BoundFormula& formula : bound.formulas) {
    const ExpandedFormula expanded = expand(formula, bound);
    for (const Problem& problem : expanded.problems) {
      found.push_back(problem.message);
    }
    for (const Relation& relation : expanded.relations) {
      found.push_back(parser::to_text(relation));
    }
  }
  return found;
}

TEST(Paper, Listing1ComparesTheMethodAtHand) {
  EXPECT_THAT(relations_of("THIS = HashMap.get()", "TreeMap::get"),
              ElementsAre("TreeMap.get = HashMap.get()"));
}

TEST(Paper, Listing2ComparesRevisions) {
  const std::string text =
      "ver1 = A@ver1\nver2 = A@ver2\nfor n in 1: ver2(n) <= ver1(n)";
  EXPECT_TRUE(parser::parse(text, parser::TextKind::kFile).problems.empty());
  EXPECT_THAT(relations_of(text), ElementsAre("ver2(1) <= ver1(1)"));
}

TEST(Paper, Listing5ComparesContainers) {
  EXPECT_THAT(
      relations_of("arraylist  = arraylist.contains\n"
                   "linkedlist = linkedlist.contains\n"
                   "for i in 10, 100\n    linkedlist(i) > arraylist(i)"),
      ElementsAre("linkedlist(10) > arraylist(10)",
                  "linkedlist(100) > arraylist(100)"));
}

TEST(Paper, Listing6ComparesMeans) {
  EXPECT_THAT(
      relations_of("for n in 100: mean(insertion(n)) < mean(bubble(n))"),
      ElementsAre("mean(insertion(100)) < mean(bubble(100))"));
}

TEST(Paper, Example31IsAtMostFivePercentAway) {
  EXPECT_THAT(
      relations_of("for n in {100, 500, 1000, 5000, 10000}: A(n) >= "
                   "0.95 * B(n) and A(n) <= 1.05 * B(n)"),
      ElementsAre("A(100) >= 0.95 * B(100)", "A(100) <= 1.05 * B(100)",
                  "A(500) >= 0.95 * B(500)", "A(500) <= 1.05 * B(500)",
                  "A(1000) >= 0.95 * B(1000)", "A(1000) <= 1.05 * B(1000)",
                  "A(5000) >= 0.95 * B(5000)", "A(5000) <= 1.05 * B(5000)",
                  "A(10000) >= 0.95 * B(10000)",
                  "A(10000) <= 1.05 * B(10000)"));
}

TEST(Paper, Example32IsFasterThanOneAndNotMuchSlowerThanAnother) {
  const auto relations = relations_of(
      "for n in {256, 1024, 4096, 16384, 65536}: rijndael(n) <= 0.9 * "
      "blowfish(n) and rijndael(n) <= 200 * arrayCopy(n)");
  ASSERT_EQ(relations.size(), 10U);
  EXPECT_EQ(relations[0], "rijndael(256) <= 0.9 * blowfish(256)");
  EXPECT_EQ(relations[9], "rijndael(65536) <= 200 * arrayCopy(65536)");
}

TEST(OriginalTool, LoopsOverProducts) {
  EXPECT_THAT(
      relations_of("for i in {1, 2}, j in {10, 20}: pair(i, j) <= "
                   "twin(i, j)"),
      ElementsAre("pair(1, 10) <= twin(1, 10)", "pair(1, 20) <= twin(1, 20)",
                  "pair(2, 10) <= twin(2, 10)", "pair(2, 20) <= twin(2, 20)"));
}

TEST(OriginalTool, LoopsOverZippedTuples) {
  EXPECT_THAT(
      relations_of("for (a, b) in {(1, 3), (2, 4)}: pair(a, b) <= twin(a, b)"),
      ElementsAre("pair(1, 3) <= twin(1, 3)", "pair(2, 4) <= twin(2, 4)"));
}

TEST(OriginalTool, MultipliesBothSides) {
  EXPECT_THAT(relations_of("for i in 2, x in 10: 11 * i * self(x) <= x * i * "
                           "55 * other(x)"),
              ElementsAre("11 * 2 * self(10) <= 10 * 2 * 55 * other(10)"));
}

TEST(OriginalTool, TestsEqualityWithTolerance) {
  EXPECT_THAT(relations_of("2 * self(1) = 3 * other(1) within 10%"),
              ElementsAre("0.9 * (3 * other(1)) <= 2 * self(1)",
                          "2 * self(1) <= 1.1 * (3 * other(1))"));
}

TEST(OriginalTool, NamesNumbersMethodsAndGenerators) {
  EXPECT_THAT(relations_of("size = 100; m = Sorter.sort; g = randomKeys\n"
                           "m[g](size) <= other(size)"),
              ElementsAre("m[g](100) <= other(100)"));
}

}  // namespace
}  // namespace spl::logic
