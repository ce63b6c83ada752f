#include "runner/modes/origin.hpp"

#include <algorithm>
#include <ostream>

#include "runner/exit_status.hpp"
#include "runner/modes/telling.hpp"

namespace spl::runner {
namespace {

using RevisionFacts = std::map<std::string, logic::RevisionFacts>;

ProgramCatalogue named_programs(const Session& session) {
  if (session.invocation.programs.empty()) {
    throw PlainError(
        "no program with workloads is named; give one with -p PROGRAM or as "
        "\"program\" in spl.json");
  }
  return ask(session.invocation.programs, session.world.launcher);
}

RevisionsOfTexts revisions_named_by(const std::vector<FormulaText>& texts,
                                    const SettingLayers& layers) {
  const bool may_name =
      std::any_of(texts.begin(), texts.end(), [](const FormulaText& text) {
        return text.content.find('@') != std::string::npos;
      });
  return may_name ? revisions_of(texts, layers) : RevisionsOfTexts();
}

bool is_other_under_test(const Session& session) {
  return !session.invocation.settings.rev.empty();
}

/// What is wrong with names for certain: sources are checked where there is
/// no repository and in shallow clones, too.
RevisionFacts checked_revisions(const RevisionsOfTexts& used,
                                const Session& session) {
  RevisionFacts facts;
  for (const std::string& name : used.named) facts[name] = {};
  std::set<std::string> names = used.selected.named;
  if (session.invocation.settings.baseline.empty()) {
    names.erase(logic::kBaseline);
  }
  if (names.empty()) return facts;
  try {
    Revisions revisions(session.invocation, session.world.open_repository,
                        session.world.make_builder);
    if (revisions.repository().is_shallow()) return facts;
    for (auto& [name, one] : revisions.resolve(names)) facts[name] = one;
  } catch (const RepositoryError& error) {
    std::vector<std::string>& warnings = session.report.warnings;
    warnings.push_back(std::string("revisions have not been checked: ") +
                       error.what());
    session.world.err << "warning: " << warnings.back() << '\n';
  }
  return facts;
}

ProgramCatalogue unbuilt(const RevisionsOfTexts& used, const Session& session) {
  if (used.named.empty() && !is_other_under_test(session)) {
    return named_programs(session);
  }
  return unbuilt_programs(checked_revisions(used, session), session);
}

ProgramCatalogue built(const logic::RevisionsUsed& used, Revisions& revisions,
                       const Session& session) {
  ProgramCatalogue result =
      revisions.build(used, session.invocation.programs, session.world.launcher,
                      building_progress(session), session.report.warnings);
  clear_progress(session);
  if (result.programs.empty() && result.catalogue.entries.empty()) {
    throw MeasuringFailed(result.failures.begin()->second);
  }
  report_revisions(revisions, used.named, session.report);
  return result;
}

}  // namespace

const logic::Catalogue& Origin::catalogue() const {
  return std::visit(
      [](const auto& one) -> const logic::Catalogue& { return one.catalogue; },
      source);
}

Origin origin_to_measure(const std::vector<FormulaText>& texts,
                         const SettingLayers& layers, const Session& session) {
  const Settings& settings = session.invocation.settings;
  if (!settings.data.empty()) return {read_observations(settings.data)};
  RevisionsOfTexts used = revisions_named_by(texts, layers);
  used.selected.under_test |= is_other_under_test(session);
  if (used.selected.named.empty() && !is_other_under_test(session)) {
    return {unbuilt(used, session)};
  }
  auto revisions = std::make_unique<Revisions>(session.invocation,
                                               session.world.open_repository,
                                               session.world.make_builder);
  RevisionFacts facts = revisions->resolve(used.selected.named);
  for (const std::string& name : used.named) facts.try_emplace(name);
  if (has_problem(facts)) {
    return {unbuilt_programs(std::move(facts), session), std::move(revisions)};
  }
  ProgramCatalogue programs = built(used.selected, *revisions, session);
  programs.catalogue.revisions.merge(facts);  // Of those not measured.
  return {std::move(programs), std::move(revisions)};
}

Origin origin_to_check(const std::vector<FormulaText>& texts,
                       const SettingLayers& layers, const Session& session) {
  const Settings& settings = session.invocation.settings;
  if (!settings.data.empty()) return {read_observations(settings.data)};
  return {unbuilt(revisions_named_by(texts, layers), session)};
}

ProgramCatalogue unbuilt_programs(RevisionFacts facts, const Session& session) {
  ProgramCatalogue result;
  result.catalogue.complete = !session.invocation.programs.empty();
  if (result.catalogue.complete) result = named_programs(session);
  result.catalogue.revisions = std::move(facts);
  return result;
}

bool has_problem(const RevisionFacts& facts) {
  return std::any_of(facts.begin(), facts.end(), [](const auto& one) {
    return !one.second.problem.empty();
  });
}

void report_revisions(const Revisions& revisions,
                      const std::set<std::string>& measured, Report& report) {
  for (const auto& [name, revision] : revisions.resolved()) {
    if (!name.empty() && !measured.contains(name)) continue;
    report.revisions.push_back({name, revision});
  }
}

}  // namespace spl::runner
