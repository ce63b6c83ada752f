#pragma once

#include <cstdint>
#include <string>

#include "runner/settings/settings.hpp"
#include "spl/logic/relation.hpp"

/// Relations about quantiles are about single calls: each observation is one.
namespace spl::runner {

/// Whether the relation states a quantile.
[[nodiscard]] bool is_about_single_calls(const logic::Relation& relation);

/// The fewest observations of a run that its quantile needs; 0 where it states
/// none.
[[nodiscard]] std::uint64_t observations_needed(
    const logic::Relation& relation);

/// Why the observations asked for leave the relation undecided, however many
/// runs there are: a sentence with the remedy, or empty.
[[nodiscard]] std::string lack_of_observations(const logic::Relation& relation,
                                               const Settings& settings);

/// Why no interpretation of these settings decides the relation: a sentence
/// with the remedy, or empty.
[[nodiscard]] std::string unfit_interpretation(const logic::Relation& relation,
                                               const Settings& settings);

/// The settings of one relation; what the relation states itself comes first.
[[nodiscard]] Settings settings_of(const logic::Relation& relation,
                                   const Settings& settings);

}  // namespace spl::runner
