#pragma once

#include <string>

namespace spl::gtest {

/// Keeps the environment as it is; only the first call counts. Before any test.
void remember_environment();

/// A line on what of the test that is running does not reach the workloads,
/// which run in other processes: a parameter that the formula does not name, or
/// a fixture. Empty where there is none, or where the test has changed the
/// environment, which workloads do see.
[[nodiscard]] std::string unseen_text(const std::string& formula);

}  // namespace spl::gtest
