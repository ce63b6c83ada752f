#pragma once

#include <string>
#include <string_view>

#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Returns the translator for Catch2 2 and 3. Benchmarks are those of test
/// cases with the tag [!benchmark], found by executing each with a single
/// sample; a workload is TEST CASE/BENCHMARK. Reports have no samples but their
/// mean, so a run has one observation, the mean of 50 samples, and one executes
/// all benchmarks of its test case.
[[nodiscard]] const Translator& catch2_program();

/// Returns the test specification that selects a test case by its name.
[[nodiscard]] std::string test_specification(std::string_view name);

}  // namespace spl::runner
