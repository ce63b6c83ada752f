#include <gtest/gtest-spi.h>

#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include "integrations/client/spl/assertion.hpp"
#include "integrations/gtest/spl/gtest.hpp"
#include "integrations/gtest/unseen.hpp"
#include "spl/workload/failed_assertion.hpp"
#include "spl/workload/worker.hpp"

namespace spl::gtest {
namespace {

using Outcome = client::Evaluation::Outcome;

/// Keeps the first failure of all threads, and nothing else: an assertion in a
/// loop may fail a million times.
class FirstFailure : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  FirstFailure()
      : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, nullptr) {}

  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!text_.empty()) return;
    text_ = "failed an assertion";
    if (result.file_name() != nullptr) {
      text_.append(" at ").append(result.file_name());
      if (result.line_number() >= 0) {
        text_.append(":").append(std::to_string(result.line_number()));
      }
    }
    text_.append(": ").append(result.message());
  }

  std::string text() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

// Lives as long as the process, whose threads may assert until its end.
FirstFailure& first_failure() {
  static auto* const only = new FirstFailure;
  return *only;
}

/// Makes failed assertions of GoogleTest fail the run of this process, with the
/// text that GoogleTest has for them. They are no longer printed.
void fail_runs_by_assertions() {
  (void)first_failure();
  workload::set_failed_assertion([] { return first_failure().text(); });
}

/// GoogleTest reports the program's start to listeners when all static objects
/// exist, before any environment is set up and for any selection of tests.
class Answerer : public ::testing::EmptyTestEventListener {
  void OnTestProgramStart(const ::testing::UnitTest&) override {
    workload::answer_request_if_asked();
  }
};

/// Returns the number of assertions whose verdicts the test has.
int recorded_verdicts(const ::testing::TestResult& test) {
  int count = 0;
  for (int i = 0; i < test.test_property_count(); ++i) {
    const std::string name = test.GetTestProperty(i).key();
    const std::string end = "_verdict";
    const bool is_verdict = name.rfind("spl_", 0) == 0 &&
                            name.rfind(end) == name.size() - end.size();
    if (is_verdict) ++count;
  }
  return count;
}

/// Makes the findings properties of the test, "spl_1_ratio_2" for the second
/// relation of the first assertion.
void record(const client::Evaluation& evaluation) {
  const ::testing::TestInfo* test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return;
  const int number = recorded_verdicts(*test->result()) + 1;
  for (const auto& [name, value] : evaluation.properties) {
    ::testing::Test::RecordProperty(
        "spl_" + std::to_string(number) + '_' + name, value);
  }
}

std::vector<std::string> selection() {
  const ::testing::TestInfo* test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return {};
  return {std::string("--gtest_filter=") + test->test_suite_name() + '.' +
          test->name()};
}

}  // namespace

client::Evaluation evaluate(const client::Claim& claim,
                            const char* recorded_runner) {
  client::Evaluation evaluation =
      client::evaluate(claim, recorded_runner, selection());
  record(evaluation);
  evaluation.report.insert(0, unseen_text(claim));
  return evaluation;
}

bool skips(const client::Evaluation& evaluation) {
  return evaluation.outcome == Outcome::kSkipped;
}

::testing::AssertionResult holds(const char*,
                                 const client::Evaluation& evaluation) {
  // A pass that only means "too noisy to decide" must be visible.
  if (evaluation.outcome == Outcome::kHolds ||
      evaluation.outcome == Outcome::kPassed) {
    std::printf("%s", evaluation.report.c_str());
    std::fflush(stdout);
  }
  return (client::fails(evaluation) ? ::testing::AssertionFailure()
                                    : ::testing::AssertionSuccess())
         << evaluation.report;
}

::testing::AssertionResult HoldsOrSkips::operator()(
    const char* expression, const client::Evaluation& evaluation) const {
  // As GTEST_SKIP() would at the place of the assertion, but without a return.
  if (skips(evaluation)) {
    GTEST_MESSAGE_AT_(file, line, "", ::testing::TestPartResult::kSkip)
        << evaluation.report;
  }
  return holds(expression, evaluation);
}

bool answer_before_tests() {
  static const bool done = [] {
    remember_environment();
    if (client::is_worker()) {
      fail_runs_by_assertions();
      ::testing::UnitTest::GetInstance()->listeners().Append(new Answerer);
    }
    return true;
  }();
  return done;
}

}  // namespace spl::gtest
