#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "spl/workload/metric.hpp"

namespace spl::workload {

/// What counts something of this process.
class Meter {
 public:
  virtual ~Meter() = default;
  /// From any beginning.
  [[nodiscard]] virtual std::uint64_t read() = 0;
  /// Whether an observation is what was added in it; else what is read at its
  /// end.
  [[nodiscard]] virtual bool adds_up() const { return true; }
  /// In ns: then a part must last longer than reading it takes.
  [[nodiscard]] virtual bool is_time() const { return false; }
  /// Why what was read is worth nothing: continues "PERFORMANCE ..."; or empty.
  [[nodiscard]] virtual std::string failure() const { return ""; }
};

/// A metric that this machine or program does not have; what() continues
/// "PROGRAM ...".
class MetricMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The meter of a metric other than kWall. Throws MetricMissing.
[[nodiscard]] std::unique_ptr<Meter> open_meter(Metric metric);
using OpenMeter = std::function<std::unique_ptr<Meter>(Metric)>;

/// Why this process cannot record the metric; empty if it can.
[[nodiscard]] std::string lack_of(Metric metric,
                                  const OpenMeter& open = open_meter);

/// The sentence for a counter of the processor that the kernel refuses with
/// this errno.
[[nodiscard]] std::string refused_counter(Metric metric, int error);

}  // namespace spl::workload
