#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "runner/commands/sensitivity/sensitivity.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string_view name_of(const logic::SensitivityCount& count) {
  return count.interpretation ? to_text(*count.interpretation) : "parts";
}

const char* draw_text(logic::SensitivityRow::Draw draw) {
  switch (draw) {
    case logic::SensitivityRow::Draw::kOneSet:
      return "observations of one set";
    case logic::SensitivityRow::Draw::kObservations:
      return "observations of halves";
    case logic::SensitivityRow::Draw::kRuns:
      return "runs";
  }
  return "";
}

std::string shares_text(const logic::SensitivityRow& row,
                        const logic::SensitivityCount& count) {
  const auto share = [&](std::size_t found) {
    return 100 * static_cast<double>(found) /
           static_cast<double>(row.repetitions);
  };
  return fmt::format("{:.1f}/{:.1f}", share(count.slower), share(count.faster));
}

/// The rows of one kind of draws.
std::string table(const SensitivityReport& one,
                  logic::SensitivityRow::Draw draw) {
  std::optional<Columns> columns;
  for (const logic::SensitivityRow& row : one.rows) {
    if (row.draw != draw) continue;
    Columns::Row headings{draw_text(draw)};
    Columns::Row cells{std::to_string(row.size)};
    for (const logic::SensitivityCount& count : row.counts) {
      headings.emplace_back(name_of(count));
      cells.emplace_back(shares_text(row, count));
    }
    if (!columns) columns.emplace(headings);
    columns->add(std::move(cells));
  }
  return columns ? columns->text() : std::string();
}

std::string tables(const SensitivityReport& one) {
  using Draw = logic::SensitivityRow::Draw;
  std::string text = fmt::format(
      "{} times {:.6g}: found slower/faster, in % of the repetitions\n",
      to_text(one.performance), one.scale);
  for (const Draw draw : {Draw::kOneSet, Draw::kObservations, Draw::kRuns}) {
    text += table(one, draw);
  }
  return text;
}

/// The numbers of repetitions, and the level of all rows.
std::string footer(const std::vector<SensitivityReport>& sensitivity,
                   const logic::DecisionSettings& how) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  std::size_t most = 0;
  for (const SensitivityReport& one : sensitivity) {
    for (const logic::SensitivityRow& row : one.rows) {
      fewest = std::min(fewest, row.repetitions);
      most = std::max(most, row.repetitions);
    }
  }
  std::string text = (fewest == most ? "" : std::to_string(fewest) + " to ") +
                     std::to_string(most) +
                     " repetitions a row, each direction at alpha " +
                     percent_text(how.alpha);
  text +=
      how.interpretation == logic::Interpretation::kNonparametric
          ? "."
          : ". -s interpretation=nonparametric adds a column for that, with "
            "fewer repetitions.";
  return text + '\n';
}

}  // namespace

std::string Sensitivity::section(const Report& report,
                                 const Style& /*style*/) const {
  if (all.empty()) return {};
  std::string text;
  for (const SensitivityReport& one : all) text += tables(one);
  return text + footer(all, report.settings.deciding);
}

}  // namespace spl::runner
