#include "runner/formulas/performance_pattern.hpp"

#include "runner/formulas/name_filter.hpp"
#include "runner/formulas/suite.hpp"

namespace spl::runner {

bool selects_performance(const std::string& pattern,
                         logic::Performance performance) {
  performance.revision.clear();
  const bool is_text = pattern.find('(') != std::string::npos;
  return selects(pattern, is_text ? to_text(performance) : performance.method);
}

}  // namespace spl::runner
