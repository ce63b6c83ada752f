#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/run_statistic.hpp"

/// The two sides of a relation: their texts, and what they take.
namespace spl::runner {

/// What one performance takes in a side, as both amounts of the side do.
struct SideTerm {
  double factor = 1;
  std::optional<double> amount;
  std::optional<double> mean;
};

/// A side of a relation. Amounts are nanoseconds or counts, absent without
/// observations.
struct RelationSide {
  std::string text;  ///< `12 * json_parse(10)`: never THIS, never a variable.
  /// What the number that represents a run comes to: of typical calls, unless
  /// the relation is about something else. The level is the median over the
  /// runs (of means the mean), and the quotient of the sides is the relation's
  /// ratio.
  std::optional<double> amount;
  /// The mean of all calls of all runs; likewise.
  std::optional<double> mean;
  std::vector<SideTerm> terms = {};  ///< In order; none of a constant.
  double constant = 0;
};

struct Sides {
  RelationSide left;
  RelationSide right;
};

/// Writes a side as formulas do: `1.05 * p99(f(1)) + 5 us`.
[[nodiscard]] std::string side_text(
    const logic::LinearForm& side,
    const std::optional<logic::StatedStatistic>& stated,
    logic::Dimension dimension);

/// The observations of sides. Both experiments outlive this.
struct SideObservations {
  const logic::Experiment& compared;  ///< The runs that decide.
  /// The same with the observations of all calls; null if `compared` has them.
  const logic::Experiment* plain = nullptr;
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  logic::Dimension dimension = logic::Dimension::kTime;
};

/// Gives two amounts the ratio, and leaves their geometric mean: medians of the
/// sides may have another one, as where blocks differ. A side without
/// performances keeps its amount.
void agree_with(double ratio, const logic::Relation& relation,
                std::optional<double>& left, std::optional<double>& right);

/// Returns both sides of a relation with their amounts.
[[nodiscard]] Sides sides_of(const logic::Relation& relation,
                             const SideObservations& observations);

}  // namespace spl::runner
