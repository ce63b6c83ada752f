#include "spl/logic/statistic.hpp"

#include <utility>

#include "spl/logic/name.hpp"
#include "spl/logic/variables.hpp"
#include "spl/statistics/quantile.hpp"

namespace spl::logic {

using statistics::RunStatistic;

DecisionSettings asking(Statistic statistic, DecisionSettings settings) {
  settings.shares.reset();
  settings.quantile.reset();
  settings.statistic = RunStatistic::kTrimmed;
  switch (statistic) {
    case Statistic::kBoth:
      settings.shares = statistics::kBothShares;
      break;
    case Statistic::kTypical:
      break;
    case Statistic::kMean:
      settings.shares = statistics::kMeanShares;
      settings.statistic = RunStatistic::kMean;
      break;
    case Statistic::kMedian:
      settings.statistic = RunStatistic::kMedian;
      break;
  }
  return settings;
}

Statistic asked(const DecisionSettings& settings) {
  switch (settings.statistic) {
    case RunStatistic::kMean:
      return Statistic::kMean;
    case RunStatistic::kMedian:
      return Statistic::kMedian;
    case RunStatistic::kTrimmed:
      break;
  }
  return settings.shares ? Statistic::kBoth : Statistic::kTypical;
}

DecisionSettings settings_of(const Relation& relation,
                             DecisionSettings settings) {
  if (relation.statistic) {
    settings = asking(relation.statistic->statistic, std::move(settings));
    settings.quantile = relation.statistic->quantile;
  }
  if (relation.quotients > 0) settings.shares.reset();
  return settings;
}

namespace {

[[noreturn]] void refuse(std::string message, Span span) {
  throw ExpansionError({std::move(message), span});
}

double fraction(const Sum& sum, const BoundDocument& document,
                const Values& values) {
  const Quantity found = evaluate(sum, document, values);
  const double number = found.form.constant();
  const bool is_number = found.kind == Quantity::Kind::kPlain ||
                         found.kind == Quantity::Kind::kPercent;
  if (!is_number || !(number > 0) || !(number < 1)) {
    refuse(
        "a quantile is at a fraction above 0 and below 1, as in "
        "\"quantile(f(n), 0.999)\"",
        sum.span);
  }
  const std::size_t needed = statistics::observations_for_quantile(number);
  if (needed > kMostObservationsOfQuantile) {
    refuse("this quantile needs " + std::to_string(needed) +
               " observations in each run; at most " +
               std::to_string(kMostObservationsOfQuantile) +
               " are made; use a fraction between 0.00001 and 0.99999",
           sum.span);
  }
  return rounded(number);
}

/// A performance with its stated statistic.
struct Stated {
  const MethodUse* performance;
  std::optional<StatedStatistic> statistic;
};

class StatisticSearch {
 public:
  StatisticSearch(const BoundDocument& document, const Values& values)
      : document_(document), values_(values) {}

  void look(const Sum& sum) {
    each_use(sum, [this](const MethodUse& use) { look(use); });
  }

  [[nodiscard]] std::optional<StatedStatistic> found() const {
    return first_ ? first_->statistic : std::nullopt;
  }

 private:
  void look(const MethodUse& use) {
    const Meaning& meaning = document_.meanings.at(&use);
    if (const auto* statistic = std::get_if<StatisticUse>(&meaning)) {
      StatedStatistic stated = statistic->stated;
      if (statistic->fraction != nullptr) {
        stated.quantile = fraction(*statistic->fraction, document_, values_);
      }
      add({&std::get<MethodUse>(statistic->performance->node), stated});
    } else if (std::holds_alternative<BoundMethod>(meaning)) {
      add({&use, std::nullopt});
    }
  }

  void add(const Stated& one) {
    if (!first_) {
      first_ = one;
    } else if (one.statistic != first_->statistic) {
      refuse(mixture(*first_, one), one.performance->name.span);
    }
  }

  static std::string mixture(const Stated& one, const Stated& other) {
    const auto named = [](const Stated& stated) {
      return quoted(stated.performance->name.text);
    };
    const auto asked = [](const Stated& stated) {
      return stated.statistic ? to_text(*stated.statistic) : "none";
    };
    return "all performances of a relation take the same statistic, but " +
           named(one) + " has " + asked(one) + " and " + named(other) + ' ' +
           asked(other) + "; write the same one around each, or none";
  }

  const BoundDocument& document_;
  const Values& values_;
  std::optional<Stated> first_;
};

}  // namespace

std::optional<StatedStatistic> common_statistic(
    const std::vector<const Sum*>& sums, const BoundDocument& document,
    const Values& values) {
  StatisticSearch search(document, values);
  for (const Sum* sum : sums) search.look(*sum);
  return search.found();
}

}  // namespace spl::logic
