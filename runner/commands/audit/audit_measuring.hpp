#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/commands/audit/audit_search.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/revisions/revisions.hpp"
#include "runner/session/session.hpp"
#include "runner/session/world.hpp"
#include "runner/store/stored_comparisons.hpp"
#include "spl/logic/performance.hpp"

/// The measurements of audit: new ones, and those in the store.
namespace spl::runner {

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
