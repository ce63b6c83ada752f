#include "runner/session/origin.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string_view>

#include "runner/builds/build_configuration.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/formulas/listing.hpp"
#include "runner/given/given_files.hpp"
#include "runner/given/named_files.hpp"
#include "runner/programs/command_catalogue.hpp"
#include "runner/programs/metrics.hpp"
#include "runner/reports/messages.hpp"
#include "runner/revisions/named_builds.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/process.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using RevisionFacts = std::map<std::string, logic::RevisionFacts>;

/// Returns the programs that are named; none if there are commands to measure.
ProgramCatalogue named_programs(const Session& session,
                                bool has_commands = false) {
  if (session.invocation.programs.empty()) {
    if (!session.invocation.named_programs.empty()) return {};
    if (has_commands || !session.invocation.commands.empty()) return {};
    const auto users = programs_of_user(session.invocation.recipe);
    if (!users.empty()) return ask(users, session.world.launcher);
    const bool builds = !session.invocation.recipe.programs.empty();
    throw PlainError(
        lack_of_project(session.invocation) +
        "no program with workloads is named; give one with -p PROGRAM or as "
        "\"program\" in spl.json" +
        (builds ? ", or have a revision built: --rev HEAD" : ""));
  }
  const ProgressLine progress(session, "asking programs for their workloads");
  return ask(session.invocation.programs, session.world.launcher);
}

/// Returns the words of a text, of which names are made.
std::vector<std::string_view> words_of(std::string_view text) {
  const auto is_of_word = [](unsigned char c) {
    return c == '_' || std::isalnum(c) != 0;
  };
  std::vector<std::string_view> result;
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_of_word);
    at = std::find_if_not(begin, text.end(), is_of_word);
    if (begin != at) result.emplace_back(begin, at);
  }
  return result;
}

/// Returns the names of commands of which texts have all words: the texts are
/// read once, whatever the number of commands.
std::set<std::string> commands_in(const std::vector<FormulaText>& texts,
                                  const std::vector<FormulaText>& definitions,
                                  const std::vector<CommandRecipe>& commands) {
  std::set<std::string_view> words;
  for (const auto* all : {&texts, &definitions}) {
    for (const FormulaText& text : *all) {
      for (const std::string_view word : words_of(text.content)) {
        words.insert(word);
      }
    }
  }
  std::set<std::string> result;
  for (const CommandRecipe& one : commands) {
    const auto parts = words_of(one.name);
    if (std::ranges::all_of(parts,
                            [&](auto part) { return words.contains(part); })) {
      result.insert(one.name);
    }
  }
  return result;
}

RevisionsOfTexts revisions_named_by(
    const std::vector<FormulaText>& texts, const SettingLayers& layers,
    const std::vector<CommandRecipe>& commands) {
  const auto has = [&](std::string_view part) {
    const auto in_text = [&](const FormulaText& text) {
      return text.content.find(part) != std::string::npos;
    };
    return std::ranges::any_of(texts, in_text) ||
           std::ranges::any_of(layers.definitions, in_text);
  };
  RevisionsOfTexts result =
      has("@") ? revisions_of(texts, layers) : RevisionsOfTexts();
  if (std::ranges::any_of(commands, names_revision)) {
    result.commands = commands_in(texts, layers.definitions, commands);
  }
  result.has_commands = has("command(") || has("command@");
  return result;
}

/// Throws where `builds` is given, but nothing that it applies to.
void require_no_builds(const Settings& settings) {
  if (!settings.builds) return;
  throw PlainError(
      "-s builds=" + std::to_string(*settings.builds) +
      " compiles revisions, and there is none to be measured; let a formula "
      "name one, as f@HEAD~1 does, or give --rev");
}

/// Throws if the command line names builds, which will not be measured.
void require_no_builds(const Invocation& invocation, const char* reason) {
  if (invocation.line.named_programs.empty()) return;
  const auto& [name, programs] = *invocation.line.named_programs.begin();
  throw PlainError("the build " + name +
                   " is named (-p), but would not be "
                   "measured: " +
                   reason + "; leave out -p");
}

bool is_other_under_test(const Session& session) {
  return !session.invocation.settings.rev.empty();
}

void warn(const std::string& warning, const Session& session) {
  session.report.warnings.emplace_back(warning);
  session.world.err << warnings_text({warning}, Colors::kOff);
}

/// Throws where the command line says what is to be measured, or how, beside
/// given observations.
void require_nothing_to_measure(const Session& session) {
  for (const Assignment& one : session.invocation.line.assignments) {
    if (one.option == "rev" || one.option == "baseline") {
      throw PlainError(shown_option(one.option) +
                       " names a revision to be measured, but --data gives "
                       "the observations; leave out one of them");
    }
    if (session.invocation.line.mode == Mode::kPlan) continue;
    if (!is_of_measuring(one.option)) continue;
    throw PlainError(shown_option(one.option) +
                     " says how to measure, but --data gives the "
                     "observations; leave out one of them");
  }
}

/// Warns if the command line says what @baseline means, and no formula asks.
void warn_of_unused_baseline(const RevisionsOfTexts& used,
                             const Session& session) {
  const auto& assignments = session.invocation.line.assignments;
  const bool is_given = std::ranges::any_of(
      assignments,
      [](const Assignment& one) { return one.option == "baseline"; });
  if (!is_given || used.named.contains(logic::kBaseline)) return;
  warn(
      "--baseline is not used: no formula names @baseline, as "
      "f(n) <= f@baseline(n) does",
      session);
}

/// Returns the certain problems of names: sources are checked without a
/// repository and in shallow clones, too.
RevisionFacts checked_revisions(const RevisionsOfTexts& used,
                                const Session& session) {
  RevisionFacts facts;
  for (const std::string& name : used.named) facts[name].unbuilt = true;
  std::set<std::string> names = used.selected.named;
  if (names.empty()) return facts;
  try {
    Revisions revisions(session.invocation, session.world.open_repository,
                        session.world.make_builder);
    if (session.invocation.settings.baseline.empty()) {
      names.erase(logic::kBaseline);
    }
    if (names.empty()) return facts;
    if (revisions.repository().is_shallow()) return facts;
    for (const auto& [name, one] : revisions.resolve(names)) {
      facts[name].problem = one.problem;
    }
  } catch (const RepositoryError& error) {
    warn("revisions have not been checked: " + std::string(error.what()),
         session);
  }
  return facts;
}

/// Takes the named builds out of what formulas use, for they are no revisions.
/// Returns them, or all if there is nothing else.
std::set<std::string> take_builds(RevisionsOfTexts& used,
                                  const Session& session) {
  const Invocation& invocation = session.invocation;
  std::set<std::string> result;
  for (const auto& [name, programs] : invocation.named_programs) {
    const bool is_only_one =
        invocation.programs.empty() && builds_nothing(invocation.recipe);
    // Whatever the selected formulas say, all formulas are bound.
    const bool is_used = used.named.erase(name) > 0;
    used.selected.named.erase(name);
    if (is_used || is_only_one) result.insert(name);
  }
  for (const std::string& warning :
       shadowed_revisions(result, invocation, session.world.open_repository)) {
    warn(warning, session);
  }
  return result;
}

/// Adds the commands, which stand for those of revisions that are not built.
ProgramCatalogue with_commands(ProgramCatalogue programs,
                               const RevisionsOfTexts& used,
                               const Session& session) {
  const Invocation& invocation = session.invocation;
  for (const std::string& warning : add_commands({invocation.commands,
                                                  invocation.recipe.project,
                                                  {},
                                                  used.has_commands},
                                                 "", programs)) {
    warn(warning, session);
  }
  return programs;
}

/// Whether commands are measured that are in the build of the revision under
/// test, or in its sources.
bool needs_build(const RevisionsOfTexts& used, const Session& session) {
  const Invocation& invocation = session.invocation;
  const bool are_all_measured =
      invocation.line.mode == Mode::kTimes && invocation.programs.empty();
  return std::ranges::any_of(
      invocation.commands, [&](const CommandRecipe& one) {
        return names_revision(one) &&
               (are_all_measured || used.commands.contains(one.name));
      });
}

/// Whether only the build of the working tree has workloads: other formulas of
/// the texts name revisions, and no program is named.
bool needs_working_tree(const RevisionsOfTexts& used, const Session& session) {
  const Invocation& invocation = session.invocation;
  return !used.named.empty() && used.selected.named.empty() &&
         invocation.programs.empty() && invocation.named_programs.empty() &&
         !builds_nothing(invocation.recipe);
}

/// Returns the names that mean nothing: revisions cannot be built, and no build
/// has the name.
RevisionFacts unknown_builds(const RevisionsOfTexts& used,
                             const Session& session) {
  const Invocation& invocation = session.invocation;
  RevisionFacts facts;
  if (invocation.named_programs.empty() || !builds_nothing(invocation.recipe)) {
    return facts;
  }
  for (const std::string& name : used.named) {
    facts[name].problem = unknown_build(name, invocation.named_programs);
  }
  return facts;
}

/// Returns the programs with those of the builds.
ProgramCatalogue with_builds(ProgramCatalogue programs,
                             const std::set<std::string>& builds,
                             const Session& session) {
  if (builds.empty()) return programs;
  add_named_builds(builds, session.invocation.named_programs,
                   session.world.launcher, programs);
  const Mode mode = session.invocation.line.mode;
  if (mode == Mode::kCheck || mode == Mode::kList) return programs;
  try {
    add_contents(programs, cache_folder(session.world.environment));
  } catch (const PlainError&) {
    // Without a cache equal programs are measured, too.
  }
  return programs;
}

/// Returns the programs of what is not built, with commands and builds.
ProgramCatalogue completed(ProgramCatalogue programs,
                           const RevisionsOfTexts& used,
                           const std::set<std::string>& builds,
                           const Session& session) {
  return with_builds(with_commands(std::move(programs), used, session), builds,
                     session);
}

/// Returns what is known if nothing may be executed.
ProgramCatalogue unasked(const RevisionsOfTexts& used) {
  ProgramCatalogue result;
  result.catalogue.complete = false;
  for (const std::string& name : used.named) {
    result.catalogue.revisions[name].unbuilt = true;
  }
  return result;
}

/// Returns the formulas where no program is known yet: nothing is built for a
/// slip of the pen.
std::optional<Suite> suite_before_builds(const std::vector<FormulaText>& texts,
                                         const SettingLayers& layers,
                                         const RevisionsOfTexts& used,
                                         const Session& session) {
  const bool asks_known_programs = !session.invocation.programs.empty() &&
                                   used.named.empty() &&
                                   !is_other_under_test(session);
  if (asks_known_programs) return std::nullopt;
  return unbuilt_suite(texts, layers, used, session);
}

ProgramCatalogue unbuilt(const RevisionsOfTexts& used, const Session& session) {
  if (used.named.empty() && !is_other_under_test(session)) {
    return named_programs(session, used.has_commands);
  }
  ProgramCatalogue result;
  RevisionFacts facts = checked_revisions(used, session);
  const bool are_built =
      !used.selected.named.empty() || is_other_under_test(session);
  try {
    result = unbuilt_programs(facts, session);
  } catch (const ProgramError& error) {
    // Evaluation builds programs of its own then.
    if (!are_built) throw;
    warn("methods have not been checked: " + std::string(error.what()),
         session);
    result.catalogue.complete = false;
    result.catalogue.revisions = std::move(facts);
  }
  result.catalogue.unbuilt = is_other_under_test(session);
  return result;
}

/// Throws for a launcher that is not there, before anything is built.
void require_launcher(const Session& session) {
  const auto words = command_words(session.invocation.settings.launcher);
  if (words.empty() || session.world.self.empty()) return;
  const auto found = in_search_path(words.front(), own_environment());
  std::error_code error;
  if (found && std::filesystem::exists(*found, error)) return;
  throw PlainError("the launcher `" + words.front() +
                   "` is not in PATH; it is a command with its arguments");
}

ProgramCatalogue built(const logic::RevisionsUsed& used, Revisions& revisions,
                       const std::vector<SuiteFormula>& formulas,
                       const Session& session) {
  check_metrics(formulas, session);
  require_launcher(session);
  const ProgressLine progress(session);
  ProgramCatalogue result =
      revisions.build(used, session.invocation.programs, session.world.launcher,
                      building_progress(session), session.report.warnings);
  if (result.programs.empty() && result.catalogue.entries.empty()) {
    // There is no report to list them, and they may be the reason.
    session.world.err << warnings_text(session.report.warnings, Colors::kOff);
    throw MeasuringFailed(result.failures.begin()->second);
  }
  report_revisions(revisions, used.named, result, session);
  return result;
}

/// Whether a formula names what was not observed.
bool lacks_observations(const Suite& suite) {
  return std::ranges::any_of(suite.errors, [](const parser::Diagnostic& error) {
    return error.mistake == logic::Mistake::kUnknownName;
  });
}

/// `data.json holds A, B and 7 others; spl-run list shows them`.
std::string held_text(const GivenObservations& given,
                      const std::vector<std::string>& files) {
  constexpr std::size_t kMostShown = 8;
  std::string text =
      files.size() == 1 ? files.front() + " holds " : "the data files hold ";
  std::size_t shown = 0;
  for (const auto& [performance, observed] : given.performances) {
    if (shown == kMostShown) break;
    text += (shown == 0 ? "" : ", ") + text_in_formulas(performance);
    ++shown;
  }
  const std::size_t others = given.performances.size() - shown;
  if (others == 0) return text;
  return text + " and " + std::to_string(others) +
         (others == 1 ? " other; spl-run list shows it"
                      : " others; spl-run list shows them");
}

/// Returns the programs that measure a revision, each once.
std::vector<std::string> programs_of(const std::string& name,
                                     const ProgramCatalogue& programs) {
  if (programs.failures.contains(name)) return {};
  const logic::Catalogue& catalogue = programs.catalogue;
  const auto found = catalogue.revisions.find(name);
  const bool has_own = found != catalogue.revisions.end();
  if (!logic::is_under_test(name) && !(has_own && found->second.entries))
    return {};
  std::vector<std::string> result;
  for (const logic::Entry& entry : logic::is_under_test(name)
                                       ? catalogue.entries
                                       : *found->second.entries) {
    if (std::ranges::find(result, entry.program) == result.end()) {
      result.push_back(entry.program);
    }
  }
  return result;
}

/// Returns RevisionReport::content.
std::string content_of(const std::vector<std::string>& names,
                       const ProgramCatalogue& programs) {
  std::string result;
  for (const ProgramCatalogue::Program& one : programs.programs) {
    if (std::ranges::find(names, one.name()) == names.end()) continue;
    if (one.content.empty()) return {};
    result += one.content + '\n';
  }
  return result;
}

}  // namespace

void check_metrics(const std::vector<SuiteFormula>& formulas,
                   const Session& session) {
  const Settings& settings = session.invocation.settings;
  SuiteFormula usual;
  usual.settings = settings;
  std::vector<const SuiteFormula*> all;
  for (const SuiteFormula& one : formulas) {
    const bool is_usual = metrics(one.settings) == metrics(settings);
    all.push_back(is_usual ? &usual : &one);
  }
  if (all.empty()) all.push_back(&usual);
  std::vector<MeasuredMetric> known{{}};
  std::optional<ProgramCatalogue::Program> own;
  for (const SuiteFormula* formula : all) {
    const std::vector<MeasuredMetric> wanted = metrics(formula->settings);
    bool is_new = false;
    for (const MeasuredMetric& one : wanted) {
      if (std::ranges::find(known, one) != known.end()) continue;
      known.push_back(one);
      is_new = true;
      const std::string doubt =
          one.counter.empty() ? "" : doubt_of_counter(one.counter);
      if (!doubt.empty()) warn(doubt, session);
    }
    // Other machines may have counters.
    const std::string& self = session.world.self;
    if (!is_new || self.empty() || !settings.launcher.empty()) continue;
    if (!own) own = ask({self}, session.world.launcher).programs.front();
    require_metrics_of_machine(*formula, *own);
  }
}

const logic::Catalogue& Origin::catalogue() const {
  return std::visit(
      [](const auto& one) -> const logic::Catalogue& { return one.catalogue; },
      source);
}

GivenObservations read_given(const Session& session) {
  const Invocation& invocation = session.invocation;
  const Settings& settings = invocation.settings;
  const auto& asked = invocation.line.assignments;
  if (invocation.metrics.size() > 1) {
    throw PlainError(
        "--metric names several metrics, and given observations are decided by "
        "one; ask for each in a call of its own");
  }
  const bool names_metric = std::ranges::any_of(
      asked, [](const Assignment& one) { return one.option == "metric"; });
  const bool is_asked = names_metric || settings.metric != MeasuredMetric();
  const ProgressLine progress(session, "reading observations");
  GivenObservations result = read_observations(
      settings.data, is_asked ? std::optional(settings.metric) : std::nullopt);
  Report& report = session.report;
  report.origins = result.origins;
  for (const Warning& one : result.warnings) report.warnings.push_back(one);
  for (const Warning& one : result.minor_warnings) {
    report.minor_warnings.push_back(one);
  }
  if (names_metric && result.metric.empty()) {
    throw PlainError(
        "--metric chooses what is measured; " + settings.data.front() +
        " was measured before, and its \"unit\" names the metric: remove "
        "--metric");
  }
  return result;
}

Invocation suited(Invocation invocation, const Origin& origin) {
  const auto* given = std::get_if<GivenObservations>(&origin.source);
  if (given == nullptr) return invocation;
  // Runs of sets were made apart: those of one position are no block.
  const bool has_sets = named_files(invocation.settings.data).size() > 1;
  for (Settings* one : {&invocation.layers.base, &invocation.settings}) {
    if (!has_sets || one->is_interpretation_given) continue;
    one->deciding.interpretation = logic::Interpretation::kRunMeans;
  }
  if (given->groups.empty()) return invocation;
  const auto statistic = given->dimension == logic::Dimension::kTime
                             ? logic::Statistic::kBoth
                             : logic::Statistic::kMean;
  for (Settings* one : {&invocation.layers.base, &invocation.settings}) {
    if (one->is_statistic_given) continue;
    one->deciding = logic::asking(statistic, one->deciding);
  }
  return invocation;
}

Origin origin_to_measure(const std::vector<FormulaText>& texts,
                         const SettingLayers& layers, const Session& session) {
  const Settings& settings = session.invocation.settings;
  if (!settings.data.empty()) {
    require_no_builds(settings);
    require_no_program(session.invocation, "--data gives the observations");
    require_nothing_to_measure(session);
    require_no_builds(session.invocation, "--data gives the observations");
    return {read_given(session)};
  }
  const RevisionsOfTexts used =
      revisions_named_by(texts, layers, session.invocation.commands);
  const auto suite = suite_before_builds(texts, layers, used, session);
  if (suite && !suite->errors.empty()) return {unasked(used)};
  return programs_to_measure(
      used, session, suite ? suite->formulas : std::vector<SuiteFormula>());
}

Origin programs_to_measure(RevisionsOfTexts used, const Session& session,
                           const std::vector<SuiteFormula>& formulas) {
  const Settings& settings = session.invocation.settings;
  warn_of_unused_baseline(used, session);
  const std::set<std::string> builds = take_builds(used, session);
  for (const std::string& sentence : idle_options(session.invocation)) {
    warn(sentence, session);
  }
  const bool needs_under_test = is_other_under_test(session) ||
                                needs_build(used, session) ||
                                needs_working_tree(used, session);
  used.selected.under_test |= needs_under_test;
  if (RevisionFacts facts = unknown_builds(used, session); !facts.empty()) {
    return {completed(unbuilt_programs(std::move(facts), session), used, builds,
                      session)};
  }
  if (used.selected.named.empty() && !needs_under_test) {
    require_no_builds(settings);
    for (const auto& sentence : idle_options_of_revisions(session.invocation)) {
      if (builds.empty()) warn(sentence, session);
    }
    return {completed(unbuilt(used, session), used, builds, session)};
  }
  auto revisions = std::make_unique<Revisions>(session.invocation,
                                               session.world.open_repository,
                                               session.world.make_builder);
  require_no_program_of_revisions(session.invocation);
  RevisionFacts facts = [&] {
    const ProgressLine progress(session, "reading the repository");
    return revisions->resolve(used.selected.named);
  }();
  for (const std::string& name : used.named) {
    if (!facts.contains(name)) facts[name].unbuilt = true;  // Not selected.
  }
  if (has_problem(facts)) {
    return {completed(unbuilt_programs(std::move(facts), session), used, builds,
                      session),
            std::move(revisions)};
  }
  revisions->set_has_commands(used.has_commands);
  ProgramCatalogue programs =
      built(used.selected, *revisions, formulas, session);
  programs.catalogue.revisions.merge(facts);  // Of those not measured.
  return {with_builds(std::move(programs), builds, session),
          std::move(revisions)};
}

Origin commands_to_measure(const Session& session) {
  const Invocation& invocation = session.invocation;
  for (const std::string& sentence : idle_options(invocation)) {
    warn(sentence, session);
  }
  ProgramCatalogue programs;
  (void)add_commands({{}, invocation.recipe.project, {}, true}, "", programs);
  return {std::move(programs)};
}

Origin origin_to_check(const std::vector<FormulaText>& texts,
                       const SettingLayers& layers, const Session& session) {
  const Settings& settings = session.invocation.settings;
  if (!settings.data.empty()) return {read_given(session)};
  RevisionsOfTexts used =
      revisions_named_by(texts, layers, session.invocation.commands);
  const auto suite = suite_before_builds(texts, layers, used, session);
  if (session.invocation.line.offline || (suite && !suite->errors.empty())) {
    return {unasked(used)};
  }
  const std::set<std::string> builds = take_builds(used, session);
  RevisionFacts facts = unknown_builds(used, session);
  return {completed(facts.empty() ? unbuilt(used, session)
                                  : unbuilt_programs(std::move(facts), session),
                    used, builds, session)};
}

Suite unbuilt_suite(const std::vector<FormulaText>& texts,
                    const SettingLayers& layers, const RevisionsOfTexts& used,
                    const Session& session) {
  Suite suite = read_suite(texts, unasked(used).catalogue, layers);
  const bool are_there = suite.errors.empty() && !texts.empty();
  if (are_there && session.invocation.line.mode != Mode::kList) {
    check_selection(suite, texts, session.invocation);
  }
  return suite;
}

ExitStatus reject(const Suite& suite, const Origin& origin,
                  const Session& session) {
  const ExitStatus status = reject(suite, session);
  const auto* given = std::get_if<GivenObservations>(&origin.source);
  if (given != nullptr && lacks_observations(suite)) {
    session.world.err << "note: "
                      << message_text(held_text(
                             *given, session.invocation.settings.data))
                      << '\n';
  }
  return status;
}

ProgramCatalogue unbuilt_programs(RevisionFacts facts, const Session& session) {
  ProgramCatalogue result;
  const Invocation& invocation = session.invocation;
  // Named builds are all that there is if no revision can be built.
  const bool has_builds_only =
      !invocation.named_programs.empty() && builds_nothing(invocation.recipe);
  result.catalogue.complete = !invocation.programs.empty() || has_builds_only;
  if (result.catalogue.complete) result = named_programs(session);
  result.catalogue.revisions = std::move(facts);
  return result;
}

bool has_problem(const RevisionFacts& facts) {
  return std::ranges::any_of(
      facts, [](const auto& one) { return !one.second.problem.empty(); });
}

void require_no_program_of_revisions(const Invocation& invocation) {
  require_no_program(invocation,
                     "where formulas or --rev name a revision, the program of "
                     "the working tree is built as those of revisions are");
}

void report_revisions(const Revisions& revisions,
                      const std::set<std::string>& measured,
                      const ProgramCatalogue& programs,
                      const Session& session) {
  for (const auto& [name, revision] : revisions.resolved()) {
    if (!name.empty() && !measured.contains(name)) continue;
    RevisionReport& one = session.report.revisions.emplace_back();
    one.name = name;
    one.revision = revision;
    one.programs = programs_of(name, programs);
    one.content = content_of(one.programs, programs);
    if (name.empty()) one.unmeasured = session.invocation.programs;
  }
}

}  // namespace spl::runner
