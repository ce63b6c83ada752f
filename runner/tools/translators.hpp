#pragma once

#include <string>
#include <string_view>

#include "runner/tools/framework.hpp"
#include "runner/tools/translator.hpp"

namespace spl::runner {

/// Returns the translator of a framework; null for programs of SPL and unknown
/// ones.
[[nodiscard]] const Translator* translator(Framework framework);

/// Returns the translator for Catch2 2 and 3. Benchmarks are those of test
/// cases with the tag [!benchmark], found by executing each with a single
/// sample; a workload is TEST CASE/BENCHMARK. Reports have no samples but their
/// mean, so a run has one observation, the mean of 50 samples, and one executes
/// all benchmarks of its test case.
[[nodiscard]] const Translator& catch2_program();

/// Returns the test specification that selects a test case by its name.
[[nodiscard]] std::string test_specification(std::string_view name);

/// Returns the translator for Google Benchmark from 1.7 on: one benchmark is
/// executed with as many repetitions as there are observations, each of at
/// least 0.2 ms, of which its timing is some thousandths. From 1.8 on a request
/// may say how many iterations each has; before, each run finds them.
[[nodiscard]] const Translator& google_benchmark_program();

/// Returns a POSIX extended regular expression that matches this text alone.
[[nodiscard]] std::string pattern_of(std::string_view name);

/// Returns the translator for programs of nanobench that render its JSON, to
/// standard output or to the file that SPL_REPORT names. They have no options:
/// each execution is of the whole program, which may look at SPL_BENCHMARK and
/// run that benchmark alone. A workload is NAME, or TITLE/NAME where the title
/// is not the default; epochs are its observations.
[[nodiscard]] const Translator& nanobench_program();

}  // namespace spl::runner
