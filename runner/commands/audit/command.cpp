#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "runner/commands/audit/audit_report.hpp"
#include "runner/findings/performance_history.hpp"
#include "runner/formulas/performance_name.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/number_text.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner::command {
namespace {

/// The commits that are measured at most before changes are guessed.
constexpr std::size_t kMostSampled = 64;

/// Blocks of a commit beside the reference that an earlier call need not have
/// measured again: those of the first look.
constexpr std::size_t kEnoughBlocks = 12;

/// The level of all hypotheses, unless `familywise` says another.
constexpr double kUsualLevel = 0.05;

/// The part of a limited time after which guesses are tested.
constexpr double kShareOfSample = 0.5;

// --- What is audited ---------------------------------------------------------

/// Returns the commits of audit GOOD..BAD, the good one first.
HistoryCommits line_of(const Session& session, Repository& repository) {
  const std::string& range = session.invocation.line.subject;
  const std::size_t dots = range.find("..");
  const std::string good = range.substr(0, dots);
  std::string bad = dots == range.npos ? "HEAD" : range.substr(dots + 2);
  if (bad.empty()) bad = "HEAD";
  if (good.empty() || bad.starts_with('.')) {
    throw PlainError("audit takes GOOD..BAD, or GOOD for GOOD..HEAD, not \"" +
                     range + '"');
  }
  HistoryCommits line;
  const Revision first = named_revision("audit", good, repository);
  line.commits = commits_between(
      "audit", first, named_revision("audit", bad, repository), repository);
  line.commits.insert(line.commits.begin(), first);
  const std::string& reference = session.invocation.settings.reference;
  line.reference = reference.empty()
                       ? line.commits.front()
                       : named_revision("--reference", reference, repository);
  return line;
}

/// The workloads that the reference has, too.
struct Workloads {
  std::vector<Audited> audited;
  std::vector<LeftOut> left_out;
};

ProgramCatalogue built_ends(const HistoryCommits& line, Revisions& revisions,
                            const Session& session) {
  revisions.set_under_test(line.commits.back());
  logic::RevisionsUsed used;
  used.named = {line.reference.id};
  used.under_test = true;
  (void)revisions.resolve(used.named);
  const ProgressLine progress(session);
  ProgramCatalogue programs =
      revisions.build(used, {}, session.world.launcher,
                      building_progress(session), session.report.warnings);
  for (const auto& [name, reason] : programs.failures) {
    throw MeasuringFailed("audit: " +
                          to_text(logic::is_under_test(name)
                                      ? line.commits.back()
                                      : line.reference) +
                          ' ' + reason);
  }
  return programs;
}

Workloads workloads_of(const HistoryCommits& line, Revisions& revisions,
                       const Session& session) {
  const ProgramCatalogue programs = built_ends(line, revisions, session);
  const std::string& filter = session.invocation.settings.filter;
  DeclaredWorkloads declared =
      declared_workloads(programs.catalogue.entries, filter);
  Workloads result{{}, std::move(declared.left_out)};
  for (const DeclaredWorkload& one : declared.workloads) {
    if (programs.catalogue.find_in(line.reference.id, one.name) == nullptr) {
      result.left_out.push_back(
          {one.name, line.reference.name + " does not have it"});
      continue;
    }
    for (const std::string& arguments : one.arguments) {
      const std::string callee = one.callee();
      result.audited.push_back(
          {performance_of(callee + arguments), callee, arguments});
    }
  }
  if (!result.audited.empty()) return result;
  throw PlainError("audit: there is nothing to audit: no workload " +
                   (filter.empty() ? std::string()
                                   : "that --filter " + filter + " selects ") +
                   "is at both " + line.commits.back().name + " and " +
                   line.reference.name + "; spl-run list shows the workloads");
}

/// Throws PlainError for settings that no comparison can be made with, before
/// anything is built.
void require_fitting_settings(const Invocation& invocation) {
  logic::Catalogue unknown;
  unknown.complete = false;
  const Suite any =
      read_suite({{kAuditSample, "a(1) = b(1)"}}, unknown, invocation.layers);
  if (any.errors.empty()) return;
  throw PlainError("audit: " + any.errors.front().message);
}

// --- The audit ---------------------------------------------------------------

/// The numbers of commits, by their ids.
using NumberOf = std::map<std::string, std::size_t>;

class Audit {
 public:
  Audit(HistoryCommits line, Workloads workloads, Revisions& revisions,
        const Session& session)
      : line_(std::move(line)),
        workloads_(std::move(workloads)),
        session_(session),
        measuring_(revisions, session),
        points_(workloads_.audited.size()) {
    report_.good = line_.commits.front();
    report_.bad = line_.commits.back();
    report_.reference = line_.reference;
    report_.commits = line_.commits.size() - 1;
    report_.performances = workloads_.audited.size();
    report_.left_out = workloads_.left_out;
    const auto& settings = session.invocation.settings;
    report_.level = settings.familywise.value_or(kUsualLevel);
    if (report_.level == 0) report_.level = kUsualLevel;
  }

  ExitStatus run() {
    prepare_interruption();
    const Warnings before = session_.report.warnings;
    try {
      const std::vector<std::size_t> left = sample();
      search();
      // Another call has more to guess by.
      for (const std::size_t number : left) measure(number);
      if (!left.empty()) report_.going_on = going_on();
    } catch (const AuditTimeIsUp&) {
      report_.going_on = going_on();
    }
    return report(before);
  }

 private:
  // Each point is a ratio to the reference, by its number.
  using Points = std::map<std::size_t, statistics::RatioPoint>;

  /// Takes what the store has, and measures the rest in half of the time: tests
  /// have the other half. Returns what is left to measure.
  std::vector<std::size_t> sample() {
    take_reference();
    take_stored();
    auto wanted = audit_sample(line_.commits.size() - 1, kMostSampled);
    std::erase_if(wanted, [this](std::size_t number) {
      return line_.commits[number].id == line_.reference.id;
    });
    report_beginning(wanted);
    std::size_t done = 0;
    for (; done < wanted.size(); ++done) {
      const bool is_late = measuring_.share_used() >= kShareOfSample;
      if (is_late && has_series()) break;
      measure(wanted[done]);
    }
    return {wanted.begin() + static_cast<std::ptrdiff_t>(done), wanted.end()};
  }

  /// Returns whether there is a ratio of two commits, to guess by.
  [[nodiscard]] bool has_series() const {
    return std::ranges::any_of(
        points_, [](const Points& one) { return one.size() > 1; });
  }

  void report_beginning(const std::vector<std::size_t>& wanted) const {
    const auto known = std::ranges::count_if(
        wanted, [this](std::size_t number) { return lacking(number).empty(); });
    text_stream(session_) << "auditing " << counted(report_.commits, "commit")
                          << " after " << to_text(line_.commits.front()) << ": "
                          << wanted.size() << " beside " << line_.reference.name
                          << (known > 0 ? ", " + std::to_string(known) +
                                              " of which were measured before"
                                        : std::string())
                          << '\n'
                          << std::flush;
  }

  void take_reference() {
    for (std::size_t i = 0; i < line_.commits.size(); ++i) {
      if (line_.commits[i].id != line_.reference.id) continue;
      for (Points& points : points_) points[i] = {i, 1, 1, 1};
    }
  }

  [[nodiscard]] NumberOf numbers_of() const {
    NumberOf numbers;
    for (std::size_t i = 0; i < line_.commits.size(); ++i) {
      numbers[line_.commits[i].id] = i;
    }
    return numbers;
  }

  void take_stored() {
    const auto& file = session_.history.place().file;
    if (!std::filesystem::exists(file)) return;
    const auto database = open_existing_store(file, Database::Access::kRead);
    const Settings& settings = session_.invocation.settings;
    const NumberOf numbers = numbers_of();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto& performance = workloads_.audited[i].performance;
      const PerformanceHistory stored =
          performance_history(performance, line_,
                              stored_pairs(*database, performance,
                                           settings.metric, line_.reference.id),
                              settings, session_.seed);
      for (const HistoryPoint& one : stored.points) {
        if (one.blocks < kEnoughBlocks) continue;
        const std::size_t number = numbers.at(one.revision.id);
        points_[i][number] = {number, one.ratio, one.lower, one.upper};
      }
    }
  }

  /// Returns the performances without a ratio of the commit.
  [[nodiscard]] std::vector<std::size_t> lacking(std::size_t number) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (!points_[i].contains(number)) result.push_back(i);
    }
    return result;
  }

  void measure(std::size_t number) {
    const Revision& commit = line_.commits[number];
    const std::vector<std::size_t> wanted = lacking(number);
    if (wanted.empty()) return;
    std::vector<Audited> audited;
    for (const std::size_t i : wanted) {
      audited.push_back(workloads_.audited[i]);
    }
    const auto found =
        measuring_.compare_with_reference(audited, {line_.reference, commit});
    bool is_measured = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      is_measured |= add_point(number, wanted[i], found[i]);
    }
    if (is_measured) {
      ++report_.measured;
    } else {
      report_.skipped.push_back({commit, found.front().failure});
    }
    text_stream(session_) << "  " << to_text(commit) << ": "
                          << (is_measured ? "measured" : "skipped") << '\n'
                          << std::flush;
  }

  bool add_point(std::size_t number, std::size_t performance,
                 const CommitComparison& found) {
    if (!found.failure.empty() || !found.ratio || !(*found.ratio > 0)) {
      return false;
    }
    points_[performance][number] = {
        number, *found.ratio, std::max(0.0, found.lower.value_or(0)),
        found.upper.value_or(std::numeric_limits<double>::infinity())};
    return true;
  }

  /// A hypothesis about a performance, by its number.
  struct Guess {
    std::size_t performance = 0;
    AuditHypothesis part;
  };

  [[nodiscard]] std::vector<statistics::RatioPoint> series_of(
      std::size_t performance) const {
    std::vector<statistics::RatioPoint> series;
    for (const auto& [number, point] : points_[performance]) {
      series.push_back(point);
    }
    return series;
  }

  /// All hypotheses have the level together: they are known before one of them
  /// is tested. The largest change is the first, for time may be short.
  void search() {
    const double level = report_.level / static_cast<double>(points_.size());
    std::vector<Guess> all;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      for (const AuditHypothesis& part : audit_hypotheses(
               series_of(i), level, session_.invocation.settings.resolution,
               session_.seed)) {
        all.push_back({i, part});
      }
    }
    report_.hypotheses = all.size();
    if (all.empty()) refuse();
    std::ranges::stable_sort(all, [](const Guess& left, const Guess& right) {
      return left.part.size > right.part.size;
    });
    for (const Guess& one : all) {
      test(one.performance, one.part);
      ++report_.tested;
    }
  }

  /// Finds slow changes of what no single commit changed.
  void find_drifts() {
    const double level = report_.level / static_cast<double>(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto& performance = workloads_.audited[i].performance;
      const bool is_explained =
          std::ranges::any_of(report_.changes, [&](const AuditedChange& one) {
            return one.performance == performance &&
                   one.standing == AuditFinding::Standing::kConfirmed;
          });
      const auto found = statistics::ratio_drift(series_of(i), 1 - level);
      if (!is_explained && found && found->p <= level) {
        report_.drifts.push_back({performance, *found});
      }
    }
  }

  void find_same_programs() {
    std::vector<std::vector<Revision>> rows;
    std::string last;
    for (const Revision& commit : line_.commits) {
      const std::string content = measuring_.content_of(commit.id);
      if (content.empty()) continue;
      if (rows.empty() || content != last) rows.emplace_back();
      rows.back().push_back(commit);
      last = content;
    }
    for (std::vector<Revision>& row : rows) {
      if (row.size() > 1) report_.same_programs.push_back(std::move(row));
    }
  }

  void count_sample() {
    for (std::size_t i = 0; i < line_.commits.size(); ++i) {
      report_.sampled += lacking(i).size() < points_.size() ? 1 : 0;
    }
  }

  [[noreturn]] void refuse() const {
    const auto& skipped = report_.skipped;
    throw MeasuringFailed("audit: no two commits could be measured" +
                          (skipped.empty()
                               ? std::string()
                               : ": " + to_text(skipped.front().revision) +
                                     ": " + skipped.front().reason));
  }

  void test(std::size_t performance, const AuditHypothesis& part) {
    const Audited& audited = workloads_.audited[performance];
    const auto compare = [&](std::size_t earlier, std::size_t later,
                             double level) {
      return measuring_.compare(
          audited, {line_.commits[earlier], line_.commits[later]}, level);
    };
    for (AuditFinding& one : audit_part(part, compare)) {
      AuditedChange change;
      change.performance = audited.performance;
      change.standing = one.standing;
      change.last_before = line_.commits[one.last_before];
      change.first_after = line_.commits[one.first_after];
      change.suspects = one.first_after - one.last_before;
      change.level = one.level;
      change.compared = std::move(one.compared);
      text_stream(session_) << "  " << to_text(audited.performance) << ": "
                            << to_text(one.standing) << " at "
                            << to_text(change.first_after) << '\n'
                            << std::flush;
      report_.changes.push_back(std::move(change));
    }
  }

  void sort_changes() {
    const NumberOf numbers = numbers_of();
    std::ranges::stable_sort(report_.changes, [&](const AuditedChange& left,
                                                  const AuditedChange& right) {
      return numbers.at(left.first_after.id) < numbers.at(right.first_after.id);
    });
  }

  void mark_accepted() {
    for (const AcceptedChange& accepted : accepted_changes_of(session_)) {
      for (AuditedChange& one : report_.changes) {
        const bool is_it =
            one.suspects == 1 && one.first_after.id == accepted.commit &&
            selects_performance(accepted.pattern, one.performance);
        if (is_it) one.accepted = accepted;
      }
    }
  }

  [[nodiscard]] std::string going_on() const {
    const CommandLine& line = session_.invocation.line;
    Call call{line.command, line.typed};
    if (!session_.invocation.settings.seed) {  // Guesses depend on it.
      call.add("seed", std::to_string(session_.seed));
    }
    return call.text(session_.world.context.program);
  }

  void prepare_interruption() const {
    if (!session_.world.last_words) return;
    session_.world.last_words(
        "spl-run: interrupted; the store has what was measured\ngo on: " +
        going_on() + '\n');
  }

  /// Leaves nothing in the report of the commit that was measured last.
  ExitStatus report(const Warnings& before) {
    count_sample();
    find_drifts();
    find_same_programs();
    sort_changes();
    mark_accepted();
    Report fresh;
    fresh.context = session_.report.context;
    fresh.context.seed = session_.seed;
    fresh.command = session_.report.command;
    fresh.settings = session_.invocation.settings;
    fresh.hosts = session_.report.hosts;
    measuring_.time().report(fresh);
    fresh.warnings = before;
    for (const Warning& one : measuring_.warnings()) {
      fresh.warnings.push_back(one);
    }
    const bool settled = is_settled(report_);
    fresh.outcome = std::make_shared<AuditReport>(std::move(report_));
    session_.report = std::move(fresh);
    if (session_.world.last_words) session_.world.last_words("");
    write_reports(session_);
    return settled ? ExitStatus::kFound : ExitStatus::kUndecided;
  }

  HistoryCommits line_;  ///< The good commit first.
  Workloads workloads_;
  const Session& session_;
  AuditMeasuring measuring_;
  std::vector<Points> points_;  ///< The points of each performance.
  AuditReport report_;
};

/// Returns whether the seed names this audit, as the command that goes on has
/// it, and no others.
bool names_audit(const Invocation& invocation) {
  const auto& typed = invocation.line.assignments;
  return !invocation.settings.seed ||
         std::ranges::any_of(
             typed, [](const Assignment& one) { return one.option == "seed"; });
}

ExitStatus run_audit(const Session& session) {
  const Invocation& invocation = session.invocation;
  require_no_program(invocation,
                     "audit builds commits as \"revisions\" in spl.json says");
  (void)session.history.place();  // There must be a store.
  Revisions revisions(invocation, session.world.open_repository,
                      session.world.make_builder);
  revisions.set_has_commands(false);
  if (names_audit(invocation)) {
    revisions.go_on("audit " + std::to_string(session.seed));
  }
  HistoryCommits line = line_of(session, revisions.repository());
  require_fitting_settings(invocation);
  check_metrics({}, session);
  Workloads workloads = workloads_of(line, revisions, session);
  return Audit(std::move(line), std::move(workloads), revisions, session).run();
}

}  // namespace

std::vector<CommandRow> audit() {
  return {
      {Mode::kAudit, "audit", "GOOD..BAD",
       "measures these commits, and finds those that changed a workload",
       "audit v1.2..HEAD --reference v1.2",
       "What looks like a change is confirmed by blocks of its own. The store "
       "keeps\nwhat was measured: an audit goes on where it was interrupted.",
       "which measures the commits of its range", "", run_audit}};
}

}  // namespace spl::runner::command
