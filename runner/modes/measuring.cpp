#include "runner/modes/measuring.hpp"

#include <algorithm>

#include "runner/changed_workloads.hpp"
#include "runner/command_words.hpp"
#include "runner/modes/interim_reports.hpp"
#include "runner/modes/telling.hpp"
#include "runner/wanted_layouts.hpp"

namespace spl::runner {

void compare_sources(Suite& suite, const ProgramCatalogue& programs,
                     const Revisions& revisions, Report& report) {
  const SourcesOfRevisions& sources = revisions.sources();
  for (const auto& warnings : {merge_same_code(suite, programs, sources),
                               changed_workloads(suite, programs, sources)}) {
    report.warnings.insert(report.warnings.end(), warnings.begin(),
                           warnings.end());
  }
}

void prepare_launcher(const Session& session) {
  const Settings& settings = session.invocation.settings;
  session.world.launcher.prepare({command_words(settings.launcher),
                                  settings.processors, settings.shared_folder});
}

Surroundings surroundings(const Session& session, Layouts* layouts) {
  return {session.world.launcher, measuring_progress(session), layouts};
}

std::unique_ptr<Layouts> lay_out(Suite& suite, const Origin& origin,
                                 const Settings& settings,
                                 const Session& session) {
  const ProgramCatalogue* programs = origin.programs();
  if (programs == nullptr || !session.world.make_layouts) return nullptr;
  const LayoutChoice choice =
      chosen_layouts(*programs, settings, session.report.context.seed);
  std::vector<std::string>& warnings = session.report.warnings;
  warnings.insert(warnings.end(), choice.warnings.begin(),
                  choice.warnings.end());
  for (SuiteFormula& formula : suite.formulas) {
    formula.settings.layouts = std::max<std::size_t>(choice.wanted.fixed, 1);
  }
  if (choice.wanted.programs.empty()) return nullptr;
  return session.world.make_layouts(choice.wanted);
}

Observations observations(const Suite& suite, const Origin& origin,
                          Layouts* layouts, const Session& session) {
  Report& report = session.report;
  if (const auto* given = std::get_if<GivenObservations>(&origin.source)) {
    report.metric = given->metric;
    report.dimension = given->dimension;
    return chosen_observations(suite, *given);
  }
  const workload::Metric metric = session.invocation.settings.metric;
  report.metric = workload::to_text(metric);
  report.dimension = workload::is_time(metric) ? logic::Dimension::kTime
                                               : logic::Dimension::kCount;
  prepare_launcher(session);
  const ProgressLine progress(session);
  Surroundings where = surroundings(session, layouts);
  where.tell = [&](const std::string& note) { tell_early(note, session); };
  const bool is_final = session.invocation.line.mode == Mode::kEvaluate;
  where.outlasts_interruption = is_final;
  InterimReports interim(suite, session);
  Observations result =
      measured_observations(suite, *origin.programs(), report.context.seed,
                            where, is_final ? &interim : nullptr);
  report_hosts(session);
  return result;
}

void report_hosts(const Session& session) {
  Report& report = session.report;
  report.context.hosts = session.world.launcher.hosts();
  for (const HostRecord& host : report.context.hosts) {
    for (std::string& warning : warnings(host)) {
      report.warnings.push_back(std::move(warning));
    }
  }
}

}  // namespace spl::runner
