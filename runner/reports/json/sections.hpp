#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "parser/source.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/level_planning.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/history/ratio_series.hpp"

/// The parts of the JSON report, as docs/report.schema.json has them.
namespace spl::runner {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// Returns null for an absent value, and for one that is not finite.
[[nodiscard]] Json number_json(std::optional<double> value);

/// Returns null for an empty text.
[[nodiscard]] Json text_json(const std::string& text);

[[nodiscard]] Json value_json(const logic::Value& value);

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
