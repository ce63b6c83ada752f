#include "runner/revisions/opened_sources.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// "file" differs between all commits, and b reads that of the working tree.
class OpenedSourcesTest : public ::testing::Test {
 protected:
  OpenedSourcesTest() {
    folder_.write("file", "today's");
    world_.history.folder = folder_.path();
  }

  int run(const std::string& formula) {
    return world_.run({"-c", project_, "-e", formula});
  }

  TemporaryFolder folder_;
  std::string project_ = folder_.write(
      "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  SampleWorld world_{[this](const RunOrder& order, std::size_t block) {
    if (order.performance.method == "b") {
      (void)std::ifstream(folder_.path() / "file").get();
    }
    return means({{"a", 100}, {"b", 100}})(order, block);
  }};
};

TEST_F(OpenedSourcesTest, AreWarnedOf) {
  EXPECT_EQ(run("for n in 1, 2: b@c0(n) <= b@c2(n)"), 0);
  const std::string warning =
      "warning: c0 and c2: file differs between them and was opened while they "
      "ran: workloads of both read what the working tree has there\n";
  EXPECT_THAT(world_.out, HasSubstr(warning));
  EXPECT_EQ(world_.out.find(warning), world_.out.rfind("warning: "));
}

TEST_F(OpenedSourcesTest, AreNoMatterWhereNobodyReadsThem) {
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(OpenedSourcesTest, AreNoMatterWhereTheyAreTheSame) {
  world_.history.documents = {"c1"};
  world_.history.contents = {{"c0", "one"}, {"c1", "another"}};
  EXPECT_EQ(run("b@c0(1) <= b@c1(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning: ")));
}

TEST_F(OpenedSourcesTest, AreWarnedOfInSearches) {
  world_.environment["XDG_CACHE_HOME"] = folder_.path().string();
  world_.launcher =
      ScriptedLauncher([this](const RunOrder& order, std::size_t block) {
        (void)std::ifstream(folder_.path() / "file").get();
        const bool is_slow = !order.program.starts_with("sample@c0");
        return means({{"b", is_slow ? 200 : 100}})(order, block);
      });
  EXPECT_EQ(world_.run({"-c", project_, "-e", "b(1) <= b@baseline(1)",
                        "--bisect", "c0"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("file differs between them and was opened "
                                    "while they ran"));
}

}  // namespace
}  // namespace spl::runner
