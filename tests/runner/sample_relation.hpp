#pragma once

#include <string>

#include "spl/logic/relation.hpp"

namespace spl::runner {

/// A workload of that name, without arguments.
inline logic::Performance performance(const std::string& name) {
  return {name, "", "", "", {}};
}

/// left <= right.
inline logic::Relation relation(const std::string& left,
                                const std::string& right) {
  logic::Relation result;
  result.left = logic::LinearForm(performance(left));
  result.right = logic::LinearForm(performance(right));
  result.theta = result.left.minus(result.right);
  return result;
}

}  // namespace spl::runner
