#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "runner/findings/bisection_report.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/planning.hpp"
#include "runner/findings/ranking.hpp"
#include "runner/findings/revision_report.hpp"
#include "runner/findings/sensitivity_report.hpp"
#include "runner/measuring/performance_report.hpp"
#include "runner/measuring/self_test.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/host_facts.hpp"

/// What an evaluation came to: plain data that reporters only read.
namespace spl::runner {

struct Context {
  std::string host;
  unsigned processors = 0;
  std::string compiler;  ///< That built spl-run.
  std::string time;      ///< ISO 8601, UTC.
  std::uint64_t seed = 0;
  std::vector<HostRecord> hosts = {};  ///< Where blocks were made.
};

struct Report {
  Context context;
  Settings settings;  ///< Before what formula files set.
  /// Before what formula files set. Empty if given files do not say.
  std::string metric = "wall";
  logic::Dimension dimension = logic::Dimension::kTime;
  std::vector<parser::Diagnostic> errors;
  std::vector<std::string> warnings;
  std::vector<FormulaReport> formulas;
  std::vector<PerformanceReport> performances;
  std::vector<RevisionReport> revisions;
  std::optional<BisectionReport> bisection;
  std::optional<Ranking> ranking;
  std::vector<SensitivityReport> sensitivity;
  std::optional<Planning> planning;  ///< Of --plan.
  std::vector<SelfTest> self_tests;  ///< Of --self-test.
  double seconds = 0;                ///< Of measuring.
  /// Measured in one layout, though nobody asked for it.
  std::set<logic::Performance> in_one_layout;
  /// Whether nothing is measured any more: a report that is written while
  /// something is may be the last, if this process is killed.
  bool is_complete = true;
};

/// What the performance was measured or given in.
[[nodiscard]] logic::Dimension dimension(const PerformanceReport& one,
                                         const Report& report);

}  // namespace spl::runner
