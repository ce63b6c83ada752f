#pragma once

#include "parser/source.hpp"
#include "runner/findings/report.hpp"
#include "runner/reports/json/values.hpp"

/// The parts of the JSON report, as docs/report.schema.json has them.
namespace spl::runner {

// context.cpp
[[nodiscard]] Json json_of(const Context& context);
[[nodiscard]] Json json_of(const Settings& settings);

// formulas.cpp
[[nodiscard]] Json json_of(const parser::Diagnostic& error);
[[nodiscard]] Json json_of(const FormulaReport& formula);

// performances.cpp
[[nodiscard]] Json json_of(const PerformanceReport& performance,
                           const Report& report);

// revisions.cpp
[[nodiscard]] Json json_of(const RevisionReport& revision);
[[nodiscard]] Json json_of(const BisectionReport& bisection);

// Each in the file of its name.
[[nodiscard]] Json json_of(const Ranking& ranking);
[[nodiscard]] Json json_of(const SensitivityReport& sensitivity);
[[nodiscard]] Json json_of(const Planning& planning);
[[nodiscard]] Json json_of(const SelfTest& test);

}  // namespace spl::runner
