#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/statistics/effects/ratio.hpp"

/// The result of guard: what became of the claim that no workload is slower
/// than at the baseline.
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

/// The ratio of all claims of a guard: what is under test over the baseline.
struct Together {
  std::size_t claims = 0;           ///< That have a ratio.
  statistics::RatioInterval ratio;  ///< Of confidence 1 - 2 alpha.
  double alpha = 0;
  std::size_t all_claims = 0;
  std::string metric;
  logic::Dimension dimension = logic::Dimension::kTime;
};

/// "all 42 together: 1.4% longer (0.9..1.9%)".
[[nodiscard]] std::string to_text(const Together& together);

/// Returns the geometric mean of the claims' ratios. Nothing if fewer than two
/// have one, if they are of several metrics or of rates, and if the interval
/// were none: with one run of a side, and where runs were made until they
/// decided.
[[nodiscard]] std::optional<Together> together(
    const std::vector<FormulaReport>& claims,
    const std::vector<PerformanceReport>& performances);

/// The outcome of a claim, worst first.
enum class GuardStanding {
  kRefuted,    ///< Slower, or not proven to be no slower where that is claimed.
  kFailed,     ///< A side could not be measured.
  kUndecided,  ///< The budget ended before an answer.
  kOpen,       ///< No slowdown was found, but one that matters could hide.
  kRuledOut,   ///< A slowdown that matters was ruled out.
  kProven,     ///< Less than is claimed, by the evidence.
  kIdentical   ///< Both sides are the same code: nothing was measured.
};

/// A formula of the guard, which has one relation.
struct GuardClaim {
  GuardStanding standing = GuardStanding::kUndecided;
  std::size_t formula = 0;  ///< By position in Guard::formulas.
  /// The median of the runs of each side, in nanoseconds or counts; absent if
  /// the side was not measured.
  std::optional<double> baseline;
  std::optional<double> under_test;
  /// The accepted commit that takes the place of the baseline; absent if none
  /// does.
  std::optional<AcceptedCommit> accepted = std::nullopt;
};

struct Guard final : Outcome {
  std::string sign;  ///< `<=`, `< 1.03 *`: as guard_sign() writes it.
  std::vector<FormulaReport> formulas;  ///< One for each claim.
  std::vector<GuardClaim> claims;       ///< Worst first.
  std::optional<Together> together = std::nullopt;
  /// The names without a claim.
  std::vector<LeftOut> left_out;
  std::vector<std::string> appeared;
  std::vector<std::string> vanished;
  /// What leaves most claims undecided, or what would settle those that hold
  /// weakly, if these are most: `try --budget 20s, or ask for less: --tolerance
  /// 8%`; else empty.
  std::string remedy = {};
  /// Evaluates the worst claim by itself; empty if none is open.
  std::string command = {};
  /// The command that finds the commit since which the worst claim is violated;
  /// empty if none is, or if the working tree has changes.
  std::string search = {};

  [[nodiscard]] const std::vector<FormulaReport>* decided() const override {
    return &formulas;
  }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  [[nodiscard]] Shape shape() const override { return {true, false, true}; }
  [[nodiscard]] std::optional<std::string> summary(
      const Report& report, const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;
  [[nodiscard]] std::string headline() const override;
  [[nodiscard]] std::string page(const Report& report,
                                 Figures& figures) const override;
  [[nodiscard]] std::string markdown_formulas(
      const Report& report) const override;
  [[nodiscard]] std::string markdown_notes() const override;
};

/// Returns a sentence for each accepted commit that takes the place of the
/// baseline, with its reason: `accepted: f(1) and f(2) are compared with
/// 9f3c2d1 (Check more), not with the baseline: finds more mistakes`.
[[nodiscard]] std::vector<std::string> accepted_notes(const Guard& guard);

/// Returns `now, the dirty working tree, against 3c89bba098 (Say what this
/// is)`; empty if there are other revisions than these.
[[nodiscard]] std::string sides_text(const Report& report);

/// Returns the row of a claim, whose left side is what is under test.
[[nodiscard]] FormulaRow row_of(const Guard& guard, const GuardClaim& claim);
/// The same for a table of changes: the words are "+30%", and the range is of
/// these.
[[nodiscard]] FormulaRow change_row(const Guard& guard,
                                    const GuardClaim& claim);

/// Returns the largest change that could hide in a claim that holds weakly, as
/// a fraction; 0 if none does.
[[nodiscard]] double largest_hidden(const Guard& guard);

/// Whether other programs disturb times of the wall clock, and processor time
/// could be compared.
enum class Disturbed { kNo, kYes };

/// Returns the remedy that costs least. The settings are those of all claims.
[[nodiscard]] std::string remedy_of(const Guard& guard,
                                    const Settings& settings,
                                    Disturbed disturbed = Disturbed::kNo);

/// Returns the claims of decided formulas, worst first: by standing, then by
/// the measured ratio or the change that could hide.
[[nodiscard]] Guard guard(const Guarded& guarded, Evaluation evaluation,
                          const std::vector<PerformanceReport>& performances);

}  // namespace spl::runner
