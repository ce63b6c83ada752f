#pragma once

#include "spl/logic/experiment.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::logic {

/// Returns the linear form with the samples of its performances. The experiment
/// has them all, owns them and outlives the contrast.
[[nodiscard]] statistics::SampleContrast sample_contrast(
    const LinearForm& form, const Experiment& experiment);

/// Returns whether a side cannot be below 0, like a sum of times.
[[nodiscard]] bool is_nonnegative(const statistics::SampleContrast& side);

}  // namespace spl::logic
