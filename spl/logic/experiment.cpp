#include "spl/logic/experiment.hpp"

#include <algorithm>

namespace spl::logic {

bool nothing_varied(const Experiment& experiment) {
  return std::all_of(experiment.begin(), experiment.end(), [](const auto& one) {
    const auto* sample = std::get_if<statistics::Sample>(&one.second);
    if (sample == nullptr) return false;
    const double first = sample->runs().front()[0];
    return std::all_of(
        sample->runs().begin(), sample->runs().end(), [&](const auto& run) {
          return std::all_of(run.begin(), run.end(),
                             [&](double value) { return value == first; });
        });
  });
}

}  // namespace spl::logic
