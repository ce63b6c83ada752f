#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/bisection.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/git/repository.hpp"
#include "runner/revisions/revisions.hpp"
#include "runner/session/session.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/settings.hpp"
#include "runner/store/accepted.hpp"
#include "runner/store/stored_comparisons.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/history/ratio_series.hpp"

namespace spl::runner {

/// The comparison of a performance at two commits by blocks of their own.
struct CommitComparison {
  std::string failure;    ///< Why there is none; empty if there is one.
  bool is_found = false;  ///< They differ, at the level of the comparison.
  /// They do not, and no change that matters (`resolution`) is left.
  bool is_cleared = false;
  std::size_t blocks = 0;  ///< 0 for equal code, which needs none.
  /// The ratio of the later commit to the earlier one, as the blocks show it.
  std::optional<double> ratio;
  std::optional<double> lower;
  std::optional<double> upper;
  /// Its logarithm, with its variance; absent if it has no bounds above 0.
  std::optional<LogRatio> log_ratio;
};

/// Compares the performance at two commits by fresh blocks, so that it seems to
/// differ with at most the probability `level` if it does not.
using CompareCommits = std::function<CommitComparison(
    std::size_t earlier, std::size_t later, double level)>;

/// A part of the history: a change after `begin` up to `end` is sought at the
/// level.
struct AuditHypothesis {
  std::size_t begin = 0;
  std::size_t end = 0;
  double level = 0.05;
  bool is_suspected = false;  ///< The points between suggest one.
  double size = 0;  ///< Of the change between its ends, as a logarithm.
};

/// The outcome of a hypothesis.
struct AuditFinding {
  enum class Standing {
    kConfirmed,    ///< The neighbours differ, by blocks of their own.
    kCleared,      ///< It seemed so, but these commits are alike.
    kUnconfirmed,  ///< Whether these commits differ is not known.
    kFailed        ///< The ends could not be compared.
  };
  Standing standing = Standing::kConfirmed;
  /// The change is after this commit,
  std::size_t last_before = 0;
  /// and up to this one: the next, unless those between cannot be measured.
  std::size_t first_after = 0;
  double level = 0;                ///< The level of the confirmation.
  CommitComparison compared = {};  ///< The comparison of these two commits.
};

/// "confirmed", "cleared", "not confirmed", "failed".
[[nodiscard]] std::string to_text(AuditFinding::Standing standing);

/// Returns the commits to measure against a reference, in this order: at most
/// `most` of the numbers 0 to `last`, evenly spread and both ends among them,
/// so that the first ones are evenly spread, too.
[[nodiscard]] std::vector<std::size_t> audit_sample(std::size_t last,
                                                    std::size_t most);

/// Divides a history into parts, each with one suggested change: they meet in
/// the middle of the levels between two change points, and where a point lies
/// beyond both ends by more than the resolution, which changes that undo each
/// other leave alike. All together have the level of a family, in equal shares,
/// so a part is sought in even if nothing suggests a change: E-divisive does
/// not see those near the ends. Positions of points are numbers of commits;
/// there are none in fewer than two points.
[[nodiscard]] std::vector<AuditHypothesis> audit_hypotheses(
    const std::vector<statistics::RatioPoint>& points, double level,
    double resolution, std::uint64_t seed);

/// Compares the ends of a part; if they differ, halves it until a commit is
/// found, and confirms that this commit differs from the one before. Then the
/// parts before and after it are searched in the same way.
///
/// A commit that did not change anything is confirmed with at most the
/// probability `level`: the level passes on to both halves only from a
/// confirmed change (Bretz, Maurer, Brannath and Posch 2009, "A graphical
/// approach to sequentially rejective multiple test procedures"), and each
/// confirmation has blocks of its own.
[[nodiscard]] std::vector<AuditFinding> audit_part(
    const AuditHypothesis& part, const CompareCommits& compare);

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

/// The time of an audit (--budget-total) is used up.
class AuditTimeIsUp {};

/// A performance that is audited.
struct Audited {
  logic::Performance performance;
  std::string callee;     ///< As formulas call it: `parse`.
  std::string arguments;  ///< `(1000)`.
};

/// Two commits, the later one first in a comparison.
struct CommitPair {
  Revision earlier;
  Revision later;
};

/// Measures performances at pairs of commits, in blocks that are kept in the
/// store.
class AuditMeasuring {
 public:
  AuditMeasuring(Revisions& revisions, const Session& session);

  /// Compares the performances at a commit with the reference, so precisely
  /// that a history is made of the ratios. Throws AuditTimeIsUp, ProgramsLost.
  [[nodiscard]] std::vector<CommitComparison> compare_with_reference(
      const std::vector<Audited>& audited, const CommitPair& commits);

  /// Compares a performance at two commits, which seem to differ with at most
  /// the probability `level` if they do not. An earlier call has the answer if
  /// it asked the same, and each answer is given once. Throws likewise.
  [[nodiscard]] CommitComparison compare(const Audited& audited,
                                         const CommitPair& commits,
                                         double level);

  /// Returns how long it has been at work.
  [[nodiscard]] const MeasuringTime& time() const { return time_; }

  /// Returns the part of its time that is used up; 0 if there is no limit.
  [[nodiscard]] double share_used() const;

  /// Returns what is equal for commits with equal programs; empty for a commit
  /// that was not built since this object was made.
  [[nodiscard]] std::string content_of(const std::string& commit) const;

  /// Returns the warnings of all that was measured, each once.
  [[nodiscard]] const Warnings& warnings() const { return warnings_; }

 private:
  struct Asked {
    std::string file;
    double alpha = 0.01;
    double precision = 0;
  };

  [[nodiscard]] std::vector<CommitComparison> evaluate(
      const std::vector<Audited>& audited, const CommitPair& commits,
      const Asked& asked);
  [[nodiscard]] Invocation invocation_for(const Asked& asked) const;
  [[nodiscard]] std::string test_name(double alpha) const;
  [[nodiscard]] std::optional<CommitComparison> from_store(
      const ComparedCommits& compared, double alpha);
  void require_time() const;
  void take_warnings();
  void take_contents();

  Revisions& revisions_;
  const Session& session_;
  MeasuringTime time_;
  std::uint64_t evaluations_ = 0;
  /// The number of stored answers given so far, by what was asked.
  std::map<std::string, std::size_t> given_;
  std::map<std::string, std::string> contents_;  ///< By commit.
  Warnings warnings_;
};

/// The name of the texts beside the reference, by which the store knows them.
inline constexpr const char* kAuditSample = "<audit: history>";

}  // namespace spl::runner
