#include "runner/store/earlier_ratios.hpp"

namespace spl::runner {

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
