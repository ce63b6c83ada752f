#pragma once

#include <string>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/reports/terminal/paint.hpp"

/// The sections of the report for people, each in the file of its name. They
/// end with a line feed, unless they are empty.
namespace spl::runner {

/// How much is shown, and how.
struct Style {
  Detail detail = Detail::kNormal;
  Colors colors = Colors::kOff;
};

/// A line for each formula and relation, and what belongs to it.
[[nodiscard]] std::string formulas_section(
    const std::vector<FormulaReport>& formulas, Style style);

/// What each interpretation says of a relation, and all intervals of its ratio.
[[nodiscard]] std::string details_section(const RelationReport& relation,
                                          logic::Dimension dimension);

/// The commit at which formulas stopped holding.
[[nodiscard]] std::string bisection_section(const BisectionReport& bisection);

/// What can be done next.
[[nodiscard]] std::string commands_section(const BisectionReport& bisection);

/// The performances in order, and which of them differ.
[[nodiscard]] std::string ranking_section(const Ranking& ranking,
                                          logic::Dimension dimension);

[[nodiscard]] std::string sensitivity_section(const SensitivityReport& one);

/// The number of repetitions of the tables of --sensitivity; empty without any.
[[nodiscard]] std::string sensitivity_footer(const Report& report);

[[nodiscard]] std::string planning_section(const Planning& planning);

[[nodiscard]] std::string self_test_section(const SelfTest& test);

/// What was measured of each performance, and where.
[[nodiscard]] std::string performances_section(const Report& report);

/// The revisions behind their names, and the warnings.
[[nodiscard]] std::string remarks_section(const Report& report, Colors colors);

/// How many formulas hold, how that was decided, and where it comes from.
[[nodiscard]] std::string summary_section(const Report& report);

}  // namespace spl::runner
