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

std::vector<const statistics::Sample*> learned(
    std::initializer_list<const LinearForm*> forms,
    const Experiment& experiment, const History& history) {
  std::vector<const statistics::Sample*> result;
  bool any = false;
  for (const LinearForm* form : forms) {
    for (const LinearForm::Term& term : form->terms()) {
      const auto found = history.find(term.performance);
      any = any || found != history.end();
      result.push_back(
          found == history.end()
              ? &std::get<statistics::Sample>(experiment.at(term.performance))
              : &found->second);
    }
  }
  if (!any) result.clear();
  return result;
}

}  // namespace spl::logic
