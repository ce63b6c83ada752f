#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runner/commands/audit/audit_search.hpp"
#include "runner/findings/bisection.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/git/repository.hpp"
#include "runner/settings/settings.hpp"
#include "runner/store/accepted.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/history/ratio_series.hpp"

namespace spl::runner {

/// A change of a performance, or a suspected change that was not confirmed.
struct AuditedChange {
  logic::Performance performance;
  AuditFinding::Standing standing = AuditFinding::Standing::kConfirmed;
  Revision last_before;
  Revision first_after;  ///< The commit, unless some before it were skipped.
  std::size_t suspects = 1;  ///< The number of commits that may be the cause.
  double level = 0;
  CommitComparison compared;
  /// The acceptance of the commit; absent if nobody accepted it.
  std::optional<AcceptedChange> accepted = std::nullopt;
};

/// A slow change of a performance from the good commit to the bad one, which no
/// single commit shows.
struct AuditedDrift {
  logic::Performance performance;
  statistics::RatioDrift drift;
};

/// The result of audit.
struct AuditReport final : Outcome {
  Revision good;
  Revision bad;
  Revision reference;
  std::size_t commits = 0;   ///< After the good one up to the bad one.
  std::size_t sampled = 0;   ///< Commits with a ratio, the good one included.
  std::size_t measured = 0;  ///< Commits measured in this call.
  std::size_t performances = 0;
  std::size_t hypotheses = 0;  ///< All of them are tested unless time is up.
  std::size_t tested = 0;
  double level = 0.05;                      ///< The joint level of hypotheses.
  std::vector<AuditedChange> changes = {};  ///< In the order of commits.
  std::vector<AuditedDrift> drifts = {};
  std::vector<SkippedCommit> skipped = {};
  /// Commits in a row whose programs are equal, as far as this call built them.
  std::vector<std::vector<Revision>> same_programs = {};
  std::vector<LeftOut> left_out = {};
  /// A command that goes on; empty unless the time was used up.
  std::string going_on = {};

  [[nodiscard]] Basis basis() const override { return Basis::kMeasurements; }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;
  [[nodiscard]] std::string headline() const override;
  [[nodiscard]] std::string page(const Report& report,
                                 Figures& figures) const override;
};

/// Returns "5 performances and 19 commits after c0 up to c19: ...".
[[nodiscard]] std::string head_of(const AuditReport& audit);

/// Returns what is to be said beside the table of changes, each a line.
[[nodiscard]] std::vector<std::string> notes_of(const AuditReport& audit,
                                                const Settings& settings);

/// Returns "confirmed: slower", "accepted: faster", "cleared"; costs other than
/// times get more or less.
[[nodiscard]] std::string verdict_of(const AuditedChange& change,
                                     const MeasuredMetric& metric);

/// Returns "1.05 (1.04 .. 1.06)"; "-" without a ratio.
[[nodiscard]] std::string ratio_of(const CommitComparison& compared);

/// Returns "0a1b2c3d4e (Read words), 9f3c2d1ab0 (Parse faster)".
[[nodiscard]] std::string listed(const std::vector<Revision>& commits);

/// Returns whether all hypotheses have an answer: the change is confirmed, or
/// none that matters is left.
[[nodiscard]] bool is_settled(const AuditReport& audit);

}  // namespace spl::runner
