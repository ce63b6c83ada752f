#pragma once

#include <cstdint>
#include <string>

#include "runner/settings/settings.hpp"
#include "spl/logic/relation.hpp"

/// Relations about quantiles, which are about single calls: each observation is
/// one call.
namespace spl::runner {

/// Returns whether the relation states a quantile.
[[nodiscard]] bool is_about_single_calls(const logic::Relation& relation);

/// Returns the fewest observations of a run that the relation's quantile needs;
/// 0 without a quantile.
[[nodiscard]] std::uint64_t observations_needed(
    const logic::Relation& relation);

/// Returns why the observations asked for leave the relation undecided, however
/// many runs there are: a sentence with the remedy, or empty.
[[nodiscard]] std::string lack_of_observations(const logic::Relation& relation,
                                               const Settings& settings);

/// Returns why no interpretation of these settings decides the relation: a
/// sentence with the remedy, or empty.
[[nodiscard]] std::string unfit_interpretation(const logic::Relation& relation,
                                               const Settings& settings);

/// Returns the settings of one relation; what the relation states itself takes
/// precedence.
[[nodiscard]] Settings settings_of(const logic::Relation& relation,
                                   const Settings& settings);

}  // namespace spl::runner
