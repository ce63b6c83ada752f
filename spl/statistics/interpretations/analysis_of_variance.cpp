#include "spl/statistics/interpretations/analysis_of_variance.hpp"

#include <stdexcept>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/decomposition.hpp"

namespace spl::statistics {
namespace {

AnalysisOfVariance analysis(const Decomposition& parts) {
  AnalysisOfVariance result;
  for (const double excess : parts.excesses) {
    result.means.push_back(parts.offset + excess);
  }
  result.squares_between = parts.between;
  result.squares_within = parts.within;
  result.df_between = parts.df_between;
  result.df_within = parts.df_within;
  if (parts.within > 0) {
    result.f =
        (parts.between / parts.df_between) / (parts.within / parts.df_within);
    result.p = fisher_tail(*result.f, parts.df_between, parts.df_within);
  }
  return result;
}

}  // namespace

AnalysisOfVariance analysis_of_variance(const Groups& groups, Design design) {
  const Decomposition parts = decompose(groups, design);
  if (parts.underflows) {
    throw std::invalid_argument(
        "the values differ by so little (below 1e-145) that their variance "
        "cannot be computed");
  }
  return analysis(parts);
}

AnalysisOfVariance analysis_of_runs(const Sample& sample) {
  return analysis(decompose(sample));
}

}  // namespace spl::statistics
