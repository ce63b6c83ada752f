#pragma once

#include "spl/logic/performance.hpp"
#include "spl/logic/relation.hpp"

namespace spl::logic {

inline const Performance kA{"A", "", "", "", {}};
inline const Performance kB{"B", "", "", "", {}};

/// left <= right.
inline Relation relation(const LinearForm& left, const LinearForm& right) {
  Relation result;
  result.left = left;
  result.right = right;
  result.theta = left.minus(right);
  return result;
}

}  // namespace spl::logic
