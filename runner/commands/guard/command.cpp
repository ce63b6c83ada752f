#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "runner/commands/guard/guard.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/given/named_files.hpp"
#include "runner/measuring/family.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/explaining/explanation.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"
#include "spl/logic/revision_name.hpp"

namespace spl::runner::command {
namespace {

using AcceptedCommits = std::vector<AcceptedCommit>;

/// Warns of an accepted commit without programs: its workloads are compared
/// with the baseline. Throws MeasuringFailed if another side has none.
void require_sides(const Origin& origin, const Session& session) {
  for (const auto& [name, reason] : origin.programs()->failures) {
    if (!name.empty() && name != logic::kBaseline) {
      add_warnings({"what was accepted at " + name.substr(0, 10) +
                    " counts as a slowdown: " + reason},
                   session);
      continue;
    }
    throw MeasuringFailed("the claims " + reason);
  }
}

/// Builds the baseline, the revision under test, and the commits that take the
/// place of the baseline.
Origin all_sides(const AcceptedCommits& accepted, const Session& session) {
  if (!session.invocation.line.named_programs.empty()) {
    throw PlainError(
        "guard compares revisions and takes no named builds; compare these "
        "by formulas, as f@fast(n) <= f@plain(n)");
  }
  require_no_program(
      session.invocation,
      "guard builds both sides as \"revisions\" in spl.json says");
  RevisionsOfTexts used;
  used.named = {logic::kBaseline};
  for (const AcceptedCommit& one : accepted)
    used.named.insert(one.change.commit);
  used.selected.named = used.named;
  used.selected.under_test = true;
  Origin origin = programs_to_measure(std::move(used), session);
  for (const auto& [name, facts] : origin.catalogue().revisions) {
    if (!facts.problem.empty()) throw PlainError("guard: " + facts.problem);
  }
  require_sides(origin, session);
  return origin;
}

/// Returns the budget of a claim if only that of all is given: several shares,
/// since clear claims leave most of theirs to the others.
std::chrono::nanoseconds budget_of_claim(const Settings& settings,
                                         std::size_t claims) {
  constexpr int kShares = 4;
  if (settings.budget_total.count() == 0) return settings.budget;
  return kShares * settings.budget_total / static_cast<std::int64_t>(claims);
}

/// Returns the increase that may hide in a claim. Strict claims need evidence,
/// and tolerant ones soon have it. By default a time that is given is used, and
/// a resolution or precision that is given is sought.
double change_that_may_hide(const Invocation& invocation) {
  constexpr double kUsual = 0.05;
  const Settings& settings = invocation.settings;
  if (settings.strict || settings.tolerance > 0) return 0;
  const bool is_asked_for_more =
      invocation.names_budget || invocation.names_resolution ||
      settings.budget_total.count() > 0 || settings.precision > 0;
  return settings.may_hide.value_or(is_asked_for_more ? 0 : kUsual);
}

/// The filter selects workloads, and these have been selected; each text sets
/// its metric, if there are several.
SettingLayers layers_of(const Invocation& invocation, std::size_t claims) {
  SettingLayers layers = invocation.layers;
  layers.base.filter.clear();
  if (!invocation.names_budget) {
    layers.base.budget = budget_of_claim(invocation.settings, claims);
  }
  const bool sets_metric = invocation.metrics.size() > 1;
  std::erase_if(layers.command_line, [&](const Assignment& one) {
    return one.option == "filter" || (sets_metric && one.option == "metric");
  });
  return layers;
}

void require_workloads(const Guarded& guarded, const Settings& settings) {
  if (!guarded.claims.empty()) return;
  std::string text = "guard: there is nothing to compare: ";
  if (!guarded.left_out.empty()) {
    const LeftOut& one = guarded.left_out.front();
    text += one.name + " cannot be guarded, since " + one.reason;
  } else if (!settings.filter.empty()) {
    text += "no workload that --filter " + settings.filter +
            " selects is on both sides; spl-run list shows the workloads";
    if (settings.filter.find(':') != std::string::npos) {
      text += ", and a colon separates patterns: write ? for one in a name";
    }
  } else {
    text += "no workload is on both sides; spl-run list shows the workloads";
  }
  throw PlainError(text);
}

/// The claims, each labelled as its call.
Suite suite_of(const Guarded& guarded, const Origin& origin,
               const Session& session) {
  const std::size_t claims = guarded.claims.size() * guarded.texts.size();
  Suite suite = read_suite(guarded.texts, origin.catalogue(),
                           layers_of(session.invocation, claims));
  for (std::size_t i = 0; i < suite.formulas.size(); ++i) {
    suite.formulas[i].may_hide = *session.report.settings.may_hide;
    suite.formulas[i].label = guarded.claims[i % guarded.claims.size()];
    suite.formulas[i].label_is_made = false;
  }
  return suite;
}

/// Returns the number of all claims, also of those that a filter leaves out.
std::size_t declared_claims(const logic::Catalogue& catalogue,
                            const Session& session) {
  Settings all = session.invocation.settings;
  all.filter.clear();
  const Guarded guarded =
      runner::guarded(catalogue, all, session.invocation.metrics, {});
  return guarded.claims.size() * guarded.texts.size();
}

/// Leaves out commands that are the same at all revisions: the baseline has
/// none of its own.
void leave_out_constant_commands(const std::vector<CommandRecipe>& commands,
                                 Guarded& guarded) {
  for (const CommandRecipe& one : commands) {
    if (names_revision(one) || std::erase(guarded.appeared, one.name) == 0) {
      continue;
    }
    guarded.left_out.push_back({one.name,
                                "it is the same at all revisions: its words "
                                "name neither {build} nor {source}"});
  }
}

/// Adds commands for the worst claim if that is open.
void add_commands(std::size_t family, const Session& session, Guard& found) {
  if (found.claims.empty() ||
      found.claims.front().standing > GuardStanding::kOpen) {
    return;
  }
  const FormulaReport& formula = found.formulas[found.claims.front().formula];
  Repetition again;
  again.claim = formula.relations.front().text;
  // A list of metrics is for guards alone, even if all its names are one.
  const bool is_listed = !session.invocation.metrics.empty();
  if (is_listed || formula.metric != "wall") again.metric = formula.metric;
  if (formula.relations.front().alpha < formula.deciding.alpha) {
    again.family = family * session.invocation.settings.family;
  }
  again.needs_no_program = true;
  const std::string& program = session.world.context.program;
  const Call call = call_of(session.invocation);
  found.command = repeat_command(program, call, again);
  again.good = good_commit(session.report.revisions);
  if (found.claims.front().standing == GuardStanding::kRefuted &&
      !again.good.empty()) {
    found.search = repeat_command(program, call, again);
  }
}

std::vector<AcceptedBaseline> baselines_of(const AcceptedCommits& accepted) {
  std::vector<AcceptedBaseline> result;
  for (const AcceptedCommit& one : accepted) {
    result.push_back({one.change.commit, one.change.pattern});
  }
  return result;
}

/// Says of each claim what it compares with, if that is not the baseline.
void name_accepted(const Guarded& guarded, const AcceptedCommits& accepted,
                   Guard& guard) {
  if (guarded.accepted.empty()) return;  // Observations were given.
  for (GuardClaim& claim : guard.claims) {
    const auto found =
        guarded.accepted[claim.formula % guarded.accepted.size()];
    if (found) claim.accepted = accepted[*found];
  }
}

Disturbed disturbed(const Origin& origin, const Session& session) {
  const ProgramCatalogue* programs = origin.programs();
  const bool is_wall = session.invocation.metrics.empty() &&
                       session.invocation.settings.metric == MeasuredMetric();
  if (programs == nullptr || !is_wall) return Disturbed::kNo;
  for (const ProgramCatalogue::Program& one : programs->programs) {
    for (const workload::MissingMetric& missing : one.missing) {
      if (missing.metric == workload::Metric::kCpu) return Disturbed::kNo;
    }
  }
  const auto hosts = session.world.launcher.hosts();
  return std::ranges::any_of(
             hosts, [](const HostRecord& one) { return is_busy(one.facts); })
             ? Disturbed::kYes
             : Disturbed::kNo;
}

/// Decides the claims and writes the reports.
ExitStatus conclude(const Guarded& guarded, const AcceptedCommits& accepted,
                    const Origin& origin, Suite& suite,
                    const Session& session) {
  const Settings& settings = session.invocation.settings;
  Report& report = session.report;
  const MeasuringTime time(session.world);
  Evaluation& found = decide(suite, origin, session);
  const ExitStatus status = exit_status(found.formulas, settings.undecided);
  if (status == ExitStatus::kFailed) require_programs(origin.revisions.get());
  Guard result = runner::guard(guarded, std::move(found), report.performances);
  name_accepted(guarded, accepted, result);
  result.remedy = remedy_of(result, settings, disturbed(origin, session));
  add_commands(family_size(suite), session, result);
  const auto outcome = std::make_shared<Guard>(std::move(result));
  report.outcome = outcome;
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  write_reports(session);
  explain_violated(suite, outcome->formulas, origin, session);
  return status;
}

/// The sets of --data: the first is the baseline, unless the other is called
/// so.
GivenSides given_sides(const Settings& settings) {
  const std::vector<NamedFiles> sets = named_files(settings.data);
  if (sets.size() != 2) {
    throw PlainError(
        "guard compares two sets of files; name both: --data old=old.json "
        "--data new=new.json, each as often as there are files");
  }
  const auto is_baseline = [](const std::string& name) {
    return name == "old" || name == "baseline" || name == "base" ||
           name == "before";
  };
  const bool is_second = !is_baseline(sets[0].set) && is_baseline(sets[1].set);
  return is_second ? GivenSides{sets[1].set, sets[0].set}
                   : GivenSides{sets[0].set, sets[1].set};
}

/// Holds one set of given observations against another.
ExitStatus guard_given(const Session& asked_for) {
  const Settings& settings = asked_for.invocation.settings;
  const GivenSides sides = given_sides(settings);
  const Origin origin =
      origin_to_measure({}, asked_for.invocation.layers, asked_for);
  const Invocation invocation = suited(asked_for.invocation, origin);
  const Session session = asked_for.with(invocation);
  const Guarded guarded =
      runner::guarded(*origin.catalogue().given, sides, settings);
  require_workloads(guarded, settings);
  session.report.settings.may_hide = change_that_may_hide(session.invocation);
  Suite suite = suite_of(guarded, origin, session);
  if (!suite.errors.empty()) return reject(suite, origin, session);
  decide_as_measured(suite, origin);
  Settings all = settings;
  all.filter.clear();
  suite.declared =
      runner::guarded(*origin.catalogue().given, sides, all).claims.size();
  return conclude(guarded, {}, origin, suite, session);
}

ExitStatus run_guard(const Session& session) {
  const Settings& settings = session.invocation.settings;
  if (!settings.data.empty()) return guard_given(session);
  const AcceptedCommits accepted = accepted_since_baseline(session);
  const Origin origin = all_sides(accepted, session);
  if (origin.revisions->has_moved_baseline() &&
      !accepted_changes_of(session).empty()) {
    // More commits may have been accepted since then.
    Invocation again = session.invocation;
    again.settings.baseline =
        origin.revisions->resolved().at(logic::kBaseline).id;
    session.report.revisions.clear();
    session.report.warnings.clear();
    return run_guard(session.with(again));
  }
  Guarded guarded =
      runner::guarded(origin.catalogue(), settings, session.invocation.metrics,
                      baselines_of(accepted));
  leave_out_constant_commands(session.invocation.commands, guarded);
  require_workloads(guarded, settings);
  session.report.settings.may_hide = change_that_may_hide(session.invocation);
  Suite suite = suite_of(guarded, origin, session);
  suite.declared = declared_claims(origin.catalogue(), session);
  if (!suite.errors.empty()) return reject(suite, origin, session);
  add_warnings(compare_sources(suite, *origin.programs(), *origin.revisions),
               session);
  return conclude(guarded, accepted, origin, suite, session);
}

}  // namespace

std::vector<CommandRow> guard() {
  return {
      {Mode::kGuard, "guard", "",
       "compares every workload with the baseline: none may be slower",
       "guard --tolerance 3%",
       "The baseline is the commit where the branch left the default branch, "
       "or "
       "what\n--baseline names. \"guard\" in spl.json has settings for this "
       "command alone.\nResults of other tools: guard --data old=a.json --data "
       "new=b.json.",
       "which measures the workloads and their baseline", "", run_guard}};
}

}  // namespace spl::runner::command
