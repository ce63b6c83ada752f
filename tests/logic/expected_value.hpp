#pragma once

#include <map>
#include <string>

#include "spl/logic/expansion.hpp"
#include "spl/logic/verdict.hpp"

namespace spl::logic {

/// The expected-value interpretation (Def. 4.1): the true means are given, by
/// the performances' text, and compared. What is not given is unknown. It
/// replaces all statistics in tests of the logic.
class ExpectedValue {
 public:
  explicit ExpectedValue(std::map<std::string, double> means)
      : means_(std::move(means)) {}

  [[nodiscard]] Finding find(const LinearForm& theta) const;

  /// The verdict of a formula whose relations are each decided by a finding.
  [[nodiscard]] Verdict evaluate(const ExpandedFormula& formula) const;

 private:
  std::map<std::string, double> means_;
};

}  // namespace spl::logic
