#pragma once

#include "spl/workload/clock.hpp"
#include "spl/workload/meter.hpp"
#include "spl/workload/protocol.hpp"

/// What a worker answers to requests.
namespace spl::workload {

/// Measures what a kRun request asks for, of the entries in the registry.
/// Whatever goes wrong is the answer's failure.
[[nodiscard]] RunAnswer answer_run(const Request& request, Clock& clock,
                                   const OpenMeter& open = open_meter);

/// What the registry holds, and the metrics that cannot be recorded.
[[nodiscard]] CatalogueAnswer answer_catalogue(
    const OpenMeter& open = open_meter);

}  // namespace spl::workload
