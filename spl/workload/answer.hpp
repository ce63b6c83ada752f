#pragma once

#include "spl/workload/clock.hpp"
#include "spl/workload/meter.hpp"
#include "spl/workload/protocol.hpp"

/// A worker's answers to requests.
namespace spl::workload {

/// Measures the performance of a kRun request with the entries in the registry.
/// Problems become the answer's failure.
[[nodiscard]] RunAnswer answer_run(const Request& request, Clock& clock,
                                   const OpenMeter& open = open_meter);

/// Returns the entries of the registry and the metrics that cannot be recorded.
[[nodiscard]] CatalogueAnswer answer_catalogue(
    const OpenMeter& open = open_meter);

}  // namespace spl::workload
