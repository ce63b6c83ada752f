#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/outcome.hpp"

namespace spl::runner {

/// The outcome of an evaluation.
struct DecidedFormulas final : Outcome {
  explicit DecidedFormulas(Evaluation evaluation)
      : found(std::move(evaluation)) {}

  [[nodiscard]] const std::vector<FormulaReport>* decided() const override {
    return &found.formulas;
  }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  [[nodiscard]] Shape shape() const override { return {true, true}; }
  [[nodiscard]] std::optional<std::string> summary(
      const Report& report, const Style& style) const override;
  void add_to(nlohmann::ordered_json& /*root*/) const override {}
  [[nodiscard]] std::string headline() const override;
  [[nodiscard]] std::string page(const Report& report,
                                 Figures& figures) const override;

  Evaluation found;
};

}  // namespace spl::runner
