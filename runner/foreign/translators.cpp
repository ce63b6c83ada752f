#include "runner/foreign/translators.hpp"

#include "runner/foreign/catch2_program.hpp"
#include "runner/foreign/google_benchmark_program.hpp"
#include "runner/foreign/nanobench_program.hpp"

namespace spl::runner {

const Translator* translator(Framework framework) {
  switch (framework) {
    case Framework::kGoogleBenchmark:
      return &google_benchmark_program();
    case Framework::kCatch2:
      return &catch2_program();
    case Framework::kNanobench:
      return &nanobench_program();
    case Framework::kSpl:
    case Framework::kUnknown:
      break;
  }
  return nullptr;
}

}  // namespace spl::runner
