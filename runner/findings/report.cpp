#include "runner/findings/report.hpp"

namespace spl::runner {

logic::Dimension dimension(const PerformanceReport& one, const Report& report) {
  if (!one.metric) return report.dimension;
  return workload::is_time(*one.metric) ? logic::Dimension::kTime
                                        : logic::Dimension::kCount;
}

}  // namespace spl::runner
