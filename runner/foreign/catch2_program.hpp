#pragma once

#include <string>
#include <string_view>

#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Programs of Catch2 2 and 3. Benchmarks are those of test cases with the tag
/// [!benchmark], found by executing each with a single sample; a workload is
/// TEST CASE/BENCHMARK. Reports have no samples but their mean, so a run has
/// one observation, the mean of 50 samples, and one executes all benchmarks of
/// its test case.
class Catch2Program : public Translator {
 public:
  [[nodiscard]] ForeignExecution execution(
      const workload::Request& request,
      const std::string& report) const override;
  [[nodiscard]] std::optional<workload::CatalogueAnswer> catalogue(
      const workload::Request& request,
      const ForeignOutcome& outcome) const override;
  [[nodiscard]] std::optional<workload::RunAnswer> run(
      const workload::Request& request,
      const ForeignOutcome& outcome) const override;
};

/// Returns the test specification that selects a test case by its name.
[[nodiscard]] std::string test_specification(std::string_view name);

}  // namespace spl::runner
