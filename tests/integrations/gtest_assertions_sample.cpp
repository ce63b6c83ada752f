// Workloads whose assertions of GoogleTest fail or hold.

#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <thread>
#include <vector>

namespace {

class Filled : public ::testing::Test {
 public:
  void SetUp() override { ASSERT_GT(values.size(), 2u) << "too few values"; }
  std::vector<int> values = std::vector<int>(1);
  void TestBody() override {}
};

SPL_WORKLOAD(right, ()) {
  const std::vector<int> values(10);
  while (spl.needs_more()) {
    for (int i = 0; i < 100; ++i) spl::keep(values[5]);
    ASSERT_EQ(values.size(), 10u);
    SUCCEED() << "not a failure";
  }
}

SPL_WORKLOAD(asserts_in_loop, ()) {
  const std::vector<int> values(10);
  while (spl.needs_more()) ASSERT_EQ(values.size(), 3u);
}

SPL_WORKLOAD(expects_in_loop, ()) {
  const std::vector<int> values(10);
  while (spl.needs_more()) EXPECT_EQ(values.size(), 3u) << "the reason";
}

SPL_WORKLOAD(expects_afterwards, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 100; ++i) spl::keep(i);
  }
  ADD_FAILURE() << "at the end";
}

SPL_WORKLOAD(fails_in_set_up, ()) {
  Filled fixture;
  fixture.SetUp();
  while (spl.needs_more()) {
    for (int i = 0; i < 100; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(fails_in_a_thread, ()) {
  std::thread([] { EXPECT_TRUE(false) << "in a thread"; }).join();
  while (spl.needs_more()) {
    for (int i = 0; i < 100; ++i) spl::keep(i);
  }
}

}  // namespace
