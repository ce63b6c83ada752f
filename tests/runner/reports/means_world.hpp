#pragma once

#include <string>
#include <vector>

#include "tests/golden_file.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {

inline const Script kMeans = means(
    {{"a(1)", 100}, {"a(2)", 200}, {"b(1)", 110}, {"b(2)", 230}, {"c", 100}});

/// Proven, not refuted, refuted, not proven, a constant and a failure.
inline const std::vector<std::string> kFormulas{
    "-e", "a(n) < b(n)",  "-e", "a(1) <= c(1) or a(2) > b(2)",
    "-e", "a(1) > b(1)",  "-e", "a(1) < c(1)",
    "-e", "a(1) <= a(1)", "-e", "a(1) <= a(3)"};

/// Expects what is in a file of the tests' data.
inline void expect_file(const std::string& name, const std::string& content) {
  expect_golden(std::string(SPL_TEST_DATA) + "/" + name, content);
}

}  // namespace spl::runner
