#include "runner/store/earlier_ratios.hpp"

namespace spl::runner {

std::optional<EarlierRatio> contradicting_ratio(Database& database,
                                                const AskedRelation& asked,
                                                double apart) {
  Statement found = database.statement(R"sql(
    SELECT begun, ratio, lower, upper FROM (
      SELECT then_.begun, earlier.ratio, earlier.lower, earlier.upper,
             now.lower AS least, now.upper AS most
      FROM experiment AS this
      JOIN formula AS asked ON asked.experiment = this.id
      JOIN relation AS now ON now.formula = asked.id
      JOIN relation_series AS of_now ON of_now.relation = now.id
      JOIN series AS one ON one.id = of_now.series
      JOIN host AS here ON here.id = one.host
      JOIN series AS other ON other.performance = one.performance
        AND other.build = one.build AND other.metric = one.metric
        AND other.experiment <> one.experiment
      JOIN host AS there ON there.id = other.host AND there.name = here.name
        AND there.processor IS here.processor
        AND there.processors IS here.processors
      JOIN relation_series AS of_other ON of_other.series = other.id
      JOIN relation AS earlier ON earlier.id = of_other.relation
        AND earlier.text = now.text AND earlier.decided_by = now.decided_by
        AND earlier.ratio > 0
      JOIN formula AS its ON its.id = earlier.formula
      JOIN experiment AS then_ ON then_.id = its.experiment
        AND then_.begun <= this.begun AND then_.begun >=
          strftime('%Y-%m-%dT%H:%M:%SZ', this.begun, '-30 days')
      WHERE this.uuid = ?1 AND asked.number = ?2 AND now.number = ?3
      GROUP BY earlier.id
      HAVING count(DISTINCT one.id) = (
          SELECT count(*) FROM relation_series WHERE relation = now.id)
        AND count(DISTINCT other.id) = (
          SELECT count(*) FROM relation_series WHERE relation = earlier.id)
      ORDER BY then_.begun DESC, then_.uuid LIMIT 10)
    WHERE upper IS NOT NULL
      AND (lower > most * (1 + ?4) OR upper * (1 + ?4) < least)
    LIMIT 1
  )sql");
  found.start(asked.experiment, asked.formula, asked.relation, apart);
  if (!found.next()) return std::nullopt;
  return EarlierRatio{std::string(found.text(0)),
                      {found.number(1), found.number(2), found.number(3), {}}};
}

}  // namespace spl::runner
