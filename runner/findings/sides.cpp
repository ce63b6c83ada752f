#include "runner/findings/formula_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/system/number_text.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/quotients.hpp"

namespace spl::runner {
namespace {

std::string performance_text(
    const logic::Performance& performance,
    const std::optional<logic::StatedStatistic>& stated) {
  std::string text = to_text(performance);
  // Without them it would be a string.
  const bool is_in_quotes = !logic::is_plain_name(performance.method);
  if (is_in_quotes && performance.arguments.empty()) text += "()";
  if (!stated) return text;
  const std::string name = to_text(*stated);
  if (logic::statistic_called(name)) return name + '(' + text + ')';
  return fmt::format("quantile({}, {})", text, *stated->quantile);
}

/// Returns the number that represents a performance; nothing if it failed.
template <typename Number>
std::optional<double> number_of(const logic::Performance& performance,
                                const logic::Experiment& experiment,
                                const Number& number) {
  const auto found = experiment.find(performance);
  if (found == experiment.end()) return std::nullopt;
  const auto* sample = std::get_if<statistics::Sample>(&found->second);
  if (sample == nullptr || sample->run_count() == 0) return std::nullopt;
  return number(*sample);
}

template <typename Number>
std::optional<double> sum_of(const logic::LinearForm& side,
                             const logic::Experiment& experiment,
                             const Number& number) {
  double sum = side.constant();
  for (const logic::LinearForm::Term& term : side.terms()) {
    const auto one = number_of(term.performance, experiment, number);
    if (!one) return std::nullopt;
    sum += term.coefficient * *one;
  }
  return sum;
}

double mean_of_all(const statistics::Sample& sample) {
  const std::vector<double> means =
      statistics::run_statistics(sample, statistics::RunStatistic::kMean);
  double sum = 0;
  for (const double one : means) sum += one;
  return sum / static_cast<double>(means.size());
}

}  // namespace

std::string side_text(const logic::LinearForm& side,
                      const std::optional<logic::StatedStatistic>& stated,
                      logic::Dimension dimension) {
  std::string text;
  for (const logic::LinearForm::Term& term : side.terms()) {
    if (!text.empty()) text += " + ";
    const double factor = logic::rounded(term.coefficient);
    if (factor != 1) text += logic::to_text(logic::Value(factor)) + " * ";
    text += performance_text(term.performance, stated);
  }
  if (!text.empty() && side.constant() == 0) return text;
  return text + (text.empty() ? "" : " + ") +
         amount_text(side.constant(), dimension);
}

void agree_with(double ratio, const logic::Relation& relation,
                std::optional<double>& left, std::optional<double>& right) {
  if (!left || !right || !(*left > 0) || !(*right > 0) || !(ratio > 0)) return;
  if (relation.right.terms().empty()) {
    left = *right * ratio;
  } else if (relation.left.terms().empty()) {
    right = *left / ratio;
  } else {
    const double middle = std::sqrt(*left * *right);
    left = middle * std::sqrt(ratio);
    right = middle / std::sqrt(ratio);
  }
}

namespace {

/// A geometric mean, whose only factor is the limit. It has no amount where
/// performances cancel out.
RelationSide side_of_mean(const logic::LinearForm& form,
                          const std::vector<double>& runs, double limit,
                          const logic::Relation& relation) {
  RelationSide result;
  double quotients = 0;
  for (const logic::LinearForm::Term& term : form.terms()) {
    quotients += term.coefficient;
    result.text += (result.text.empty() ? "" : ", ") +
                   performance_text(term.performance, relation.statistic);
  }
  const std::string factor =
      limit == 1 ? "" : logic::to_text(logic::Value(limit)) + " * ";
  result.text = factor + "geomean(" + result.text + ')';
  double sum = 0;
  for (const double one : runs) sum += std::log(one);
  if (!runs.empty() && quotients == static_cast<double>(relation.quotients)) {
    result.amount = std::exp(sum / static_cast<double>(runs.size()));
    result.mean = result.amount;
  }
  SideTerm term{limit, result.amount, result.mean};
  if (term.amount) *term.amount /= limit;
  if (term.mean) *term.mean /= limit;
  result.terms.push_back(term);
  return result;
}

Sides sides_of_means(const logic::Relation& relation,
                     const SideObservations& observations) {
  const auto performances = performances_of(relation);
  const bool are_all = std::ranges::all_of(performances, [&](const auto& one) {
    return number_of(one, observations.compared, mean_of_all).has_value();
  });
  statistics::RatioMember means;
  if (are_all) {
    means = logic::geometric_means(relation, observations.compared,
                                   observations.statistic);
  }
  return {side_of_mean(relation.left, means.left, 1, relation),
          side_of_mean(relation.right, means.right, relation.limit, relation)};
}

}  // namespace

Sides sides_of(const logic::Relation& relation,
               const SideObservations& observations) {
  if (relation.quotients > 0) return sides_of_means(relation, observations);
  const auto typical = [&](const statistics::Sample& sample) {
    if (observations.statistic == statistics::RunStatistic::kMean) {
      return mean_of_all(sample);
    }
    return statistics::median(
        statistics::run_statistics(sample, observations.statistic));
  };
  const logic::Experiment& plain = observations.plain != nullptr
                                       ? *observations.plain
                                       : observations.compared;
  const auto side = [&](const logic::LinearForm& form) {
    RelationSide result{
        side_text(form, relation.statistic, observations.dimension),
        sum_of(form, observations.compared, typical),
        sum_of(form, plain, mean_of_all)};
    for (const logic::LinearForm::Term& term : form.terms()) {
      result.terms.push_back(
          {logic::rounded(term.coefficient),
           number_of(term.performance, observations.compared, typical),
           number_of(term.performance, plain, mean_of_all)});
    }
    result.constant = form.constant();
    return result;
  };
  return {side(relation.left), side(relation.right)};
}

}  // namespace spl::runner
