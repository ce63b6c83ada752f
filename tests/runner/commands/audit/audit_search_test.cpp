#include "runner/commands/audit/audit_report.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <set>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A history whose levels are known; comparisons are exact up to a noise of
/// 0.1 %.
class ScriptedCommits {
 public:
  /// `factors` has the changes by the numbers of their commits.
  ScriptedCommits(std::size_t last, std::map<std::size_t, double> factors)
      : levels_(last + 1, 1) {
    for (std::size_t i = 1; i <= last; ++i) {
      const auto found = factors.find(i);
      levels_[i] =
          levels_[i - 1] * (found == factors.end() ? 1 : found->second);
    }
  }

  [[nodiscard]] CompareCommits comparing() {
    return [this](std::size_t earlier, std::size_t later, double level) {
      return compare(earlier, later, level);
    };
  }

  [[nodiscard]] std::vector<statistics::RatioPoint> points() {
    std::vector<statistics::RatioPoint> result{{0, 1, 1, 1}};
    for (std::size_t i = 1; i < levels_.size(); ++i) {
      const double ratio = levels_[i] * (1 + 0.001 * noise_(random_));
      result.push_back({i, ratio, ratio / kWithin, ratio * kWithin});
    }
    return result;
  }

  static constexpr double kWithin = 1.004;
  /// Changes that the neighbours of a commit do not show.
  std::set<std::size_t> unconfirmed;
  std::set<std::size_t> broken;  ///< Commits that cannot be measured.
  std::vector<std::string> asked;

 private:
  CommitComparison compare(std::size_t earlier, std::size_t later,
                           double level) {
    asked.push_back(std::to_string(earlier) + ".." + std::to_string(later));
    CommitComparison result;
    if (broken.contains(earlier) || broken.contains(later)) {
      result.failure = "cannot be built";
      return result;
    }
    const bool is_hidden = earlier + 1 == later && unconfirmed.contains(later);
    const double ratio = is_hidden ? 1
                                   : levels_[later] / levels_[earlier] *
                                         (1 + 0.001 * noise_(random_));
    result.blocks = 12;
    result.is_found = std::abs(std::log(ratio)) > 0.005;
    result.ratio = ratio;
    result.log_ratio = LogRatio{std::log(ratio), 1e-6};
    levels_asked.push_back(level);
    return result;
  }

 public:
  std::vector<double> levels_asked;

 private:
  std::vector<double> levels_;
  std::mt19937 random_;
  std::normal_distribution<double> noise_;
};

/// `23: 1.050`, `20..23: unconfirmed`.
std::vector<std::string> texts_of_findings(
    const std::vector<AuditFinding>& findings) {
  std::vector<std::string> result;
  for (const AuditFinding& one : findings) {
    std::string text = std::to_string(one.first_after);
    if (one.last_before + 1 != one.first_after) {
      text.insert(0, std::to_string(one.last_before) + "..");
    }
    const char* names[] = {"", " cleared", " unconfirmed", " failed"};
    text += names[static_cast<int>(one.standing)];
    if (one.compared.ratio) {
      text += ' ' + std::to_string(std::lround(100 * *one.compared.ratio));
    }
    result.push_back(text);
  }
  return result;
}

TEST(AuditSample, HasBothEndsAndThenHalves) {
  EXPECT_THAT(audit_sample(0, 64), ElementsAre(0));
  EXPECT_THAT(audit_sample(1, 64), ElementsAre(0, 1));
  EXPECT_THAT(audit_sample(8, 64), ElementsAre(0, 8, 4, 2, 6, 1, 3, 5, 7));
  EXPECT_THAT(audit_sample(100, 5), ElementsAre(0, 100, 50, 25, 75));
}

TEST(AuditHypotheses, MeetInTheMiddleOfLevels) {
  ScriptedCommits commits(30, {{10, 1.05}, {20, 0.9}});
  const auto parts = audit_hypotheses(commits.points(), 0.05, 0.02, 1);
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].begin, 0);
  EXPECT_EQ(parts[0].end, 15);
  EXPECT_EQ(parts[1].begin, 15);
  EXPECT_EQ(parts[1].end, 30);
  EXPECT_EQ(parts[0].level, 0.025);
  EXPECT_TRUE(parts[1].is_suspected);
}

// Ten points are too few for E-divisive, and the ends are alike.
TEST(AuditHypotheses, EndWhereChangesUndoEachOther) {
  ScriptedCommits commits(9, {{4, 1.4}, {8, 1 / 1.4}});
  const auto parts = audit_hypotheses(commits.points(), 0.05, 0.02, 1);
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].begin, 0);
  EXPECT_GE(parts[0].end, 4);
  EXPECT_LT(parts[0].end, 8);
  EXPECT_EQ(parts[1].begin, parts[0].end);
  EXPECT_EQ(parts[1].end, 9);
  EXPECT_EQ(parts[0].level, 0.025);
  for (const AuditHypothesis& one : parts) {
    EXPECT_TRUE(one.is_suspected);
    EXPECT_NEAR(one.size, std::log(1.4), 0.01);
  }
}

TEST(AuditHypotheses, AreAboutTheWholeWithoutAChangePoint) {
  EXPECT_THAT(audit_hypotheses({{3, 1, 1, 1}}, 0.05, 0.02, 1), IsEmpty());
  const auto parts =
      audit_hypotheses({{0, 1, 1, 1}, {7, 1.02, 1, 1.04}}, 0.05, 0.02, 1);
  ASSERT_EQ(parts.size(), 1);
  EXPECT_EQ(parts[0].end, 7);
  EXPECT_EQ(parts[0].level, 0.05);
  EXPECT_FALSE(parts[0].is_suspected);
  EXPECT_NEAR(parts[0].size, std::log(1.02), 1e-12);
}

TEST(AuditPart, ComparesTheEndsAndNothingElseIfTheyAreAlike) {
  ScriptedCommits commits(30, {});
  EXPECT_THAT(audit_part({0, 30, 0.05}, commits.comparing()), IsEmpty());
  EXPECT_THAT(commits.asked, ElementsAre("0..30"));
}

TEST(AuditPart, SaysThatASuspectIsCleared) {
  ScriptedCommits commits(30, {});
  EXPECT_THAT(
      texts_of_findings(audit_part({0, 30, 0.05, true}, commits.comparing())),
      ElementsAre("0..30 unconfirmed 100"));
}

TEST(AuditPart, FindsTheCommitAndConfirmsIt) {
  ScriptedCommits commits(8, {{3, 1.05}});
  EXPECT_THAT(texts_of_findings(audit_part({0, 8, 0.05}, commits.comparing())),
              ElementsAre("3 105"));
  EXPECT_THAT(commits.asked, ElementsAre("0..8", "0..4", "0..2", "0..3", "2..3",
                                         "0..2", "3..8"));
}

TEST(AuditPart, PassesItsLevelOnToBothHalves) {
  ScriptedCommits commits(4, {{2, 1.05}});
  (void)audit_part({0, 4, 0.04}, commits.comparing());
  // 0..4, 0..2, 0..1, and 1..2 confirms; then 0..1 and 2..4.
  EXPECT_THAT(commits.levels_asked,
              ElementsAre(0.04, 0.002, 0.002, 0.04, 0.02, 0.02));
}

TEST(AuditPart, FindsSeveralChangesOfOnePart) {
  ScriptedCommits commits(30, {{4, 1.05}, {5, 1.03}, {22, 1.1}});
  EXPECT_THAT(texts_of_findings(audit_part({0, 30, 0.05}, commits.comparing())),
              ElementsAre("4 105", "5 103", "22 110"));
}

TEST(AuditPart, ReportsNoCommitThatIsNotConfirmed) {
  ScriptedCommits commits(8, {{3, 1.05}});
  commits.unconfirmed = {3};
  EXPECT_THAT(texts_of_findings(audit_part({0, 8, 0.05}, commits.comparing())),
              ElementsAre("3 unconfirmed 100"));
}

TEST(AuditPart, TellsWhatIsClearedFromWhatIsNotKnown) {
  const auto compare = [](std::size_t earlier, std::size_t later, double) {
    CommitComparison result;
    result.blocks = 10;
    result.is_found = later - earlier > 1;
    result.is_cleared = !result.is_found;
    result.ratio = result.is_found ? 1.05 : 1;
    result.log_ratio = LogRatio{std::log(*result.ratio), 1e-6};
    return result;
  };
  const auto findings = audit_part({0, 2, 0.05}, compare);
  ASSERT_EQ(findings.size(), 1);
  EXPECT_EQ(findings[0].standing, AuditFinding::Standing::kCleared);
}

TEST(AuditPart, NamesAllCommitsThatItMayBe) {
  ScriptedCommits commits(8, {{3, 1.05}});
  commits.broken = {2, 3};
  EXPECT_THAT(texts_of_findings(audit_part({0, 8, 0.05}, commits.comparing())),
              ElementsAre("1..4 105"));
  commits.broken = {8};
  EXPECT_THAT(texts_of_findings(audit_part({0, 8, 0.05}, commits.comparing())),
              ElementsAre("0..8 failed"));
}

}  // namespace
}  // namespace spl::runner
