#include "runner/foreign/translators.hpp"

#include "runner/foreign/catch2_program.hpp"
#include "runner/foreign/google_benchmark_program.hpp"
#include "runner/foreign/nanobench_program.hpp"

namespace spl::runner {

const Translator* translator(Framework framework) {
  static const GoogleBenchmarkProgram google_benchmark;
  static const Catch2Program catch2;
  static const NanobenchProgram nanobench;
  switch (framework) {
    case Framework::kGoogleBenchmark:
      return &google_benchmark;
    case Framework::kCatch2:
      return &catch2;
    case Framework::kNanobench:
      return &nanobench;
    case Framework::kSpl:
    case Framework::kUnknown:
      break;
  }
  return nullptr;
}

}  // namespace spl::runner
