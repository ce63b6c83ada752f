#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/commands/guard/guard_text.hpp"
#include "runner/commands/guard/together.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/settings/settings.hpp"

/// The result of guard: what became of the claim that no workload is slower
/// than at the baseline.
namespace spl::runner {

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

/// Returns the remedy that costs least. The settings are those of all claims.
[[nodiscard]] std::string remedy_of(const Guard& guard,
                                    const Settings& settings);

/// Returns the claims of decided formulas, worst first: by standing, then by
/// the measured ratio or the change that could hide.
[[nodiscard]] Guard guard(const Guarded& guarded, Evaluation evaluation,
                          const std::vector<PerformanceReport>& performances);

}  // namespace spl::runner
