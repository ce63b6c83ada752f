#pragma once

#include "spl/statistics/effects/ratio.hpp"

namespace spl::statistics {

inline Sides plain(const Sample& left, const Sample& right) {
  return {{{{1, &left}}, 0}, {{{1, &right}}, 0}};
}

}  // namespace spl::statistics
