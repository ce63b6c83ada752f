#pragma once

#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Programs of nanobench that render its JSON, to standard output or to the
/// file that SPL_REPORT names. They have no options: each execution is of the
/// whole program, which may look at SPL_BENCHMARK and run that benchmark alone.
/// A workload is NAME, or TITLE/NAME where the title is not the default; epochs
/// are its observations.
class NanobenchProgram : public Translator {
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

}  // namespace spl::runner
