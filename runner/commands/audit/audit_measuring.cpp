#include "runner/commands/audit/audit_report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "runner/reports/json/sections.hpp"
#include "runner/session/commit_evaluation.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/sha1.hpp"

namespace spl::runner {
namespace {

/// Half the width of a ratio's interval in the history.
constexpr double kHistoryPrecision = 0.01;

std::string texts_of(const std::vector<Audited>& audited,
                     const std::string& earlier) {
  std::string text;
  for (const Audited& one : audited) {
    text += one.callee + one.arguments + " = " + one.callee + '@' + earlier +
            one.arguments + '\n';
  }
  return text;
}

CommitComparison failed(std::string reason) {
  CommitComparison result;
  result.failure = std::move(reason);
  return result;
}

/// Identical programs are not measured: nothing differs.
CommitComparison comparison_of(const FormulaReport& formula) {
  const RelationReport& relation = formula.relations.front();
  const logic::Decision& decision = relation.decision;
  if (relation.stopped == Stop::kIdentical) {
    CommitComparison equal;
    equal.ratio = equal.lower = equal.upper = 1;
    return equal;
  }
  if (decision.verdict == logic::Verdict::kError) {
    return failed(decision.reason);
  }
  CommitComparison result;
  result.is_found = decision.finding != logic::Finding::kIndistinct;
  result.blocks = relation.blocks;
  result.ratio = decision.ratio.estimate;
  result.lower = decision.ratio.lower;
  result.upper = decision.ratio.upper;
  result.log_ratio = log_ratio(relation);
  return result;
}

CommitComparison comparison_of(const StoredComparison& stored) {
  RelationReport relation;
  relation.decision.ratio.estimate = stored.ratio;
  relation.decision.ratio.lower = stored.lower;
  relation.decision.ratio.upper = stored.upper;
  // Looks take less than all of the level, so that this is a bit too wide.
  relation.decision.alpha = stored.alpha;
  CommitComparison result;
  result.is_found =
      stored.finding != logic::to_text(logic::Finding::kIndistinct);
  result.blocks = stored.blocks;
  result.ratio = stored.ratio;
  result.lower = stored.lower;
  result.upper = stored.upper;
  result.log_ratio = log_ratio(relation);
  return result;
}

/// Notes whether the comparison leaves no change that matters.
CommitComparison cleared(CommitComparison comparison,
                         const Settings& settings) {
  const double most = 1 + settings.resolution;
  comparison.is_cleared = comparison.failure.empty() && !comparison.is_found &&
                          comparison.lower && comparison.upper &&
                          *comparison.lower >= 1 / most &&
                          *comparison.upper <= most;
  return comparison;
}

bool are_alike(double one, double other) {
  return std::abs(one - other) <= 1e-9 * std::abs(other);
}

}  // namespace

AuditMeasuring::AuditMeasuring(Revisions& revisions, const Session& session)
    : revisions_(revisions), session_(session), time_(session.world) {}

std::vector<CommitComparison> AuditMeasuring::compare_with_reference(
    const std::vector<Audited>& audited, const CommitPair& commits) {
  const Settings& settings = session_.invocation.settings;
  return evaluate(audited, commits,
                  {kAuditSample, settings.deciding.alpha, kHistoryPrecision});
}

CommitComparison AuditMeasuring::compare(const Audited& audited,
                                         const CommitPair& commits,
                                         double level) {
  const double alpha = level / 2;  // Of each direction.
  const std::string name = test_name(alpha);
  const auto known =
      from_store({audited.performance, session_.invocation.settings.metric,
                  commits.earlier.id, commits.later.id, name},
                 alpha);
  if (known) return *known;
  return evaluate({audited}, commits, {name, alpha}).front();
}

/// Returns the name of the texts of tests. Answers by other settings, or on a
/// machine of another name, have another one.
std::string AuditMeasuring::test_name(double alpha) const {
  constexpr std::size_t kDigits = 8;
  Json deciding = json_of(invocation_for({"", alpha}).settings);
  for (const char* other :
       {"undecided", "family", "strict", "tolerance", "timeout"}) {
    deciding.erase(other);
  }
  Sha1 hash;
  hash.add(deciding.dump());
  hash.add(session_.world.context.host);
  return "<audit: hypothesis " + hash.finish().substr(0, kDigits) + ">";
}

std::vector<CommitComparison> AuditMeasuring::evaluate(
    const std::vector<Audited>& audited, const CommitPair& commits,
    const Asked& asked) {
  require_time();
  const Invocation invocation = invocation_for(asked);
  const Session session =
      with_seed(session_.seed + evaluations_++, session_.with(invocation));
  RevisionsOfTexts used;
  used.named = used.selected.named = {commits.earlier.id};
  used.selected.under_test = true;
  (void)revisions_.resolve(used.named);
  const BisectionSubject subject{
      {{asked.file, texts_of(audited, commits.earlier.id)}}, used, revisions_};
  (void)evaluate_commit(subject, commits.later, 1, session);
  take_warnings();
  take_contents();
  std::vector<CommitComparison> result;
  for (const FormulaReport& one : formulas_in(session.report)) {
    result.push_back(cleared(comparison_of(one), invocation.settings));
  }
  if (result.size() == audited.size()) return result;
  // One that a commit lacks keeps nobody from measuring the others.
  if (audited.size() == 1) return {failed(reason_of_skip(session.report))};
  result.clear();
  for (const Audited& one : audited) {
    result.push_back(evaluate({one}, commits, asked).front());
  }
  return result;
}

/// All formulas have the same settings, and the audit has a level of its own.
Invocation AuditMeasuring::invocation_for(const Asked& asked) const {
  Invocation result = session_.invocation;
  Settings& settings = result.settings;
  settings.deciding.alpha = asked.alpha;
  settings.familywise = 0;
  settings.filter.clear();
  settings.budget_total = {};
  if (settings.precision == 0 && !settings.runs) {
    settings.precision = asked.precision;
  }
  result.layers = {settings, {}, {}};
  return result;
}

std::optional<CommitComparison> AuditMeasuring::from_store(
    const ComparedCommits& compared, double alpha) {
  const std::filesystem::path& file = session_.history.place().file;
  if (!std::filesystem::exists(file)) return std::nullopt;
  const auto database = open_existing_store(file, Database::Access::kRead);
  auto all = stored_comparisons(*database, compared);
  std::erase_if(all, [alpha](const StoredComparison& one) {
    return !are_alike(one.alpha, alpha);
  });
  std::size_t& given =
      given_[to_text(compared.performance) + ' ' + compared.earlier + ' ' +
             compared.later + ' ' + std::to_string(alpha)];
  if (given++ >= all.size()) return std::nullopt;
  return cleared(comparison_of(all[given - 1]), session_.invocation.settings);
}

void AuditMeasuring::require_time() const {
  if (share_used() >= 1) throw AuditTimeIsUp();
}

double AuditMeasuring::share_used() const {
  const auto budget =
      std::chrono::duration<double>(session_.invocation.settings.budget_total);
  return budget.count() == 0 ? 0 : time_.seconds() / budget.count();
}

std::string AuditMeasuring::content_of(const std::string& commit) const {
  const auto known = contents_.find(commit);
  return known == contents_.end() ? std::string() : known->second;
}

void AuditMeasuring::take_contents() {
  for (const RevisionReport& one : session_.report.revisions) {
    if (!one.content.empty()) contents_[one.revision.id] = one.content;
  }
}

void AuditMeasuring::take_warnings() {
  for (const Warning& one : session_.report.warnings) {
    if (std::ranges::find(warnings_, one) == warnings_.end()) {
      warnings_.push_back(one);
    }
  }
}

}  // namespace spl::runner
