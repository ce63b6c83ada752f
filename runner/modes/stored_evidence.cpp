#include "runner/modes/stored_evidence.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "parser/print.hpp"
#include "runner/modes/build_identity.hpp"
#include "runner/settings/single_calls.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/stored_blocks.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;

/// Reads the blocks of relations.
class BlocksReader {
 public:
  BlocksReader(const ProgramCatalogue& programs, const Session& session)
      : programs_(programs) {
    const std::filesystem::path& file = session.history.place().file;
    if (std::filesystem::exists(file)) {
      database_ = open_existing_store(file, Database::Access::kRead);
    }
    for (const HostRecord& host : session.world.launcher.hosts()) {
      hosts_.push_back(uuid_of(host.facts));
    }
  }

  [[nodiscard]] std::optional<StoredBlocks> blocks(const Relation& relation,
                                                   const Settings& settings,
                                                   const std::string& since) {
    if (!database_) return std::nullopt;
    BlocksSubject subject{{},
                          settings.metric,
                          settings.disturbed,
                          hosts_,
                          is_about_single_calls(relation),
                          settings.layouts == std::size_t{1},
                          since};
    for (const Performance& one : performances_of(relation)) {
      if (!programs_.failure_of(one).empty()) return std::nullopt;
      subject.sides.push_back({one, build(one)});
    }
    return newest_blocks(*database_, subject);
  }

 private:
  const Uuid& build(const Performance& performance) {
    const auto& program = programs_.program_of(performance);
    const auto [known, is_new] = builds_.try_emplace(program.path);
    if (is_new) known->second = uuid_of(build_identity(program));
    return known->second;
  }

  const ProgramCatalogue& programs_;
  std::unique_ptr<Database> database_;
  std::vector<Uuid> hosts_;
  std::map<std::string, Uuid> builds_;  ///< By path.
};

ReportedRuns reported(StoredSeries series) {
  return {std::move(series.observations), std::move(series.records),
          std::move(series.failure), false, series.layout_seconds};
}

bool is_in_one_layout(const ReportedRuns& runs) {
  return !runs.records.empty() &&
         std::none_of(runs.records.begin(), runs.records.end(),
                      [](const RunRecord& one) { return one.layout; });
}

/// Gathers the blocks of a suite's relations, those of a group once.
class Gathering {
 public:
  Gathering(const ProgramCatalogue& programs, const LinkedPrograms& linked)
      : programs_(programs), linked_(linked) {}

  void add(StoredBlocks&& blocks, const MeasuredMetric& metric) {
    ReportedGroup& group = this->group(blocks, metric);
    for (auto& [one, series] : blocks.in_blocks) {
      ReportedRuns runs = reported(std::move(series));
      if (is_in_one_layout(runs)) {
        const std::string& program = programs_.program_of(one).path;
        group.facts.is_of_one_layout |= linked_.again.contains(program);
        runs.is_in_one_layout = linked_.once.contains(program);
      }
      group.performances.emplace(one, std::move(runs));
    }
    group.facts.are_processes = std::all_of(
        group.performances.begin(), group.performances.end(),
        [&](const auto& one) {
          return programs_.program_of(one.first).commands != nullptr;
        });
    for (auto& [one, series] : blocks.in_long_pairs) {
      group.long_runs.emplace(one, reported(std::move(series)));
    }
    count(blocks.begun);
  }

  [[nodiscard]] std::vector<ReportedGroup> take_groups() {
    return std::move(groups_);
  }
  [[nodiscard]] std::vector<StoredEvaluation> evaluations() const {
    std::vector<StoredEvaluation> result;
    for (const auto& [begun, relations] : relations_) {
      result.push_back({begun, relations});
    }
    return result;
  }

 private:
  ReportedGroup& group(const StoredBlocks& blocks,
                       const MeasuredMetric& metric) {
    const auto [known, is_new] = numbers_.try_emplace(
        {blocks.experiment, blocks.facts.number}, groups_.size());
    if (is_new) {
      groups_.push_back({blocks.facts, {}, {}, metric});
      groups_.back().facts.number = known->second;
    }
    return groups_[known->second];
  }

  void count(const std::string& begun) { ++relations_[begun]; }

  const ProgramCatalogue& programs_;
  const LinkedPrograms& linked_;
  std::vector<ReportedGroup> groups_;
  /// By experiment and group in it.
  std::map<std::pair<Uuid, std::size_t>, std::size_t> numbers_;
  std::map<std::string, std::size_t> relations_;  ///< By experiment's begin.
};

}  // namespace

StoredEvidence stored_evidence(const Suite& suite,
                               const ProgramCatalogue& programs,
                               const LinkedPrograms& linked,
                               const std::string& since,
                               const Session& session) {
  BlocksReader reader(programs, session);
  Gathering gathering(programs, linked);
  StoredEvidence result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const Relation& relation : formula.relations) {
      if (relation.theta.terms().empty()) continue;
      const Settings settings = settings_of(relation, formula.settings);
      auto blocks = reader.blocks(relation, settings, since);
      if (blocks) {
        gathering.add(std::move(*blocks), settings.metric);
      } else {
        result.missing.push_back(parser::to_text(relation));
      }
    }
  }
  const Settings& settings = session.invocation.settings;
  result.observations.groups = gathering.take_groups();
  result.observations.metric = to_text(settings.metric);
  result.observations.dimension = is_time(settings.metric)
                                      ? logic::Dimension::kTime
                                      : logic::Dimension::kCount;
  result.observations.disturbed = settings.disturbed;
  result.observations.are_layouts_builds = settings.builds.has_value();
  result.evaluations = gathering.evaluations();
  return result;
}

}  // namespace spl::runner
