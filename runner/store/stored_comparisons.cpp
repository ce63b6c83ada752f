#include "runner/store/stored_comparisons.hpp"

namespace spl::runner {
namespace {

std::optional<double> number_in(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return row.number(column);
}

}  // namespace

std::vector<StoredComparison> stored_comparisons(
    Database& database, const ComparedCommits& compared) {
  Statement found = database.statement(R"sql(
    SELECT DISTINCT relation.finding, relation.alpha, relation.blocks,
           relation.ratio, relation.lower, relation.upper, experiment.begun,
           experiment.uuid, formula.number, relation.number
    FROM performance
    JOIN series AS one ON one.performance = performance.id
    JOIN series AS other ON other.performance = performance.id
      AND other.experiment = one.experiment
      AND other.block_group = one.block_group
    JOIN relation_series AS of_one ON of_one.series = one.id
    JOIN relation_series AS of_other
      ON of_other.series = other.id AND of_other.relation = of_one.relation
    JOIN relation ON relation.id = of_one.relation
    JOIN formula ON formula.id = relation.formula
    JOIN experiment ON experiment.id = one.experiment
    WHERE performance.uuid = ?1 AND one.metric = ?2 AND one.commit_id = ?3
      AND other.commit_id = ?4 AND formula.file = ?5
      AND one.revision = '' AND NOT one.dirty AND NOT other.dirty
    ORDER BY experiment.begun, experiment.uuid, formula.number, relation.number
  )sql");
  found.start(uuid_of(compared.performance), to_text(compared.metric),
              compared.later, compared.earlier, compared.file);
  std::vector<StoredComparison> result;
  while (found.next()) {
    result.push_back({std::string(found.text(0)), found.number(1),
                      static_cast<std::size_t>(found.integer(2)),
                      number_in(found, 3), number_in(found, 4),
                      number_in(found, 5)});
  }
  return result;
}

}  // namespace spl::runner
