#include "runner/modes/measuring.hpp"

#include <algorithm>

#include "runner/measuring/budget.hpp"
#include "runner/modes/interim_reports.hpp"
#include "runner/modes/reporting.hpp"
#include "runner/programs/layout_choice.hpp"
#include "runner/revisions/changed_workloads.hpp"
#include "runner/revisions/hidden_changes.hpp"
#include "runner/revisions/moved_branches.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {

void compare_sources(Suite& suite, const ProgramCatalogue& programs,
                     const Revisions& revisions, Report& report) {
  const SourcesOfRevisions& sources = revisions.sources();
  for (const auto& warnings :
       {hidden_changes(suite, sources), moved_branches(suite, sources),
        merge_same_code(suite, programs, sources),
        changed_workloads(suite, programs, sources)}) {
    report.warnings.insert(report.warnings.end(), warnings.begin(),
                           warnings.end());
  }
}

namespace {

void add(const std::vector<std::string>& warnings, Report& report) {
  report.warnings.insert(report.warnings.end(), warnings.begin(),
                         warnings.end());
}

/// All that the suite's relations compare.
std::set<logic::Performance> performances_of(const Suite& suite) {
  std::set<logic::Performance> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      result.merge(logic::performances_of(relation));
    }
  }
  return result;
}

std::set<logic::Performance> measured_by(const std::set<std::string>& paths,
                                         const ProgramCatalogue& programs,
                                         const Suite& suite) {
  if (paths.empty()) return {};
  std::set<logic::Performance> result = performances_of(suite);
  std::erase_if(result, [&](const logic::Performance& one) {
    return !paths.contains(programs.program_of(one).path);
  });
  return result;
}

/// Where one layout is not what is asked for.
ProgramCatalogue with_recorded_links(ProgramCatalogue programs,
                                     const Suite& suite,
                                     const Settings& settings,
                                     const Session& session) {
  if (!session.world.link_recorded || settings.builds ||
      settings.layouts == std::size_t{1}) {
    return programs;
  }
  std::set<std::string> measured;
  for (const logic::Performance& one : performances_of(suite)) {
    measured.insert(programs.program_of(one).path);
  }
  add_recorded_links(programs, measured, [&](const std::string& program) {
    return recorded_links_of(program, session);
  });
  return programs;
}

/// So long may finding out take how a program is linked again, which is done
/// once after each build.
std::chrono::nanoseconds longest_packing(std::chrono::nanoseconds budget) {
  constexpr std::chrono::nanoseconds kLeast = std::chrono::seconds(5);
  const bool is_bounded = budget > std::chrono::nanoseconds(0);
  return is_bounded ? std::max(kLeast, budget / 2)
                    : std::chrono::nanoseconds(std::chrono::minutes(5));
}

}  // namespace

ProgramLinks recorded_links_of(const std::string& program,
                               const Session& session) {
  const Settings& settings = session.invocation.settings;
  return session.world.link_recorded(program, settings.cache_limit,
                                     longest_packing(settings.budget));
}

void require_programs(const Revisions* revisions) {
  if (revisions != nullptr && revisions->has_lost_programs()) {
    throw ProgramsLost();
  }
}

OpenedSources watched_sources(const Suite& suite, Revisions* revisions) {
  if (revisions == nullptr) return {suite, {}, {}};
  return {suite, revisions->sources(), revisions->repository().folder()};
}

void prepare_launcher(const Session& session) {
  const Settings& settings = session.invocation.settings;
  session.world.launcher.prepare({command_words(settings.launcher),
                                  settings.processors, settings.shared_folder,
                                  settings.lock_timeout});
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
      chosen_layouts(with_recorded_links(*programs, suite, settings, session),
                     settings, session.report.context.seed);
  session.report.in_one_layout = measured_by(choice.single, *programs, suite);
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
  OpenedSources opened = watched_sources(suite, origin.revisions.get());
  const ProgressLine progress(session);
  Surroundings where = surroundings(session, layouts);
  where.note = [&](const std::string& note) { report_early(note, session); };
  const bool is_final = session.invocation.line.mode == Mode::kEvaluate;
  where.outlasts_interruption = is_final;
  InterimReports interim(suite, session);
  try {
    Observations result =
        measured_observations(suite, *origin.programs(), report.context.seed,
                              where, is_final ? &interim : nullptr);
    report_hosts(session);
    add(opened.warnings(), report);
    return result;
  } catch (const LayoutError&) {
    require_programs(origin.revisions.get());
    throw;
  }
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
