#pragma once

#include <vector>

#include "parser/source.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/level_planning.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/reports/json/values.hpp"
#include "spl/statistics/history/ratio_drift.hpp"

/// The parts of the JSON report, as docs/report.schema.json has them.
namespace spl::runner {

// context.cpp
[[nodiscard]] Json json_of(const Context& context,
                           const std::vector<HostRecord>& hosts);
[[nodiscard]] Json json_of(const Settings& settings);

// formulas.cpp
[[nodiscard]] Json json_of(const parser::Diagnostic& error);
[[nodiscard]] Json json_of(const FormulaReport& formula);

// performances.cpp; `ids` are those of all relations of the suite, or empty.
[[nodiscard]] Json json_of(const PerformanceReport& performance,
                           const Report& report,
                           const std::vector<std::string>& ids);

// Null if costs are not known.
[[nodiscard]] Json optimum_json(const PlannedLevels& levels);

// revisions.cpp
[[nodiscard]] Json json_of(const RevisionReport& revision);

// formulas.cpp
[[nodiscard]] Json json_of(const std::vector<LeftOut>& all);
[[nodiscard]] Json json_of(const statistics::RatioDrift& drift);

}  // namespace spl::runner
