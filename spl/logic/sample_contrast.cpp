#include "spl/logic/sample_contrast.hpp"

#include <algorithm>

namespace spl::logic {

statistics::SampleContrast sample_contrast(const LinearForm& form,
                                           const Experiment& experiment) {
  statistics::SampleContrast result;
  result.constant = form.constant();
  for (const LinearForm::Term& term : form.terms()) {
    result.terms.push_back(
        {term.coefficient,
         &std::get<statistics::Sample>(experiment.at(term.performance))});
  }
  return result;
}

bool is_nonnegative(const statistics::SampleContrast& side) {
  const auto is_negative = [](double value) { return value < 0; };
  if (is_negative(side.constant)) return false;
  for (const statistics::SampleContrast::Term& term : side.terms) {
    if (is_negative(term.coefficient)) return false;
    for (const statistics::Run& run : term.sample->runs()) {
      if (std::any_of(run.begin(), run.end(), is_negative)) return false;
    }
  }
  return true;
}

}  // namespace spl::logic
