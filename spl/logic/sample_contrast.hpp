#pragma once

#include "spl/logic/experiment.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::logic {

/// Returns the linear form with the samples of its performances. The experiment
/// has them all, owns them and outlives the contrast.
[[nodiscard]] statistics::SampleContrast sample_contrast(
    const LinearForm& form, const Experiment& experiment);

}  // namespace spl::logic
