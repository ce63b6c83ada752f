#include <cstdio>
#include <cstdlib>

#include "integrations/client/assertion.hpp"
#include "integrations/gtest/first_failure.hpp"
#include "integrations/gtest/spl/gtest.hpp"
#include "integrations/gtest/unseen.hpp"
#include "spl/workload/protocol.hpp"
#include "spl/workload/worker.hpp"

namespace spl::gtest {
namespace {

using Outcome = client::Evaluation::Outcome;

/// GoogleTest reports the program's start to listeners when all static objects
/// exist, before any environment is set up and for any selection of tests.
class Answerer : public ::testing::EmptyTestEventListener {
  void OnTestProgramStart(const ::testing::UnitTest&) override {
    workload::answer_request_if_asked();
  }
};

client::Claim client_claim(const Claim& claim) {
  client::Claim result{claim.formula};
  for (const Setting& one : claim.settings) {
    result.options.push_back("--" + one.name + '=' + one.value);
  }
  return result;
}

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

void skip(const std::string& message) { GTEST_SKIP() << message; }

const char* description(Outcome outcome) {
  switch (outcome) {
    case Outcome::kHolds:
      return "holds";
    case Outcome::kViolated:
      return "is violated";
    case Outcome::kUndecided:
    case Outcome::kSkipped:
      return "could not be decided";
    case Outcome::kError:
      return "could not be evaluated";
  }
  return "";
}

}  // namespace

::testing::AssertionResult HoldsWith::operator()(const char*,
                                                 const Claim& claim) const {
  const client::Evaluation evaluation =
      client::evaluate(client_claim(claim), recorded_runner, assertion_count());
  record(evaluation);
  const std::string report = unseen_text(claim.formula) + evaluation.message;
  const std::string message = "The formula\n  " + claim.formula + "\n" +
                              description(evaluation.outcome) + ":\n" + report;
  if (evaluation.outcome == Outcome::kSkipped) skip(message);
  // A pass that only means "too noisy to decide" must be visible.
  if (evaluation.outcome == Outcome::kHolds) {
    std::printf("%s", report.c_str());
    std::fflush(stdout);
  }
  const bool success = evaluation.outcome == Outcome::kHolds ||
                       evaluation.outcome == Outcome::kSkipped;
  return success ? ::testing::AssertionSuccess() << message
                 : ::testing::AssertionFailure() << message;
}

std::size_t& assertion_count() {
  static std::size_t count = 0;
  return count;
}

bool answer_before_tests() {
  static const bool done = [] {
    remember_environment();
    if (std::getenv(workload::kVariable) != nullptr) {
      fail_runs_by_assertions();
      ::testing::UnitTest::GetInstance()->listeners().Append(new Answerer);
    }
    return true;
  }();
  return done;
}

}  // namespace spl::gtest
