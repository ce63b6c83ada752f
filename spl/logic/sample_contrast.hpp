#pragma once

#include <initializer_list>
#include <vector>

#include "spl/logic/experiment.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::logic {

/// Returns the linear form with the samples of its performances. The experiment
/// has them all, owns them and outlives the contrast.
[[nodiscard]] statistics::SampleContrast sample_contrast(
    const LinearForm& form, const Experiment& experiment);

/// Returns the samples from which the terms of all forms learn; none if all
/// learn from their own.
[[nodiscard]] std::vector<const statistics::Sample*> learned(
    std::initializer_list<const LinearForm*> forms,
    const Experiment& experiment, const History& history);

}  // namespace spl::logic
