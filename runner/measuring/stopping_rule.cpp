#include "runner/measuring/stopping_rule.hpp"

namespace spl::runner {

std::string_view to_text(Stop stop) {
  switch (stop) {
    case Stop::kDecided:
      return "decided";
    case Stop::kResolution:
      return "resolution";
    case Stop::kMayHide:
      return "may hide";
    case Stop::kTwofold:
      return "twofold";
    case Stop::kLinks:
      return "links";
    case Stop::kFormula:
      return "formula";
    case Stop::kBudget:
      return "budget";
    case Stop::kRuns:
      return "runs";
    case Stop::kFailed:
      return "failed";
    case Stop::kInterrupted:
      return "interrupted";
    case Stop::kFailFast:
      return "fail fast";
    case Stop::kOpen:
      return "open";
    case Stop::kData:
    case Stop::kReport:
      return "data";
    case Stop::kConstant:
      return "constant";
    case Stop::kIdentical:
      return "identical";
    case Stop::kObservations:
      return "observations";
    case Stop::kLateCalls:
      return "late calls";
    case Stop::kDoubtfulTimes:
      return "doubtful times";
    case Stop::kUnoptimised:
      return "unoptimised";
  }
  return {};
}

}  // namespace spl::runner
