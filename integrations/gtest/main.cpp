#include <gtest/gtest.h>

#include "spl/workload/worker.hpp"

/// GoogleTest's main for programs with workloads: a run starts without
/// GoogleTest.
int main(int argc, char** argv) {
  spl::workload::answer_request_if_asked();
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
