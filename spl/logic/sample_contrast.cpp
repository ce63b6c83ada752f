#include "spl/logic/sample_contrast.hpp"

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

}  // namespace spl::logic
