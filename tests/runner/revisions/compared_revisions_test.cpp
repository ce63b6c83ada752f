#include "runner/revisions/compared_revisions.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// a@LEFT <= a@RIGHT.
logic::Relation relation(const std::string& left, const std::string& right) {
  logic::Relation result;
  result.left = logic::LinearForm(logic::Performance{"a", "", "", left, {}});
  result.right = logic::LinearForm(logic::Performance{"a", "", "", right, {}});
  return result;
}

class ComparedRevisionsTest : public ::testing::Test {
 protected:
  void compare(const std::string& left, const std::string& right) {
    SuiteFormula formula;
    formula.relations.push_back(relation(left, right));
    suite_.formulas.push_back(std::move(formula));
  }

  Suite suite_;
  SourcesOfRevisions sources_{{"", {}}, {"v1", {}}, {"v2", {}}};
};

TEST_F(ComparedRevisionsTest, AreNamedOnce) {
  compare("v2", "v1");
  compare("v1", "v2");
  compare("", "v1");
  EXPECT_THAT(compared_revisions(suite_, sources_),
              ElementsAre(Pair("", "v1"), Pair("v1", "v2")));
}

TEST_F(ComparedRevisionsTest, AreNoneOfOneRevision) {
  compare("v1", "v1");
  EXPECT_THAT(compared_revisions(suite_, sources_), IsEmpty());
}

TEST_F(ComparedRevisionsTest, HaveSources) {
  compare("v1", "v3");
  EXPECT_THAT(compared_revisions(suite_, sources_), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
