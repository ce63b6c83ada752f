#include "runner/revisions/hidden_changes.hpp"

#include <gmock/gmock.h>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The overlay holds sample.cpp.
class HiddenChangesTest : public ::testing::Test {
 protected:
  HiddenChangesTest() { folder_.write("sample.cpp", "today's"); }

  int run(const std::string& formula) {
    return world_.run({"-c", project_, "-e", formula});
  }

  TemporaryFolder folder_;
  std::string project_ =
      folder_.write("spl.json",
                    R"({ "revisions": { "program": "{build}/sample",
                          "overlay": ["sample.cpp"] } })");
  SampleWorld world_{means({{"a", 100}, {"b", 200}})};
};

TEST_F(HiddenChangesTest, AreNamedOnce) {
  world_.history.workloads = {{"c0", "old"}, {"c1", "new"}, {"c2", "new"}};
  EXPECT_EQ(run("for n in 1, 2: a@c0(n) <= a@c2(n)"), 0);
  const std::string warning =
      "warning: c0 and c2: sample.cpp differs between them, but \"overlay\" in "
      "spl.json gives both that of the working tree: what changed there is not "
      "compared\n";
  EXPECT_THAT(world_.out, HasSubstr(warning));
  EXPECT_EQ(world_.out.find(warning), world_.out.rfind("warning: "));
}

TEST_F(HiddenChangesTest, AreNamedWhereNothingIsMeasuredForThem) {
  world_.history.workloads = {{"c0", "old"}, {"c2", "new"}};
  world_.history.contents = {{"c0", "program"}, {"c2", "program"}};
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)"), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(world_.out, HasSubstr("warning: c0 and c2: sample.cpp differs"));
}

TEST_F(HiddenChangesTest, AreOfComparedRevisionsOnly) {
  world_.history.workloads = {{"c0", "old"}, {"c1", "new"}, {"c2", "new"}};
  EXPECT_EQ(run("a@c1(1) <= a@c2(1) and a@c0(1) <= 1 s"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(HiddenChangesTest, AreNoneWhereARevisionLacksTheFile) {
  world_.history.workloads = {{"c2", "new"}};
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST(HiddenChanges, NameThreeFilesAtMost) {
  const auto sources = [](const std::string& id, std::size_t files) {
    BuiltSources result;
    result.revision.id = id;
    for (std::size_t i = 0; i < files; ++i) {
      const std::string path = std::string(1, static_cast<char>('a' + i));
      result.hidden.push_back(
          {path, TreeFile::Kind::kRegular, id, std::nullopt, "", ""});
    }
    return result;
  };
  logic::Relation relation;
  relation.left = logic::LinearForm(logic::Performance{"f", "", "", "v1", {}});
  relation.right = logic::LinearForm(logic::Performance{"f", "", "", "", {}});
  Suite suite;
  suite.formulas.emplace_back();
  suite.formulas.back().relations = {relation};
  const auto files = [&](std::size_t count) {
    const auto warnings = hidden_changes(
        suite, {{"", sources("1", count)}, {"v1", sources("2", count)}});
    const std::string& text = warnings.at(0);
    return text.substr(0, text.find(" between"));
  };
  const std::string both = "the revision under test and v1: ";
  EXPECT_EQ(files(1), both + "a differs");
  EXPECT_EQ(files(2), both + "a and b differ");
  EXPECT_EQ(files(3), both + "a, b and c differ");
  EXPECT_EQ(files(4), both + "a, b, c and 1 more differ");
}

}  // namespace
}  // namespace spl::runner
