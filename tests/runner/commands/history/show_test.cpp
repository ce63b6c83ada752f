// history show in a scripted world.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/golden_report.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class HistoryOf : public ::testing::Test {
 protected:
  HistoryOf() {
    world_.keeps_history = true;
    world_.history.commits = 12;
    world_.environment["SPL_HISTORY"] =
        (folder_.path() / "history.db").string();
  }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--config", config_});
    return world_.run(arguments);
  }

  /// Measures a commit beside the first, whose a(1) takes 100 ns.
  void measure(std::size_t commit, double nanoseconds) {
    world_.launcher.follow(means({{"a(1)", nanoseconds}, {"a@c0(1)", 100}}));
    (void)run({"-e", "a(1) <= a@c0(1)", "--rev", "c" + std::to_string(commit)});
  }

  /// a(1) gets slower by an eighth in the seventh commit.
  void measure_all() {
    for (std::size_t i = 1; i < 12; ++i) {
      const double noise = i % 3 == 0 ? 0.5 : i % 3 == 1 ? -0.5 : 0.1;
      measure(i, (i < 7 ? 100 : 112.5) + noise);
    }
  }

  TemporaryFolder folder_;
  std::string config_ = folder_.write(
      "spl.json", R"({"revisions": {"program": "{build}/sample"}})");
  SampleWorld world_{means({})};
};

TEST_F(HistoryOf, ReportsAsOnFile) {
  measure_all();
  const std::string written = (folder_.path() / "history.json").string();
  const std::string html = (folder_.path() / "history.html").string();
  ASSERT_EQ(run({"history", "show", "a(1)", "--reference", "c0", "--json",
                 written, "-o", "html:" + html}),
            0)
      << world_.err;
  const std::string data = SPL_TEST_DATA;
  expect_golden(data + "/history.txt", world_.out);
  expect_report("history.json", read_file(written), {"history"});
  const std::string page = read_file(html);
  const std::size_t begin = page.find("<main>");
  const std::size_t end = page.find("</main>");
  ASSERT_NE(end, std::string::npos);
  expect_golden(data + "/history.html", page.substr(begin, end - begin));
}

// No commit changes more than 0.15 %, all together 1.5 %.
TEST_F(HistoryOf, ShowsAChangeThatNoSingleCommitMakes) {
  for (std::size_t i = 1; i < 12; ++i) {
    measure(i,
            100 + 0.15 * static_cast<double>(i - 1) + (i % 2 == 0 ? 0.2 : 0));
  }
  const std::string written = (folder_.path() / "history.json").string();
  const std::string page = (folder_.path() / "history.html").string();
  ASSERT_EQ(run({"history", "show", "a(1)", "--reference", "c0", "--json",
                 written, "-o", "html:" + page}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("no change at p 0.01; commits with the "
                                    "reference's program are no points\n"
                                    "a slow change from "
                                    "0000001ccc (Change 1) to 0000011ccc "
                                    "(Change 11): 1.01"));
  EXPECT_THAT(read_file(page),
              HasSubstr("<li>a slow change from 0000001ccc (Change 1) to "
                        "0000011ccc (Change 11): "));
  const auto drift =
      nlohmann::json::parse(read_file(written)).at("history").at("drift");
  EXPECT_NEAR(drift.at("factor").get<double>(), 1.015, 0.002);
}

TEST_F(HistoryOf, ShowsWhatWasAccepted) {
  measure_all();
  ASSERT_EQ(
      run({"history", "accept", "c7", "a(*", "--reason", "checks <more>"}), 0)
      << world_.err;
  ASSERT_EQ(run({"history", "accept", "c8", "a", "--reason", "is no change"}),
            0);
  ASSERT_EQ(run({"history", "accept", "c7", "b", "--reason", "is another"}), 0);
  const std::string written = (folder_.path() / "history.json").string();
  const std::string page = (folder_.path() / "history.html").string();
  ASSERT_EQ(run({"history", "show", "a(1)", "--reference", "c0", "--json",
                 written, "-o", "html:" + page}),
            0);
  EXPECT_THAT(world_.out,
              HasSubstr("\n  accepted at 0000007ccc: checks <more>\n"));
  EXPECT_THAT(
      read_file(page),
      HasSubstr("; accepted at 0000007ccc: checks &lt;more&gt;\n</ul>"));
  EXPECT_THAT(world_.out, Not(HasSubstr("is no change")));
  EXPECT_THAT(world_.out, Not(HasSubstr("is another")));
  const auto changes =
      nlohmann::json::parse(read_file(written)).at("history").at("changes");
  EXPECT_EQ(changes.at(0).at("accepted").at(0).at("reason"), "checks <more>");
  EXPECT_EQ(run({"history", "accept", "c7", "b*", "--withdraw"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --withdraw: nothing is accepted in 0000007ccc "
            "(Change 7) for b*; accepted there: a(*, b\n");
  EXPECT_EQ(run({"history", "accept", "c7", "a(*", "--withdraw"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr(": 0000007ccc (Change 7) is no longer accepted for "
                        "a(*\n"));
  ASSERT_EQ(run({"history", "show", "a(1)", "--reference", "c0"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("accepted")));
}

TEST_F(HistoryOf, LeavesOutOtherWaysAndNeedsTenCommits) {
  measure(1, 100);
  measure(2, 101);
  measure(3, 102);
  ASSERT_EQ(
      run({"history", "show", "a(1)", "--reference", "c0", "--rev", "c2"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("10 or more commits can show a change at p 0.01, "
                        "half of them after it; commits with the "
                        "reference's program are no points\n"
                        "1 more commit has blocks: it is no first "
                        "parent of c2\n"));
}

// Of 70 ways to halve eight points, two are as good as any change.
TEST_F(HistoryOf, SaysThatEightPointsShowNoChange) {
  for (std::size_t i = 1; i < 9; ++i) measure(i, i < 5 ? 100 : 110);
  ASSERT_EQ(run({"history", "show", "a(1)", "--reference", "c0"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("10 or more commits can show a change"));
}

TEST_F(HistoryOf, NamesWhatIsMissing) {
  EXPECT_EQ(run({"history", "show", "a(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: history show reports ratios to a revision that "
            "was measured in the same blocks; name it with --reference REV, or "
            "as \"reference\" in spl.json\n");
  measure(1, 100);
  EXPECT_EQ(run({"history", "show", "b(1)", "--reference", "c0"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: the store has no blocks of b(1) at other commits "
            "beside c0; make some at each commit with spl-run -e 'b(1) <= "
            "b@c0(1)', or name another revision with --reference\n");
  EXPECT_EQ(run({"history", "show", "a@c1(1)", "--reference", "c0"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: history show takes a performance without a "
            "revision, such as 'a(1)'\n");
  EXPECT_EQ(run({"history", "show", "a(1)", "--reference", "c99"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --reference: there is no revision \"c99\"\n");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--reference", "c0"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --reference goes with audit and history show; "
            "leave it out, or write spl-run audit first\n");
}

}  // namespace
}  // namespace spl::runner
