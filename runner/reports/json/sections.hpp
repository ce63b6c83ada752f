#pragma once

#include <variant>
#include <vector>

#include "parser/source.hpp"
#include "runner/findings/report.hpp"
#include "runner/reports/json/values.hpp"

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

// planning.cpp; null if costs are not known.
[[nodiscard]] Json optimum_json(const PlannedLevels& levels);

// revisions.cpp
[[nodiscard]] Json json_of(const RevisionReport& revision);

// guard.cpp
[[nodiscard]] Json json_of(const std::vector<LeftOut>& all);
[[nodiscard]] Json json_of(const statistics::RatioDrift& drift);

// The members of each outcome, besides its formulas, in the file of its name.
void add_outcome(std::monostate nothing, Json& root);
void add_outcome(const Evaluation& evaluation, Json& root);
void add_outcome(const BisectionReport& bisection, Json& root);
void add_outcome(const Ranking& ranking, Json& root);
void add_outcome(const Sensitivity& sensitivity, Json& root);
void add_outcome(const Planning& planning, Json& root);
void add_outcome(const SelfTests& tests, Json& root);
void add_outcome(const Guard& guard, Json& root);
void add_outcome(const Times& times, Json& root);
void add_outcome(const Comparison& comparison, Json& root);
void add_outcome(const PerformanceHistory& history, Json& root);
void add_outcome(const AuditReport& audit, Json& root);

}  // namespace spl::runner
