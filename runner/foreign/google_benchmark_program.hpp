#pragma once

#include <string>
#include <string_view>

#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Returns the translator for Google Benchmark from 1.7 on: one benchmark is
/// executed with as many repetitions as there are observations, each of at
/// least 0.2 ms, of which its timing is some thousandths. From 1.8 on a request
/// may say how many iterations each has; before, each run finds them.
[[nodiscard]] const Translator& google_benchmark_program();

/// Returns a POSIX extended regular expression that matches this text alone.
[[nodiscard]] std::string pattern_of(std::string_view name);

}  // namespace spl::runner
