#include "spl/workload/failed_assertion.hpp"

#include <gtest/gtest.h>

#include "spl/workload.hpp"
#include "spl/workload/answer.hpp"
#include "spl/workload/clock.hpp"

namespace spl::workload {
namespace {

SPL_WORKLOAD(checked, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 100; ++i) spl::keep(i);
  }
}

class FailedAssertionTest : public ::testing::Test {
 protected:
  ~FailedAssertionTest() override { set_failed_assertion(nullptr); }

  static RunAnswer run(const char* method) {
    Request request;
    request.task = Request::Task::kRun;
    request.method = method;
    SteadyClock clock;
    return answer_run(request, clock);
  }
};

TEST_F(FailedAssertionTest, WithoutAnAdapterNoneFails) {
  EXPECT_EQ(failed_assertion(), "");
}

TEST_F(FailedAssertionTest, ARunInWhichNoneFailsHasObservations) {
  set_failed_assertion([] { return std::string(); });
  const RunAnswer answer = run("checked");
  EXPECT_EQ(answer.failure, "");
  EXPECT_EQ(answer.observations.size(), 1u);
}

TEST_F(FailedAssertionTest, ARunInWhichOneFailsHasNoObservations) {
  set_failed_assertion([] { return std::string("failed an assertion"); });
  const RunAnswer answer = run("checked");
  EXPECT_EQ(answer.failure, "failed an assertion");
  EXPECT_EQ(answer.observations.size(), 0u);
}

}  // namespace
}  // namespace spl::workload
