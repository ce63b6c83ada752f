#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "spl/workload/metric.hpp"

namespace spl::workload {

/// A counter of this process.
class Meter {
 public:
  virtual ~Meter() = default;
  /// Returns the count from an arbitrary start.
  [[nodiscard]] virtual std::uint64_t read() = 0;
  /// Read it before and after a part. A second begin takes the place of the
  /// first.
  [[nodiscard]] virtual std::uint64_t begin() { return read(); }
  [[nodiscard]] virtual std::uint64_t end() { return read(); }
  /// Whether an observation is the increase during it; otherwise it is the
  /// reading at its end.
  [[nodiscard]] virtual bool adds_up() const { return true; }
  /// Leaves out of later readings what this process did until now.
  virtual void begin_anew() {}
  /// Begins an observation. Until the first one, parts were empty.
  virtual void begin_observation() {}
  /// Whether it counts ns. A part must then last longer than a reading takes.
  [[nodiscard]] virtual bool is_time() const { return false; }
  /// Returns why readings are invalid, as the end of "PERFORMANCE ...", or an
  /// empty text.
  [[nodiscard]] virtual std::string failure() const { return ""; }
};

/// A metric that this machine or program does not have; what() continues
/// "PROGRAM ...".
class MetricMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Opens the meter of a metric other than kWall. Throws MetricMissing.
[[nodiscard]] std::unique_ptr<Meter> open_meter(Metric metric);
using OpenMeter = std::function<std::unique_ptr<Meter>(Metric)>;

/// Returns why this process cannot record the metric; empty if it can.
[[nodiscard]] std::string lack_of(Metric metric,
                                  const OpenMeter& open = open_meter);

/// Returns the sentence for a processor counter that the kernel refuses with
/// this errno.
[[nodiscard]] std::string refused_counter(Metric metric, int error);

}  // namespace spl::workload
