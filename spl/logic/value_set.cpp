#include "spl/logic/value_set.hpp"

#include <cmath>
#include <set>

#include "spl/logic/variables.hpp"

namespace spl::logic {
namespace {

[[noreturn]] void fail(std::string message, Span span) {
  throw ExpansionError({std::move(message), span});
}

double number(const Sum& sum, const BoundDocument& document,
              const Values& values) {
  const Value value = evaluate_value(sum, document, values);
  if (const auto* result = std::get_if<double>(&value)) return *result;
  fail("a range goes from a number to a number", sum.span);
}

/// The members of a range. The end counts only if a step reaches it.
struct Progression {
  double from;
  double to;
  double step;
  bool multiplicative;

  [[nodiscard]] double at(std::size_t position) const {
    const auto k = static_cast<double>(position);
    return rounded(multiplicative ? from * std::pow(step, k) : from + k * step);
  }
  [[nodiscard]] bool ascends() const {
    return multiplicative ? step > 1 : step > 0;
  }
  [[nodiscard]] bool holds(double value) const {
    return ascends() ? value <= to : value >= to;
  }
  /// Returns the number of members, beyond 15 digits approximately.
  [[nodiscard]] double size() const {
    const double steps = multiplicative ? std::log(to / from) / std::log(step)
                                        : to / step - from / step;
    const double guess = std::floor(steps) + 1;
    if (guess > kMostExact) return guess;
    auto size = static_cast<std::size_t>(guess);
    if (holds(at(size))) ++size;
    if (size > 1 && !holds(at(size - 1))) --size;
    return static_cast<double>(size);
  }
  static constexpr double kMostExact = 1e15;
};

std::string too_many_values(double size) {
  const std::string most = std::to_string(kMostValues);
  const std::string remedy = "; use wider steps";
  if (size <= Progression::kMostExact) {
    return "this range has " + to_text(Value(size)) +
           " values; a set holds at most " + most + remedy;
  }
  return "this range has more than " + most +
         " values, the most that a set holds" + remedy;
}

Progression progression(const Range& range, Span span,
                        const BoundDocument& document, const Values& values) {
  const Progression result{
      number(range.from(), document, values),
      number(range.to(), document, values),
      range.step() != nullptr ? number(*range.step(), document, values) : 1,
      range.multiplicative};
  if (result.multiplicative &&
      (result.from <= 0 || result.step <= 0 || result.step == 1)) {
    fail(
        "a range that multiplies starts above 0 and has a positive factor "
        "other than 1",
        span);
  }
  if (!result.multiplicative && result.step == 0) {
    fail("the step of a range cannot be 0", span);
  }
  if (!result.holds(result.from)) {
    fail("this range is empty: it goes from " + to_text(Value(result.from)) +
             " to " + to_text(Value(result.to)) + " in steps of " +
             (result.multiplicative ? "*" : "") + to_text(Value(result.step)) +
             (!result.multiplicative && result.step > 0
                  ? "; to count down, write \"step -1\""
                  : ""),
         span);
  }
  return result;
}

class RowCollector {
 public:
  RowCollector(const Binding& binding, const BoundDocument& document,
               const Values& values, Effort& effort)
      : binding_(binding),
        document_(document),
        values_(values),
        effort_(effort) {}

  std::vector<Row> collect() {
    add(binding_.set);
    return std::move(rows_);
  }

 private:
  void add(const Set& set) {
    for (const Item& item : set) {
      if (const auto* sum = std::get_if<Sum>(&item.node)) {
        add(*sum, item.span);
      } else if (const auto* range = std::get_if<Range>(&item.node)) {
        add(*range, item.span);
      } else {
        add(std::get<Tuple>(item.node), item.span);
      }
    }
  }

  void add(const Sum& sum, Span span) {
    if (const auto* use = std::get_if<MethodUse>(&sum.node)) {
      if (const auto* named =
              std::get_if<DefinedSet>(&document_.meanings.at(use))) {
        effort_.spend(1, span);
        // The set is the same at every mention, and duplicates count once.
        if (named_.insert(named->set).second) add(*named->set);
        return;
      }
    }
    effort_.spend(term_count(sum), span);
    add(Row{evaluate_value(sum, document_, values_)}, span);
  }

  void add(const Range& range, Span span) {
    const Progression progression =
        logic::progression(range, span, document_, values_);
    const double size = progression.size();
    if (!(size <= static_cast<double>(kMostValues))) {
      fail(too_many_values(size), span);
    }
    effort_.spend(range_terms(range) + static_cast<std::size_t>(size), span);
    for (std::size_t k = 0; progression.holds(progression.at(k)); ++k) {
      add(Row{progression.at(k)}, span);
    }
  }

  void add(const Tuple& tuple, Span span) {
    Row row;
    for (const Sum& value : tuple.values) {
      effort_.spend(term_count(value), span);
      row.push_back(evaluate_value(value, document_, values_));
    }
    add(std::move(row), span);
  }

  static std::size_t range_terms(const Range& range) {
    std::size_t count = 0;
    for (const Sum& number : range.numbers) count += term_count(number);
    return count;
  }

  std::string remedy(std::size_t values) const {
    if (binding_.variables.size() == 1) {
      return "; to let the variable take one value after the other, drop the "
             "parentheses";
    }
    if (values == 1) return "; write a set of tuples, as in {(1, 2), (3, 4)}";
    return "; a tuple has one value for each variable";
  }

  void add(Row row, Span span) {
    const std::size_t variables = binding_.variables.size();
    if (row.size() != variables) {
      fail("this has " + std::to_string(row.size()) +
               (row.size() == 1 ? " value" : " values") + " for " +
               std::to_string(variables) +
               (variables == 1 ? " variable" : " variables") +
               remedy(row.size()),
           span);
    }
    if (!seen_.insert(row).second) return;
    if (rows_.size() == kMostValues) {
      fail("this set has more than " + std::to_string(kMostValues) +
               " values; use a smaller set",
           span);
    }
    rows_.push_back(std::move(row));
  }

  const Binding& binding_;
  const BoundDocument& document_;
  const Values& values_;
  Effort& effort_;
  std::set<const Set*> named_;  ///< Sets whose values are already added.
  std::vector<Row> rows_;
  std::set<Row> seen_;
};

}  // namespace

void Effort::spend(std::size_t more, Span place) {
  spent_ += more;
  if (spent_ <= kMostLookedAt) return;
  fail("the sets and sums of this formula have more than " +
           std::to_string(kMostLookedAt) +
           " values, repeated ones included; use smaller sets or shorter sums",
       place);
}

std::vector<Row> rows(const Binding& binding, const BoundDocument& document,
                      const Values& values, Effort& effort) {
  return RowCollector(binding, document, values, effort).collect();
}

}  // namespace spl::logic
