#include "runner/session/measuring.hpp"
#include "runner/reports/decided_formulas.hpp"

#include <algorithm>
#include <map>

#include "runner/builds/build_configuration.hpp"
#include "runner/findings/run_warnings.hpp"
#include "runner/measuring/equal_builds.hpp"
#include "runner/measuring/reported_blocks.hpp"
#include "runner/programs/layout_choice.hpp"
#include "runner/reports/messages.hpp"
#include "runner/revisions/changed_workloads.hpp"
#include "runner/session/reporting.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {

namespace {

constexpr const char* kPreparingLinks = "preparing links";

template <typename Text>
void add(const std::vector<Text>& more, Warnings& warnings) {
  warnings.insert(warnings.end(), more.begin(), more.end());
}

bool has_builds(const logic::Catalogue& catalogue) {
  return std::ranges::any_of(catalogue.revisions, [&](const auto& one) {
    return catalogue.is_build(one.first);
  });
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

/// So long may finding out take how a program is linked again, which is done
/// once after each build.
std::chrono::nanoseconds longest_packing(std::chrono::nanoseconds budget) {
  constexpr std::chrono::nanoseconds kLeast = std::chrono::seconds(5);
  const bool is_bounded = budget > std::chrono::nanoseconds(0);
  return is_bounded ? std::max(kLeast, budget / 2)
                    : std::chrono::nanoseconds(std::chrono::minutes(5));
}

/// Whether commands print what is measured, such as the size of a file.
bool is_printed(const Settings& settings, const ProgramCatalogue& programs) {
  const auto& all = programs.programs;
  return !settings.metric.counter.empty() &&
         std::ranges::all_of(all, [](const auto& one) {
           return one.commands != nullptr || one.path.empty();
         });
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
  show_packing(measured.size(), session);
  add_recorded_links(programs, measured, [&](const std::string& program) {
    return recorded_links_of(program, session);
  });
  session.signs.work(kPreparingLinks);  // What comes next has no such limit.
  return programs;
}

LayoutChoice layout_choice(const Suite& suite, const ProgramCatalogue& programs,
                           const Settings& settings, const Session& session) {
  return chosen_layouts(with_recorded_links(programs, suite, settings, session),
                        settings, session.seed);
}

/// The revisions that were built, by the names that formulas have for them. A
/// working tree without changes is its commit.
std::map<std::string, Revision> commits(const Origin& origin,
                                        const Report& report) {
  std::map<std::string, Revision> result;
  for (const RevisionReport& one : report.revisions) {
    Revision& revision = result[one.name] = one.revision;
    if (!revision.is_working_tree() || revision.dirty || !origin.revisions) {
      continue;
    }
    try {
      revision.id = origin.revisions->repository().resolve("HEAD").id;
    } catch (const RepositoryError&) {
      // There is no commit yet.
    }
  }
  return result;
}

/// Removes warnings that a report with the observations had already.
void remove_known(const Warnings& known, Warnings& warnings) {
  std::erase_if(warnings, [&](const Warning& one) {
    return std::ranges::any_of(known, [&](const Warning& other) {
      return !other.files.empty() && says_the_same(one, other);
    });
  });
}

/// Says how revisions are not configured as the user's build is; else empty.
std::string other_configuration(const ProgramCatalogue& programs,
                                const std::filesystem::path& project) {
  const std::filesystem::path users = build_of(project);
  if (users.empty()) return {};
  const BuildConfiguration own = configuration_of(users);
  for (const ProgramCatalogue::Program& one : programs.programs) {
    if (one.hash.empty()) continue;
    const std::string text =
        other_options_text(own, configuration_of(one.path));
    if (text.empty()) continue;
    return "revisions are configured otherwise than " +
           users.lexically_relative(project).string() + ", which has " + text +
           "; say so in \"configure\" of \"revisions\" in spl.json if that is "
           "what you compare";
  }
  return {};
}

}  // namespace

Warnings compare_sources(Suite& suite, const ProgramCatalogue& programs,
                         const Revisions& revisions) {
  const SourcesOfRevisions& sources = revisions.sources();
  Warnings result;
  add(merge_same_code(suite, programs, sources), result);
  add(changed_workloads(suite, programs, sources), result);
  add(unknown_builds(suite, programs), result);
  std::string other = other_configuration(programs, revisions.project());
  if (!other.empty()) result.emplace_back(std::move(other));
  return result;
}

Warnings compare_programs(Suite& suite, const Origin& origin) {
  const ProgramCatalogue* programs = origin.programs();
  if (programs == nullptr) return {};
  Warnings result;
  if (origin.revisions) {
    result = compare_sources(suite, *programs, *origin.revisions);
  } else if (has_builds(programs->catalogue)) {
    add(merge_same_code(suite, *programs, {}), result);
  }
  add(build_differences(suite, *programs), result);
  return result;
}

void keep_own_warnings(const Suite& suite, const Origin& origin,
                       const Session& session) {
  const auto* given = std::get_if<GivenObservations>(&origin.source);
  if (given == nullptr) return;
  const std::set<logic::Performance> own = performances_of(suite);
  std::set<std::string> others;
  for (const auto& [one, observed] : given->performances) {
    if (!own.contains(one)) others.insert(to_text(one));
  }
  const auto is_about_others = [&](const Warning& warning) {
    return !warning.files.empty() && others.contains(warning.subject);
  };
  std::erase_if(session.report.warnings, is_about_others);
  std::erase_if(session.report.minor_warnings, is_about_others);
}

void add_warnings(const Warnings& warnings, const Session& session) {
  add(warnings, session.report.warnings);
}
void add_sentences(const std::vector<std::string>& sentences,
                   const Session& session) {
  for (const std::string& one : sentences) {
    session.report.warnings.emplace_back(one);
  }
}

void add_measurement_warnings(const ProgramCatalogue* programs,
                              const Session& session) {
  const ProgressLine progress(session, "checking observations");
  MeasurementWarnings all = measurement_warnings(programs, session.report);
  Report& report = session.report;
  for (const auto& known : {report.warnings, report.minor_warnings}) {
    remove_known(known, all.warnings);
    remove_known(known, all.minor);
  }
  add(all.warnings, report.warnings);
  add(all.minor, report.minor_warnings);
}

void show_packing(std::size_t programs, const Session& session) {
  const std::chrono::duration<double> longest =
      longest_packing(session.invocation.settings.budget);
  session.signs.work_for(kPreparingLinks,
                         static_cast<double>(programs) * longest.count());
}

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

namespace {

constexpr const char* kNotCounted =
    "Valgrind counts the measuring thread outside the kernel: what system "
    "calls and other threads do is in none of its counts";

}  // namespace

LaidOut lay_out(Suite& suite, const Origin& origin, const Settings& settings,
                const Session& session) {
  if (const auto* given = std::get_if<GivenObservations>(&origin.source)) {
    if (given->groups.empty()) return {};
    take_plans(*given, suite);
    return {nullptr, in_one_layout(*given)};
  }
  const ProgramCatalogue* programs = origin.programs();
  if (!session.world.make_layouts) return {};
  const auto is_of_valgrind = [](const SuiteFormula& one) {
    return is_counted({one.settings.metric});
  };
  const auto& formulas = suite.formulas;
  if (std::ranges::any_of(formulas, is_of_valgrind)) {
    add_sentences({kNotCounted}, session);
  }
  if (std::ranges::all_of(formulas, is_of_valgrind)) return {};
  const ProgressLine progress(session, kPreparingLinks);
  const LayoutChoice choice =
      layout_choice(suite, *programs, settings, session);
  const bool do_layouts_matter = depends_on_machine_code(settings.metric) &&
                                 !is_printed(settings, *programs);
  // Times alone show no difference.
  if (do_layouts_matter && session.invocation.line.mode != Mode::kTimes) {
    add_sentences(choice.warnings, session);
  }
  const HeapPlace heap = heap_place(session.invocation.settings);
  for (SuiteFormula& formula : suite.formulas) {
    formula.settings.heap = heap;
    formula.settings.layouts = std::max<std::size_t>(choice.wanted.fixed, 1);
  }
  LaidOut result;
  if (do_layouts_matter) {
    result.in_one_layout = measured_by(choice.single, *programs, suite);
  }
  if (!choice.wanted.programs.empty()) {
    result.layouts = session.world.make_layouts(choice.wanted);
  }
  return result;
}

Quantity quantity_of(const Origin& origin, const Settings& settings) {
  if (const auto* given = std::get_if<GivenObservations>(&origin.source)) {
    return {given->metric, given->dimension};
  }
  return {to_text(settings.metric), is_time(settings.metric)
                                        ? logic::Dimension::kTime
                                        : logic::Dimension::kCount};
}

EvaluationInputs evaluation_inputs(const Origin& origin,
                                   const LaidOut& laid_out,
                                   const Session& session) {
  const Settings& settings = session.invocation.settings;
  // Values that decide nothing are only for those who look at them.
  const bool shows_all =
      writes(settings, "json") || settings.detail == Detail::kVerbose;
  return {settings,
          session.seed,
          quantity_of(origin, settings),
          laid_out.in_one_layout,
          shows_all ? logic::Extent::kAll : logic::Extent::kCheap,
          [&signs = session.signs](double share) {
            signs.work("deciding", share);
          }};
}

Observations observations(const Suite& suite, const Origin& origin,
                          const LaidOut& laid_out, const Session& session,
                          Onlooker* onlooker) {
  if (const auto* given = std::get_if<GivenObservations>(&origin.source)) {
    session.report.learned = learned_runs(suite, *given);
    return given->groups.empty() ? chosen_observations(suite, *given)
                                 : reported_observations(suite, *given);
  }
  prepare_launcher(session);
  OpenedSources opened = watched_sources(suite, origin.revisions.get());
  const ProgressLine progress(session);
  Surroundings where = surroundings(session, laid_out.layouts.get());
  // Notes are about looks, and times makes none.
  if (session.invocation.line.mode != Mode::kTimes) {
    where.note = [&, kinds = MessageKinds()](const Warning& note) mutable {
      const std::string text = to_text(note);
      if (kinds.admits(text, note.rest)) report_early(text, session);
    };
  }
  where.outlasts_interruption = onlooker != nullptr;
  // Too few are refused before anything is measured.
  (void)learned_runs(suite, *origin.programs(), session.history, {});
  where.keep = session.history.begin(
      *origin.programs(), commits(origin, session.report), session.seed);
  try {
    Observations result = measured_observations(suite, *origin.programs(),
                                                session.seed, where, onlooker);
    add_sentences(session.world.launcher.end_commands(), session);
    report_hosts(session);
    add_sentences(opened.warnings(), session);
    Learned learned = learned_runs(suite, *origin.programs(), session.history,
                                   session.report.hosts, result.performances);
    result.history = std::move(learned.history);
    session.report.learned = std::move(learned.facts);
    return result;
  } catch (const LayoutError&) {
    require_programs(origin.revisions.get());
    throw;
  }
}

Evaluation& report_evaluation(const Suite& suite, Observations observations,
                              const EvaluationInputs& inputs, Report& report) {
  auto decided =
      std::make_shared<DecidedFormulas>(evaluate(suite, observations, inputs));
  Evaluation& result = decided->found;
  report.outcome = std::move(decided);
  report.quantity = inputs.quantity;
  report.performances = std::move(observations.performances);
  complete_performances(suite, inputs, report.performances);
  if (inputs.report_share) inputs.report_share(1);
  add(suite.warnings, report.warnings);
  add(observations.warnings, report.warnings);
  return result;
}

void keep_findings(const std::vector<FormulaReport>& formulas,
                   const Session& session) {
  add_sentences(session.history.end(formulas, session.report), session);
}

void report_hosts(const Session& session) {
  session.report.hosts = session.world.launcher.hosts();
}

void warn_of_hosts(const Session& session) {
  for (const HostRecord& host : session.report.hosts) {
    add_warnings(warnings(host, to_text(session.invocation.settings.metric)),
                 session);
  }
}

}  // namespace spl::runner
