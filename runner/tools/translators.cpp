#include "runner/tools/translators.hpp"

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
