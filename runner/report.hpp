#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "runner/schedule.hpp"
#include "runner/settings.hpp"
#include "spl/logic/decision.hpp"
#include "spl/workload/protocol.hpp"

/// What an evaluation came to: plain data that reporters only read.
namespace spl::runner {

struct RelationReport {
  std::string text;  ///< With values in place of variables.
  std::vector<std::pair<std::string, logic::Value>> bindings;
  logic::Decision decision;
  /// Why measuring it stopped: "runs", "constant", or "failed".
  std::string stopped;
  std::size_t blocks = 0;  ///< Measured and counted.
};

struct FormulaReport {
  std::string label;
  std::string file;
  std::size_t line = 0;
  std::string text;
  logic::Verdict verdict = logic::Verdict::kUndecided;
  std::vector<RelationReport> relations;
};

/// One performance as it was measured in one group of relations.
struct PerformanceReport {
  logic::Performance performance;
  Measured measured;
  workload::BuildFacts build;
};

struct Context {
  std::string host;
  unsigned processors = 0;
  std::string time;  ///< ISO 8601, UTC.
  std::uint64_t seed = 0;
};

struct Report {
  Context context;
  Settings settings;  ///< Before what formula files set.
  std::vector<parser::Diagnostic> errors;
  std::vector<std::string> warnings;
  std::vector<FormulaReport> formulas;
  std::vector<PerformanceReport> performances;
  double seconds = 0;  ///< Of measuring.
};

/// 0 all hold, 1 violated, 2 errors, 3 measurement failed, 4 undecided. Worst
/// first: 2, 1, 3, 4.
[[nodiscard]] int exit_status(const Report& report);

}  // namespace spl::runner
