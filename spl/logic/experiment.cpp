#include "spl/logic/experiment.hpp"

#include <algorithm>

namespace spl::logic {

bool nothing_varied(const Experiment& experiment) {
  return std::ranges::all_of(experiment, [](const auto& one) {
    const auto* sample = std::get_if<statistics::Sample>(&one.second);
    if (sample == nullptr) return false;
    const double first = sample->runs().front()[0];
    return std::ranges::all_of(sample->runs(), [&](const auto& run) {
      return std::ranges::all_of(run,
                                 [&](double value) { return value == first; });
    });
  });
}

}  // namespace spl::logic
