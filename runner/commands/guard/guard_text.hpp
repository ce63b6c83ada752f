#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/declared_workloads.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/catalogue.hpp"

/// The claims of guard: no workload is slower than at the baseline.
namespace spl::runner {

/// A commit whose performances of a pattern were accepted: they stand in for
/// those of the baseline.
struct AcceptedBaseline {
  std::string revision;  ///< As formulas name it.
  std::string pattern;   ///< For selects_performance().
};

/// The claims that guard holds against the baseline.
struct Guarded {
  std::string sign;  ///< As guard_sign() writes it.
  /// For each metric a text, with a formula for each claim.
  std::vector<FormulaText> texts;
  /// The subject of each claim: `parse(10)`.
  std::vector<std::string> claims;
  /// By position in `accepted`, what takes the place of the baseline in each.
  std::vector<std::optional<std::size_t>> accepted;
  /// Workloads that both sides have and that no claim is made of.
  std::vector<LeftOut> left_out;
  std::vector<std::string>
      appeared;  ///< Only the revision under test has them.
  std::vector<std::string> vanished;  ///< Only the baseline has them.
};

/// Returns how a claim compares: `<=`, or `< 1.03 *` with --strict and a
/// tolerance.
[[nodiscard]] std::string guard_sign(const Settings& settings);

/// Returns a claim: `f() <= 1.03 * f@baseline()`. A rate is not lower, which
/// has the sides exchanged: `0.97 * f@baseline() <= f()`.
[[nodiscard]] std::string guard_claim(const std::string& now,
                                      const std::string& baseline,
                                      const std::string& metric,
                                      const Settings& settings);

/// Writes the claims about the workloads that the filter of the settings
/// selects, at all values that they declare: `parse(10) <= 1.03 *
/// parse@baseline(10)`. A workload whose parameters differ between the sides is
/// left out. Claims are formulas of their own, so that none is left open
/// because another one is refuted.
///
/// Each metric is a text of its own; without any there is one text, about the
/// metric of the settings. All claims about a rate (is_rate()) have exchanged
/// sides.
///
/// The first of `accepted` that selects a claim and has its workload takes the
/// place of the baseline.
[[nodiscard]] Guarded guarded(
    const logic::Catalogue& catalogue, const Settings& settings,
    const std::vector<std::string>& metrics = {},
    const std::vector<AcceptedBaseline>& accepted = {});

/// Two sets of given observations, as `f@old` and `f@new` name them.
struct GivenSides {
  std::string baseline;
  std::string now;
};

/// The same of given performances, each of which is called as it is given.
[[nodiscard]] Guarded guarded(const logic::GivenPerformances& given,
                              const GivenSides& sides,
                              const Settings& settings);

}  // namespace spl::runner
