#pragma once

#include "spl/logic/experiment.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::logic {

/// The linear form with the samples of its performances, each of which the
/// experiment has; it owns them and outlives the contrast.
[[nodiscard]] statistics::SampleContrast sample_contrast(
    const LinearForm& form, const Experiment& experiment);

}  // namespace spl::logic
