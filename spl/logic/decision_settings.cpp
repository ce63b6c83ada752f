#include "spl/logic/decision_settings.hpp"

namespace spl::logic {

std::string_view to_text(Interpretation interpretation) {
  switch (interpretation) {
    case Interpretation::kBlocks:
      return "blocks";
    case Interpretation::kRunMeans:
      return "run_means";
    case Interpretation::kWelch:
      return "welch";
    case Interpretation::kParametric:
      return "parametric";
    case Interpretation::kNonparametric:
      return "nonparametric";
  }
  return {};
}

bool is_about_means(Interpretation interpretation) {
  return interpretation != Interpretation::kBlocks &&
         interpretation != Interpretation::kRunMeans;
}

}  // namespace spl::logic
