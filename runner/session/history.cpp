#include "runner/session/history.hpp"

#include <algorithm>

#include "runner/builds/program_content.hpp"
#include "runner/formulas/name_filter.hpp"
#include "runner/formulas/performance_name.hpp"
#include "runner/git/content_id.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

std::string content_of(const ProgramCatalogue::Program& program) {
  if (!program.hash.empty()) return content_id(program.content);
  try {
    return program_content(program.path) + arguments_content(program.arguments);
  } catch (const FileError&) {
    return {};  // A command that is searched.
  }
}

/// Returns the identity of a program by which its runs are found again: by what
/// is executed, the libraries that were built with it included. Absolute paths
/// do not count.
BuildIdentity build_identity(const ProgramCatalogue::Program& program) {
  return {content_of(program), program.hash, program.build};
}

/// Returns whether runs of the machines pass for runs of one.
bool are_alike(const HostFacts& one, const HostFacts& other) {
  return one.processor == other.processor &&
         one.processors == other.processors &&
         one.virtualization == other.virtualization;
}

/// Returns a machine of each kind; nothing, which is any kind, without hosts.
std::vector<std::optional<HostFacts>> kinds_of(
    const std::vector<HostRecord>& hosts) {
  std::vector<std::optional<HostFacts>> kinds;
  for (const HostRecord& host : hosts) {
    const auto is_known = [&](const std::optional<HostFacts>& kind) {
      return are_alike(*kind, host.facts);
    };
    if (std::ranges::none_of(kinds, is_known)) {
      kinds.emplace_back(host.facts);
    }
  }
  if (kinds.empty()) kinds.emplace_back(std::nullopt);
  return kinds;
}

/// Returns how long others that hold the store are waited for: the least part
/// of a budget.
std::chrono::nanoseconds patience_within(const Settings& settings) {
  constexpr int kPart = 20;
  std::chrono::nanoseconds most = Database::kPatience;
  for (const auto budget : {settings.budget, settings.budget_total}) {
    if (budget.count() > 0) most = std::min(most, budget / kPart);
  }
  return most;
}

KeptRelation kept(const RelationReport& relation) {
  const logic::Decision& decision = relation.decision;
  return {relation.text,
          std::string(to_text(decision.verdict)),
          std::string(to_text(decision.strength)),
          std::string(logic::to_text(decision.finding)),
          decision.decided_by ? std::string(to_text(*decision.decided_by)) : "",
          std::string(to_text(relation.stopped)),
          relation.alpha,
          relation.blocks,
          decision.ratio.estimate,
          decision.ratio.lower,
          decision.ratio.upper,
          {}};
}

}  // namespace

History::History(const Invocation& invocation, const World& world)
    : world_(world),
      limits_{invocation.settings.history_size,
              patience_within(invocation.settings)} {
  if (!world.keeps_history) return;
  place_ = store_place(invocation.settings.history, invocation.project,
                       world.environment);
}

const StorePlace& History::place() const {
  if (place_) return *place_;
  throw PlainError(
      "there is no store: `history` is off, or there is neither a project file "
      "nor XDG_STATE_HOME; name one with -s history=PATH");
}

std::vector<StoredRun> History::stored(
    const logic::Performance& performance, const ProgramCatalogue& programs,
    const Settings& settings, const std::vector<HostRecord>& hosts) const {
  if (!std::filesystem::exists(place().file)) return {};
  const auto& program = programs.program_of(performance);
  StoredSubject subject{performance, uuid_of(build_identity(program)),
                        settings.metric};
  const auto database =
      open_existing_store(place().file, Database::Access::kRead);
  return on_hosts(std::move(subject), hosts, *database);
}

std::vector<std::pair<logic::Performance, std::vector<StoredRun>>>
History::stored_alike(const std::string& pattern, const Settings& settings,
                      const std::vector<HostRecord>& hosts) const {
  if (!std::filesystem::exists(place().file)) return {};
  const auto database =
      open_existing_store(place().file, Database::Access::kRead);
  std::vector<std::pair<logic::Performance, std::vector<StoredRun>>> result;
  for (const std::string& text : stored_performances(*database)) {
    if (!selects(pattern, text)) continue;
    const StoredSubject subject{performance_of(text), std::nullopt,
                                settings.metric};
    std::map<Uuid, std::vector<StoredRun>> by_build;
    for (StoredRun& run : on_hosts(subject, hosts, *database)) {
      by_build[run.build].push_back(std::move(run));
    }
    for (auto& [build, runs] : by_build) {
      result.emplace_back(subject.performance, std::move(runs));
    }
  }
  return result;
}

std::vector<StoredRun> History::on_hosts(StoredSubject subject,
                                         const std::vector<HostRecord>& hosts,
                                         Database& database) const {
  std::vector<StoredRun> all;
  for (const std::optional<HostFacts>& kind : kinds_of(hosts)) {
    subject.host = kind;
    for (StoredRun& run : stored_runs(database, subject)) {
      if (run.experiment != experiment_) all.push_back(std::move(run));
    }
  }
  return all;
}

KeepRuns History::begin(const ProgramCatalogue& programs,
                        std::map<std::string, Revision> revisions,
                        std::uint64_t seed) {
  if (!place_) return {};
  experiment_ = random_uuid();
  keeper_.emplace(*place_,
                  ExperimentFacts{experiment_, world_.context.time, seed},
                  limits_);
  programs_ = &programs;
  revisions_ = std::move(revisions);
  all_series_.clear();
  series_.clear();
  builds_.clear();
  groups_.clear();
  kept_.clear();
  failed_.clear();
  return [this](const GroupFacts& facts, const Group& group,
                const GroupResult& result) { keep(facts, group, result); };
}

std::vector<std::string> History::end(
    const std::vector<FormulaReport>& formulas, const Report& report) {
  if (!keeper_) return {};
  std::vector<KeptFormula> all;
  std::size_t number = 0;
  for (const FormulaReport& formula : formulas) {
    all.push_back({formula.label,
                   formula.file,
                   formula.line,
                   formula.text,
                   std::string(to_text(formula.verdict)),
                   {}});
    for (const RelationReport& relation : formula.relations) {
      all.back().relations.push_back(kept(relation));
      all.back().relations.back().series =
          series_of(number++, report.performances);
    }
  }
  keeper_->finish(all, report.hosts);
  std::vector<std::string> warnings = keeper_->take_warnings();
  keeper_.reset();
  return warnings;
}

void History::add_earlier_ratios(std::vector<FormulaReport>& formulas) const {
  if (!place_ || experiment_ == Uuid()) return;  // Given runs have no store.
  try {
    const auto database =
        open_existing_store(place_->file, Database::Access::kRead);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      auto& relations = formulas[i].relations;
      for (std::size_t j = 0; j < relations.size(); ++j) {
        relations[j].earlier = contradicting_ratio(
            *database, {experiment_, i, j}, relations[j].resolution);
      }
    }
  } catch (const std::runtime_error&) {
    // What was measured counts without what was before.
  }
}

void History::keep(const GroupFacts& facts, const Group& group,
                   const GroupResult& result) {
  const std::size_t number = facts.number;
  groups_[number] = facts;
  std::vector<KeptRun> runs;
  for (const auto& [performance, measured] : result.performances) {
    add({number, RunKind::kInBlock, performance}, group, measured,
        result.blocks, runs);
  }
  for (const auto& [performance, measured] : result.long_runs) {
    add({number, RunKind::kInLongPair, performance}, group, measured,
        result.long_pairs, runs);
  }
  keeper_->keep(all_series_, std::move(runs));
}

/// Adds the runs that are not kept yet; `block` is the number of blocks.
void History::add(const RunsKey& key, const Group& group,
                  const Measured& measured, std::size_t block,
                  std::vector<KeptRun>& runs) {
  const auto& [number, kind, performance] = key;
  for (std::size_t& i = kept_[key]; i < measured.records.size(); ++i) {
    const RunRecord& record = measured.records[i];
    KeptRun run{series(key, group, record.host), kind, record,
                measured.observations[i]};
    for (const Recorded& other : measured.others) {
      if (i >= other.observations.size()) continue;
      run.others.push_back({other.metric, other.observations[i]});
    }
    runs.push_back(std::move(run));
  }
  if (measured.failure.empty() || block == 0) return;
  if (!failed_.insert(key).second) return;
  // Which machine it was is known of runs that succeed.
  const auto hosts = world_.launcher.hosts();
  KeptRun run{series(key, group, hosts.empty() ? "" : hosts.front().facts.name),
              kind};
  run.record.block = block - 1;
  run.failure = measured.failure;
  runs.push_back(std::move(run));
}

std::size_t History::series(const RunsKey& key, const Group& group,
                            const std::string& host) {
  const auto& [number, kind, performance] = key;
  const auto [known, is_new] =
      series_.try_emplace({number, performance, host}, all_series_.size());
  if (!is_new) return known->second;
  SeriesFacts facts{groups_.at(number), performance, build(performance),
                    this->host(host), group.measuring.metrics.front()};
  const auto revision = revisions_.find(performance.revision);
  if (revision != revisions_.end()) {
    facts.commit = revision->second.id;
    facts.dirty = revision->second.dirty;
  }
  all_series_.push_back(std::move(facts));
  return known->second;
}

HostFacts History::host(const std::string& name) const {
  for (HostRecord& one : world_.launcher.hosts()) {
    if (one.facts.name == name) return std::move(one.facts);
  }
  HostFacts facts;
  facts.name = name;
  return facts;
}

const BuildIdentity& History::build(const logic::Performance& performance) {
  const auto& program = programs_->program_of(performance);
  const auto [known, is_new] = builds_.try_emplace(program.name());
  if (is_new) known->second = build_identity(program);
  return known->second;
}

/// Returns the series that a relation took its runs from.
std::vector<std::size_t> History::series_of(
    std::size_t relation,
    const std::vector<PerformanceReport>& performances) const {
  std::set<std::size_t> result;
  for (const PerformanceReport& one : performances) {
    const bool is_of_it =
        std::ranges::find(one.relations, relation) != one.relations.end();
    if (!is_of_it || !one.group) continue;
    for (const auto& [key, number] : series_) {
      if (std::get<0>(key) == one.group->number &&
          std::get<1>(key) == one.performance) {
        result.insert(number);
      }
    }
  }
  return {result.begin(), result.end()};
}

}  // namespace spl::runner
