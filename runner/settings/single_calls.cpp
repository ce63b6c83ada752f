#include "runner/settings/single_calls.hpp"

#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/statistic.hpp"
#include "spl/statistics/quantile.hpp"

namespace spl::runner {

bool is_about_single_calls(const logic::Relation& relation) {
  return relation.statistic && relation.statistic->quantile;
}

std::uint64_t observations_needed(const logic::Relation& relation) {
  if (!is_about_single_calls(relation)) return 0;
  return statistics::observations_for_quantile(*relation.statistic->quantile);
}

std::string lack_of_observations(const logic::Relation& relation,
                                 const Settings& settings) {
  const std::uint64_t needed = observations_needed(relation);
  if (!settings.observations || *settings.observations >= needed) return {};
  return logic::observations_needed(*relation.statistic) + "; leave out " +
         "-s observations=" + std::to_string(*settings.observations) +
         ", or let it be " + std::to_string(needed) + " or more";
}

std::string unfit_interpretation(const logic::Relation& relation,
                                 const Settings& settings) {
  const auto deciding = settings.deciding.interpretation;
  const bool is_of_quotients = relation.quotients > 0;
  if (!(is_of_quotients || is_about_single_calls(relation)) ||
      !logic::is_about_means(deciding)) {
    return {};
  }
  return std::string(to_text(deciding)) + " is about means, and not about " +
         (is_of_quotients ? "geomean" : to_text(*relation.statistic)) +
         "; set interpretation to blocks or run_means";
}

Settings settings_of(const logic::Relation& relation,
                     const Settings& settings) {
  Settings result = settings;
  result.deciding = logic::settings_of(relation, settings.deciding);
  return result;
}

}  // namespace spl::runner
