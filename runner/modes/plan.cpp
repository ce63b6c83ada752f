#include <algorithm>

#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/telling.hpp"
#include "runner/planning.hpp"

namespace spl::runner::modes {

ExitStatus plan(const Suite& suite, const Origin& origin,
                const Session& session) {
  const ProgramCatalogue* programs = origin.programs();
  if (programs == nullptr) {
    throw PlainError("--plan plans measuring; it takes no --data");
  }
  prepare_launcher(session);
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  {
    const ProgressLine progress(session);
    report.planning =
        planned(suite, *programs, report.context.seed, surroundings(session));
  }
  report.seconds = session.world.clock.seconds() - start;
  write_reports(session);
  const auto& relations = report.planning->relations;
  const bool failed = std::any_of(
      relations.begin(), relations.end(),
      [](const PlannedRelation& one) { return !one.failure.empty(); });
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

}  // namespace spl::runner::modes
