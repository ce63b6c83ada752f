#pragma once

#include <optional>
#include <vector>

#include "runner/findings/evaluation.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/session/session.hpp"
#include "runner/session/written_reports.hpp"

namespace spl::runner {

/// Writes the JSON report anew, and reports formulas that are decided, while
/// others are still measured: whatever ends this process, the observations
/// remain. Uses a fiftieth of the time at most: relations that have ended come
/// first, and open ones are looked at again when there is time.
class InterimReports : public Onlooker {
 public:
  /// Suite and session outlive it.
  InterimReports(const Suite& suite, const EvaluationInputs& inputs,
                 const Session& session);

  void look(std::size_t ended, const SoFar& so_far) override;

 private:
  /// Something that is done again and again, in a share of the time.
  struct Pace {
    std::optional<double> due;  ///< At once, if absent.
    void took(double begin, double end, double least);
    [[nodiscard]] bool is_due(double now) const { return !due || now >= *due; }
  };

  [[nodiscard]] bool has_news(std::size_t ended, double now) const;
  void add(const SoFar& so_far, bool looks_at_open);
  void report_formulas(double now);
  void report_what_is_seen();
  void write();

  const Suite& suite_;
  const Session& session_;
  const ReportTargets targets_;  ///< Standard output gets one report only.
  InterimEvaluation evaluation_;
  std::vector<bool> reported_;  ///< For each formula.
  std::vector<bool> seen_;  ///< For each relation: its blocks were looked at.
  std::size_t ended_ = 0;   ///< Relations, at the last report.
  std::optional<double> begun_;
  Pace of_ended_;
  Pace of_open_;
};

}  // namespace spl::runner
