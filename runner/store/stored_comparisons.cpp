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

std::optional<EarlierRatio> contradicting_ratio(Database& database,
                                                const AskedRelation& asked,
                                                double apart) {
  Statement found = database.statement(R"sql(
    WITH asked AS (
      SELECT relation.*, experiment.id AS experiment, experiment.begun
      FROM experiment
      JOIN formula ON formula.experiment = experiment.id
      JOIN relation ON relation.formula = formula.id
      WHERE experiment.uuid = ?1 AND formula.number = ?2
        AND relation.number = ?3),
    own AS (
      SELECT series.*, host.name, host.processor, host.processors
      FROM asked
      JOIN relation_series AS link ON link.relation = asked.id
      JOIN series ON series.id = link.series
      JOIN host ON host.id = series.host),
    latest AS (
      SELECT DISTINCT experiment.id, experiment.begun
      FROM asked
      JOIN (SELECT * FROM own LIMIT 1) AS one
      JOIN series ON series.performance = one.performance
        AND series.build = one.build
      JOIN experiment ON experiment.id = series.experiment
      WHERE experiment.id <> asked.experiment
        AND experiment.begun <= asked.begun AND experiment.begun >=
          strftime('%Y-%m-%dT%H:%M:%SZ', asked.begun, '-30 days')
      ORDER BY experiment.begun DESC LIMIT 10)
    SELECT latest.begun, earlier.ratio, earlier.lower, earlier.upper
    FROM asked JOIN latest
    JOIN formula ON formula.experiment = latest.id
    JOIN relation AS earlier ON earlier.formula = formula.id
    WHERE earlier.text = asked.text AND earlier.decided_by = asked.decided_by
      AND earlier.ratio > 0 AND earlier.upper IS NOT NULL
      AND (earlier.lower > asked.upper * (1 + ?4)
           OR earlier.upper * (1 + ?4) < asked.lower)
      AND (SELECT count(*) FROM relation_series WHERE relation = earlier.id)
        = (SELECT count(*) FROM own)
      AND (SELECT count(*) FROM own
           JOIN relation_series AS link ON link.relation = earlier.id
           JOIN series AS its ON its.id = link.series
             AND its.performance = own.performance AND its.build = own.build
             AND its.metric = own.metric
           JOIN host ON host.id = its.host AND host.name = own.name
             AND host.processor IS own.processor
             AND host.processors IS own.processors)
        = (SELECT count(*) FROM own)
    ORDER BY latest.begun DESC LIMIT 1
  )sql");
  found.start(asked.experiment, asked.formula, asked.relation, apart);
  if (!found.next()) return std::nullopt;
  return EarlierRatio{std::string(found.text(0)),
                      {found.number(1), found.number(2), found.number(3), {}}};
}

}  // namespace spl::runner
