#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runner/given/given_observations.hpp"
#include "spl/workload/metric.hpp"

namespace spl::runner {

/// An XML text with its file's name, for messages.
struct XmlText {
  std::string file;
  std::string text;
};

/// Whether a text begins as XML does, and so as no JSON.
[[nodiscard]] bool is_xml(std::string_view text);

/// Returns what Catch2's XML (of 2.9 and later, and 3) has: each report is a
/// run of every benchmark, with one observation, the mean of its only sample;
/// of several samples Catch2 writes the mean and not these. A method is called
/// `TEST CASE/BENCHMARK`, with sections between where that is there twice.
/// Throws DataError for other XML, benchmarks of several samples, two of one
/// name, a report that is there twice and metrics other than `wall`.
[[nodiscard]] GivenObservations catch2_observations(
    const std::vector<XmlText>& reports, workload::Metric metric);

}  // namespace spl::runner
