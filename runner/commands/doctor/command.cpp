#include <vector>

#include "runner/commands/doctor/self_test.hpp"
#include "runner/settings/plain_error.hpp"

#include <fmt/format.h>

#include <memory>

#include "runner/findings/run_warnings.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {

namespace {

/// Links the program as an evaluation would, with a few links by turns.
OfferedLayouts offered_layouts(const std::string& program,
                               const Session& session) {
  const World& world = session.world;
  const Settings& settings = session.invocation.settings;
  if (!world.link_recorded || !world.make_layouts ||
      settings.layouts == std::size_t{1}) {
    return {};
  }
  show_packing(1, session);
  const ProgramLinks links = recorded_links_of(program, session);
  // Nobody can link spl-run's own workload anew.
  if (!links.problem.empty() && program == world.self) return {};
  if (!links.problem.empty()) return {nullptr, links.problem};
  return {world.make_layouts(
              {{{program, links}}, session.seed, kLayoutsOfSelfTest}),
          {}};
}

ExitStatus run_doctor(const Session& session) {
  const World& world = session.world;
  Report& report = session.report;
  std::vector<std::string> paths = session.invocation.programs;
  if (!world.self.empty()) paths.push_back(world.self);
  if (!session.invocation.line.named_programs.empty()) {
    throw PlainError(
        "doctor compares each program with itself and takes no named "
        "builds; test each program by itself: -p PROGRAM, without a name");
  }
  const ProgramCatalogue programs = ask(paths, world.launcher);
  const PlainPerformances tested = plain_performances(programs.catalogue);
  prepare_launcher(session);
  const MeasuringTime time(world);
  SelfTests found;
  {
    const ProgressLine progress(session);
    const OfferLayouts offer = [&](const std::string& program) {
      return offered_layouts(program, session);
    };
    found.all =
        self_tests(tested.all, {session.invocation.settings, programs,
                                session.seed, surroundings(session), offer});
  }
  time.report(report);
  report_hosts(session);
  warn_of_hosts(session);
  add_warnings(build_warnings(tested.all, programs, report), session);
  if (!tested.left_out.empty()) {
    report.warnings.emplace_back(
        fmt::format("not tested, because their arguments are not known: {}",
                    fmt::join(tested.left_out, ", ")));
  }
  bool failed = false;
  for (const SelfTest& test : found.all) {
    add_sentences(advice(test), session);
    failed = failed || !test.failure.empty();
  }
  report.outcome = std::make_shared<SelfTests>(std::move(found));
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

}  // namespace

std::vector<CommandRow> doctor() {
  return {
      {Mode::kSelfTest, "doctor", "",
       "compares identical code: false alarms, and the change that shows here",
       "doctor --budget 1min",
       "With -p the workloads of that program are compared with themselves.",
       "which tests the programs of -p and builds none", "self-test",
       run_doctor}};
}

}  // namespace spl::runner::command
