#pragma once

#include <string>
#include <vector>

#include "runner/formulas/declared_workloads.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/catalogue.hpp"

/// The claims of --guard: no workload is slower than at the baseline.
namespace spl::runner {

/// What --guard holds against the baseline.
struct Guarded {
  /// A formula for each of the workloads, in their order.
  FormulaText text;
  std::vector<std::string> workloads;
  /// Workloads that both sides have and that no claim is made of.
  std::vector<LeftOut> left_out;
  std::vector<std::string>
      appeared;  ///< Only the revision under test has them.
  std::vector<std::string> vanished;  ///< Only the baseline has them.
};

/// How a claim compares: `<=`, or `< 1.03 *` with --strict and a tolerance.
[[nodiscard]] std::string guard_sign(const Settings& settings);

/// Writes the claims about the workloads that the filter of the settings
/// selects, at all values that they declare: `for n in {10, 100}: parse(n) <=
/// 1.03 * parse@baseline(n)`. A workload whose parameters differ between the
/// sides is left out.
[[nodiscard]] Guarded guarded(const logic::Catalogue& catalogue,
                              const Settings& settings);

}  // namespace spl::runner
