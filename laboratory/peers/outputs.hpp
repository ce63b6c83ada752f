#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spl/statistics/interpretations/interpretation.hpp"

/// What the compared tools say, read from their JSON. All throw
/// std::runtime_error, with what is wrong, for other texts.
namespace spl::bench {

struct SplAnswer {
  statistics::Finding finding = statistics::Finding::kUnknown;
  double run_seconds = 0;
  std::size_t blocks = 0;
  std::string stopped;

  friend bool operator==(const SplAnswer&, const SplAnswer&) = default;
};

/// A report of spl-run on one formula with one relation; unknown where its
/// budget did not hold two blocks.
[[nodiscard]] SplAnswer read_spl_report(std::string_view text);

/// The wall-clock times of the repetitions of one benchmark, in its unit.
[[nodiscard]] std::vector<double> read_google_times(std::string_view text);

}  // namespace spl::bench
