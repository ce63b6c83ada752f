#include "spl/logic/relation.hpp"

#include <algorithm>

namespace spl::logic {
namespace {

/// Returns the terms of theta with this sign, made positive.
LinearForm part(const LinearForm& theta, double sign) {
  LinearForm result(std::max(0.0, sign * theta.constant()));
  for (const LinearForm::Term& term : theta.terms()) {
    const double coefficient = sign * term.coefficient;
    if (coefficient > 0) {
      result = result.plus(LinearForm(term.performance).scaled(coefficient));
    }
  }
  return result;
}

bool is_nothing(const LinearForm& side) {
  return side.terms().empty() && side.constant() == 0;
}

}  // namespace

void make_terms_positive(Relation& relation, Dimension dimension) {
  const auto& terms = relation.theta.terms();
  const LinearForm left = part(relation.theta, 1);
  const LinearForm right = part(relation.theta, -1);
  if (terms.empty() || (left == relation.left && right == relation.right)) {
    return;
  }
  if (relation.quotients > 0) {
    relation.left = left;
    relation.right = right;
    return;
  }
  const bool is_about_one = performances_of(relation).size() == 1;
  relation.is_rearranged = true;
  relation.left = left;
  relation.right = right;
  if (dimension != Dimension::kTime) return;
  if (is_about_one && relation.theta.constant() == 0) {
    relation.identity = "both sides are multiples of " +
                        to_text(terms.front().performance) +
                        ", which is above 0";
    relation.theta = LinearForm(terms.front().coefficient);
  } else if (is_nothing(left) || is_nothing(right)) {
    relation.identity = std::string("the ") +
                        (is_nothing(left) ? "right" : "left") +
                        " side is the other plus times, which are above 0";
    relation.theta = LinearForm(is_nothing(left) ? -1 : 1);
  }
}

std::set<Performance> performances_of(const Relation& relation) {
  std::set<Performance> result;
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const auto& term : side->terms()) result.insert(term.performance);
  }
  return result;
}

}  // namespace spl::logic
