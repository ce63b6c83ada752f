#pragma once

#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Programs of Google Benchmark from 1.7 on: one benchmark is executed with as
/// many repetitions as there are observations, each of at least 0.2 ms, for
/// what it takes to time one is then some thousandths. From 1.8 on a request
/// may say how many iterations each has; before, in version 5 of requests, each
/// run finds them.
class GoogleBenchmarkProgram : public Translator {
 public:
  [[nodiscard]] ForeignExecution execution(
      const workload::Request& request,
      const std::string& report) const override;
  [[nodiscard]] bool is_refused(const workload::Request& request,
                                const ForeignOutcome& outcome) const override;
  [[nodiscard]] bool is_spoiled(const workload::Request& request,
                                const ForeignOutcome& outcome) const override;
  [[nodiscard]] std::optional<workload::CatalogueAnswer> catalogue(
      const workload::Request& request,
      const ForeignOutcome& outcome) const override;
  [[nodiscard]] std::optional<workload::RunAnswer> run(
      const workload::Request& request,
      const ForeignOutcome& outcome) const override;
};

/// Returns a POSIX extended regular expression that matches this text alone.
[[nodiscard]] std::string pattern_of(std::string_view name);

}  // namespace spl::runner
