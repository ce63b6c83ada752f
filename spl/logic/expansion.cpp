#include "spl/logic/expansion.hpp"

#include <algorithm>

#include "spl/logic/given.hpp"
#include "spl/logic/quantity.hpp"
#include "spl/logic/statistic.hpp"
#include "spl/logic/value_set.hpp"
#include "spl/logic/variables.hpp"

namespace spl::logic {
namespace {

Claim constant(bool holds) {
  return {holds ? Claim::Kind::kHolds : Claim::Kind::kViolated, 0, {}};
}

/// Joins claims; parts that cannot matter are dropped.
Claim joined(Claim::Kind kind, std::vector<Claim> parts) {
  const bool is_and = kind == Claim::Kind::kAnd;
  const auto neutral = is_and ? Claim::Kind::kHolds : Claim::Kind::kViolated;
  const auto deciding = is_and ? Claim::Kind::kViolated : Claim::Kind::kHolds;
  std::vector<Claim> open;
  for (Claim& part : parts) {
    if (part.kind == deciding) return part;
    if (part.kind != neutral) open.push_back(std::move(part));
  }
  if (open.empty()) return constant(is_and);
  if (open.size() == 1) return std::move(open.front());
  return {kind, 0, std::move(open)};
}

template <typename T>
bool ordered(Sign sign, const T& left, const T& right) {
  switch (sign) {
    case Sign::kLess:
      return left < right;
    case Sign::kLessEqual:
      return left <= right;
    case Sign::kGreater:
      return left > right;
    case Sign::kGreaterEqual:
      return left >= right;
    case Sign::kEqual:
      return left == right;
    case Sign::kNotEqual:
      return left != right;
  }
  return false;
}

/// Writes `factor * sum`.
Sum multiple(double factor, const Sum& sum) {
  return {Product{{{false, written(Value(factor))}, {false, sum}}}, sum.span};
}

/// A number of relations. Beyond the limits they are only counted.
struct Count {
  double number = 0;
  bool exact = true;  ///< Otherwise there may be more.
};

/// "10100", or "more than 10000".
std::string counted(const Count& count, std::size_t most) {
  return count.exact && count.number < 1e15
             ? to_text(Value(count.number))
             : "more than " + std::to_string(most);
}

bool sets_mention(const Formula& formula, const std::string& variable);

/// Whether bindings from `first` on, or sets in the body, mention a variable.
bool sets_mention(const Quantifier& quantifier, std::size_t first,
                  const std::string& variable) {
  for (std::size_t i = first; i < quantifier.bindings.size(); ++i) {
    if (mentions(quantifier.bindings[i].set, variable)) return true;
  }
  return sets_mention(quantifier.body.front(), variable);
}

bool sets_mention(const Formula& formula, const std::string& variable) {
  if (const auto* connective = std::get_if<Connective>(&formula.node)) {
    return std::ranges::any_of(connective->parts, [&](const Formula& part) {
      return sets_mention(part, variable);
    });
  }
  const auto* quantifier = std::get_if<Quantifier>(&formula.node);
  return quantifier != nullptr && sets_mention(*quantifier, 0, variable);
}

class Expander {
 public:
  explicit Expander(const BoundDocument& document) : document_(document) {}

  ExpandedFormula expand(const BoundFormula& bound) {
    ExpandedFormula result;
    try {
      Claim claim = free(bound, 0);
      check_counts(bound.formula->formula.span);
      number(claim, result.relations);
      result.claim = std::move(claim);
    } catch (const ExpansionError& error) {
      result.problems.push_back(located(error));
    }
    return result;
  }

 private:
  // Adds the current values, which the place does not show.
  Problem located(const ExpansionError& error) const {
    Problem problem = error.problem();
    for (const auto& [name, value] : values_) {
      problem.message += (name == values_.begin()->first ? " (with " : ", ") +
                         name + " = " + to_text(value);
    }
    if (!values_.empty()) problem.message += ')';
    return problem;
  }

  Claim free(const BoundFormula& bound, std::size_t position) {
    if (position == bound.free_variables.size()) {
      return expand(bound.formula->formula);
    }
    const FreeVariable& variable = bound.free_variables[position];
    const auto parts_depend = [&] {
      return sets_mention(bound.formula->formula, variable.name);
    };
    auto parts = each(variable.values.size(), parts_depend, [&](std::size_t i) {
      values_[variable.name] = variable.values[i];
      return free(bound, position + 1);
    });
    values_.erase(variable.name);
    return joined(Claim::Kind::kAnd, std::move(parts));
  }

  // Beyond the limits, relations are only counted: each further instance has as
  // many as the last one, unless inner sets depend on its value.
  template <typename SetsDepend, typename Instance>
  std::vector<Claim> each(std::size_t size, const SetsDepend& sets_depend,
                          const Instance& instance) {
    std::vector<Claim> parts;
    for (std::size_t i = 0; i < size; ++i) {
      const double before = count_.number;
      const double instances_before = instances_.number;
      parts.push_back(instance(i));
      if (!beyond_limits()) continue;
      const auto left = static_cast<double>(size - i - 1);
      count_.number += (count_.number - before) * left;
      instances_.number += (instances_.number - instances_before) * left;
      if (left > 0 && sets_depend()) count_.exact = instances_.exact = false;
      break;
    }
    return parts;
  }

  bool beyond_limits() const {
    return count_.number > kMostRelations || instances_.number > kMostInstances;
  }

  void check_counts(Span formula) const {
    if (count_.number > kMostRelations) {
      throw ExpansionError({"this formula expands to " +
                                counted(count_, kMostRelations) +
                                " relations of performances; at most " +
                                std::to_string(kMostRelations) +
                                " are possible; use smaller sets",
                            formula});
    }
    if (instances_.number > kMostInstances) {
      throw ExpansionError(
          {"this formula has " + counted(instances_, kMostInstances) +
               " instances; at most " + std::to_string(kMostInstances) +
               " are possible; use smaller sets",
           last_instance_});
    }
  }

  Claim expand(const Formula& formula) {
    if (const auto* chain = std::get_if<Chain>(&formula.node)) {
      return expand(*chain, formula.span);
    }
    if (const auto* connective = std::get_if<Connective>(&formula.node)) {
      return expand(*connective);
    }
    const auto& quantifier = std::get<Quantifier>(formula.node);
    return quantifier.kind == Quantifier::Kind::kMean
               ? mean(quantifier, formula.span)
               : expand(quantifier, 0);
  }

  /// The performances of a geometric mean's quotients.
  struct Quotients {
    std::vector<LinearForm> above;
    std::vector<LinearForm> below;
  };

  Claim mean(const Quantifier& quantifier, Span span) {
    if (!values_.empty()) {
      throw ExpansionError(
          {"geomean is not used inside \"for\" or \"exists\", and all its "
           "variables are bound in its parentheses",
           span});
    }
    const auto& chain = std::get<Chain>(quantifier.body.front().node);
    const Sum& right = chain.sums.back();
    const Quantity limit = evaluate(right, document_, values_);
    if (limit.kind != Quantity::Kind::kPlain || limit.has_performance() ||
        !(limit.form.constant() > 0)) {
      throw ExpansionError(
          {"a geometric mean of quotients is compared with a "
           "plain number above 0, like 1.01",
           right.span});
    }
    quotients_ = {};
    (void)expand(quantifier, 0);
    ++count_.number;
    Relation relation;
    relation.sign = chain.signs.front();
    relation.quotients = quotients_.above.size();
    relation.limit = limit.form.constant();
    relation.left = sum_of(std::move(quotients_.above));
    relation.right = sum_of(std::move(quotients_.below));
    relation.theta = relation.left.minus(relation.right);
    make_terms_positive(relation, document_.dimension);
    relation.written = std::make_shared<const Chain>(
        Chain{{{MethodUse{{quantifier.text, false, span}, {}, {}, {}}, span},
               written(right, document_, values_)},
              chain.signs,
              std::nullopt});
    relation.span = span;
    relation.statistic =
        common_statistic({&chain.sums.front()}, document_, values_);
    all_.push_back(std::move(relation));
    return {Claim::Kind::kRelation, all_.size() - 1, {}};
  }

  /// Adds pairs of neighbours until one form is left: the cost of each addition
  /// grows with the terms.
  static LinearForm sum_of(std::vector<LinearForm> forms) {
    for (; forms.size() > 1; forms.resize((forms.size() + 1) / 2)) {
      for (std::size_t i = 0; i < forms.size(); i += 2) {
        forms[i / 2] =
            i + 1 < forms.size() ? forms[i].plus(forms[i + 1]) : forms[i];
      }
    }
    return forms.front();
  }

  void add_quotient(const Sum& sum) {
    ++instances_.number;
    effort_.spend(term_count(sum), sum.span);
    spend_terms(2, sum.span);
    const auto* product = std::get_if<Product>(&sum.node);
    if (product == nullptr || product->operands.size() != 2 ||
        !product->operands.back().inverse) {
      refuse_quotient(sum);
    }
    quotients_.above.push_back(operand_of_quotient(*product, 0, sum));
    quotients_.below.push_back(operand_of_quotient(*product, 1, sum));
  }

  LinearForm operand_of_quotient(const Product& product, std::size_t number,
                                 const Sum& sum) const {
    Quantity found = evaluate(product.operands[number].sum, document_, values_);
    const auto& terms = found.form.terms();
    if (terms.size() != 1 || terms.front().coefficient != 1 ||
        found.form.constant() != 0) {
      refuse_quotient(sum);
    }
    return std::move(found.form);
  }

  [[noreturn]] static void refuse_quotient(const Sum& sum) {
    throw ExpansionError(
        {"a geometric mean is of one performance over another, without "
         "factors: geomean(f(n) / g(n) for n in 8, 64)",
         sum.span});
  }

  Claim expand(const Connective& connective) {
    std::vector<Claim> parts;
    for (const Formula& part : connective.parts) parts.push_back(expand(part));
    switch (connective.kind) {
      case Connective::Kind::kNot:
        return negated(std::move(parts.front()));
      case Connective::Kind::kAnd:
        return joined(Claim::Kind::kAnd, std::move(parts));
      case Connective::Kind::kOr:
        return joined(Claim::Kind::kOr, std::move(parts));
      case Connective::Kind::kImplies:
        parts.front() = negated(std::move(parts.front()));
        return joined(Claim::Kind::kOr, std::move(parts));
    }
    return {};
  }

  /// Negates the relations in a claim, so that `not (b <= a)` asks what `a < b`
  /// asks.
  Claim negated(Claim claim) {
    switch (claim.kind) {
      case Claim::Kind::kHolds:
        return constant(false);
      case Claim::Kind::kViolated:
        return constant(true);
      case Claim::Kind::kRelation:
        negate(claim.relation);
        return claim;
      case Claim::Kind::kAnd:
      case Claim::Kind::kOr:
        break;
    }
    for (Claim& part : claim.parts) part = negated(std::move(part));
    return joined(
        claim.kind == Claim::Kind::kAnd ? Claim::Kind::kOr : Claim::Kind::kAnd,
        std::move(claim.parts));
  }

  void negate(std::size_t number) {
    if (number >= all_.size()) return;  // Beyond the limits.
    Relation& relation = all_[number];
    relation.sign = opposite(relation.sign);
    Chain written = *relation.written;
    written.signs = {relation.sign};
    relation.written = std::make_shared<const Chain>(std::move(written));
  }

  Claim expand(const Quantifier& quantifier, std::size_t position) {
    if (position == quantifier.bindings.size()) {
      const Formula& body = quantifier.body.front();
      if (quantifier.kind != Quantifier::Kind::kMean) return expand(body);
      add_quotient(std::get<Chain>(body.node).sums.front());
      return constant(true);
    }
    const Binding& binding = quantifier.bindings[position];
    const std::vector<Row> all = rows(binding, document_, values_, effort_);
    const auto sets_depend = [&] {
      return std::ranges::any_of(binding.variables, [&](const Name& variable) {
        return sets_mention(quantifier, position + 1, variable.text);
      });
    };
    auto parts = each(all.size(), sets_depend, [&](std::size_t i) {
      for (std::size_t j = 0; j < all[i].size(); ++j) {
        values_[binding.variables[j].text] = all[i][j];
      }
      return expand(quantifier, position + 1);
    });
    for (const Name& variable : binding.variables) {
      values_.erase(variable.text);
    }
    return joined(quantifier.kind == Quantifier::Kind::kForAll
                      ? Claim::Kind::kAnd
                      : Claim::Kind::kOr,
                  std::move(parts));
  }

  Claim expand(const Chain& chain, Span span) {
    if (chain.within) return within(chain, span);
    std::vector<Claim> parts;
    for (std::size_t i = 0; i < chain.signs.size(); ++i) {
      parts.push_back(relation(chain.signs[i], {chain.sums[i], 1},
                               {chain.sums[i + 1], 1}, span));
    }
    return joined(Claim::Kind::kAnd, std::move(parts));
  }

  // x = y within 5% is 0.95 * y <= x and x <= 1.05 * y.
  Claim within(const Chain& chain, Span span) {
    const Quantity tolerance = evaluate(*chain.within, document_, values_);
    if (tolerance.kind != Quantity::Kind::kPercent ||
        tolerance.form.constant() < 0) {
      throw ExpansionError(
          {"a percentage follows \"within\", like 5%", chain.within->span});
    }
    const double share = tolerance.form.constant();
    const Sum& x = chain.sums[0];
    const Sum& y = chain.sums[1];
    return joined(
        Claim::Kind::kAnd,
        {relation(Sign::kLessEqual, {y, rounded(1 - share)}, {x, 1}, span),
         relation(Sign::kLessEqual, {x, 1}, {y, rounded(1 + share)}, span)});
  }

  /// One side of a relation; a factor only where `within` makes one.
  struct Side {
    const Sum& sum;
    double factor;
  };

  Claim relation(Sign sign, Side left, Side right, Span span) {
    if (++instances_.number > kMostInstances) {
      if (instances_.number == kMostInstances + 1) last_instance_ = span;
      if (performs(left, right)) ++count_.number;
      return {Claim::Kind::kRelation, 0, {}};
    }
    const std::size_t terms = term_count(left.sum) + term_count(right.sum);
    effort_.spend(terms, span);
    const bool performs = this->performs(left, right);
    // The cost of adding a performance grows with those in the form.
    if (performs) effort_.spend(terms * terms / kTogether, span);
    const Quantity one = quantity(left);
    const Quantity other = quantity(right);
    if (performs) {
      check_unit(one, left.sum);
      check_unit(other, right.sum);
      spend_terms(terms, span);
      return open(sign, {left, right, one.form, other.form, span});
    }
    return constant(compare(sign, one, other, right.sum));
  }

  static constexpr std::size_t kTogether = 64;

  bool performs(const Side& left, const Side& right) const {
    return mentions_performance(left.sum) || mentions_performance(right.sum);
  }

  void spend_terms(std::size_t terms, Span span) {
    terms_ += terms;
    if (terms_ <= kMostTerms) return;
    throw ExpansionError({"the relations of this formula have more than " +
                              std::to_string(kMostTerms) +
                              " terms together, here " + std::to_string(terms) +
                              "; use smaller sets or shorter sums",
                          span});
  }

  struct Sides {
    Side left;
    Side right;
    const LinearForm& left_form;
    const LinearForm& right_form;
    Span span;
  };

  Claim open(Sign sign, const Sides& sides) {
    if (++count_.number > kMostRelations)
      return {Claim::Kind::kRelation, 0, {}};
    Relation relation;
    relation.sign = sign;
    relation.left = sides.left_form;
    relation.right = sides.right_form;
    relation.theta = relation.left.minus(relation.right);
    make_terms_positive(relation, document_.dimension);
    relation.written = std::make_shared<const Chain>(
        Chain{{text(sides.left), text(sides.right)}, {sign}, std::nullopt});
    relation.bindings.assign(values_.begin(), values_.end());
    relation.span = sides.span;
    relation.statistic = common_statistic({&sides.left.sum, &sides.right.sum},
                                          document_, values_);
    all_.push_back(std::move(relation));
    return {Claim::Kind::kRelation, all_.size() - 1, {}};
  }

  Quantity quantity(const Side& side) const {
    Quantity result = evaluate(side.sum, document_, values_);
    if (result.kind == Quantity::Kind::kPercent) {
      throw ExpansionError(
          {"a percentage cannot be compared; it belongs after "
           "+ or -, in a product, or after \"within\"",
           side.sum.span});
    }
    result.form = result.form.scaled(side.factor);
    return result;
  }

  Sum text(const Side& side) const {
    const Sum sum = written(side.sum, document_, values_);
    return side.factor == 1 ? sum : multiple(side.factor, sum);
  }

  void check_unit(const Quantity& quantity, const Sum& sum) const {
    const auto fitting = performance_kind(document_);
    if (quantity.kind == fitting || quantity.is_zero()) return;
    if (quantity.kind == Quantity::Kind::kText) {
      throw ExpansionError(
          {"a string cannot be compared with a performance", sum.span});
    }
    if (fitting == Quantity::Kind::kPlain) {
      throw ExpansionError({std::string(kCountsAreNoTimes), sum.span});
    }
    const std::string number = to_text(Value(quantity.form.constant()));
    throw ExpansionError(
        {"a number compared with a performance is a time; "
         "write " +
             number + " ns, us, ms or s",
         sum.span});
  }

  bool compare(Sign sign, const Quantity& left, const Quantity& right,
               const Sum& place) const {
    if (left.kind != right.kind && !left.is_zero() && !right.is_zero()) {
      throw ExpansionError(
          {"the two sides are of different kinds: numbers, times and strings "
           "are compared with their own kind",
           place.span});
    }
    if (left.kind == Quantity::Kind::kText) {
      return ordered(sign, left.text, right.text);
    }
    return ordered(sign, left.form.constant(), right.form.constant());
  }

  bool mentions_performance(const Sum& sum) const {
    bool found = false;
    each_use(sum, [&](const MethodUse& use) {
      const Meaning& meaning = document_.meanings.at(&use);
      found = found || std::holds_alternative<BoundMethod>(meaning) ||
              std::holds_alternative<StatisticUse>(meaning);
    });
    return found;
  }

  // Keeps and numbers the relations that the claim still mentions.
  void number(Claim& claim, std::vector<Relation>& relations) {
    if (claim.kind == Claim::Kind::kRelation) {
      Relation& relation = all_[claim.relation];
      if (document_.given != nullptr) {
        if (const auto problem = lack(relation, *document_.given)) {
          throw ExpansionError(*problem);
        }
      }
      relations.push_back(std::move(relation));
      claim.relation = relations.size() - 1;
    }
    for (Claim& part : claim.parts) number(part, relations);
  }

  const BoundDocument& document_;
  Values values_;
  Quotients quotients_;  ///< Of the geometric mean that is expanded.
  std::vector<Relation> all_;
  Effort effort_;
  std::size_t terms_ = 0;  ///< Terms of the relations in count_.
  Count instances_;        ///< Relations looked at, including those of values.
  Span last_instance_;     ///< The first instance beyond the limit.
  Count count_;            ///< Relations, including dropped ones.
};

}  // namespace

ExpandedFormula expand(const BoundFormula& formula,
                       const BoundDocument& document) {
  return Expander(document).expand(formula);
}

}  // namespace spl::logic
