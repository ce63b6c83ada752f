#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <vector>

#include "runner/commands/bisect/bisection_report.hpp"
#include "runner/findings/bisection.hpp"
#include "runner/formulas/trusted_texts.hpp"
#include "runner/measuring/family.hpp"
#include "runner/session/commit_evaluation.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/number_text.hpp"
#include "spl/statistics/distributions.hpp"

namespace spl::runner::command {
namespace {

// --- What is searched --------------------------------------------------------

/// The commits between which is searched.
struct BisectionEnds {
  Revision good;
  Revision bad;
};

/// The finding at a commit.
struct Tested {
  Standing standing = Standing::kUntested;
  std::string reason;  ///< Why it was skipped.
};

/// The search between two ends.
class Search {
 public:
  Search(const BisectionSubject& subject, BisectionEnds ends,
         const Session& session)
      : subject_(subject),
        ends_(std::move(ends)),
        path_(commits_between("bisect", ends_.good, ends_.bad,
                              subject.revisions.repository())),
        session_(session),
        search_(path_.size()),
        time_(search_.tests_left() + 2) {}

  ExitStatus find() {
    report_beginning();
    require_end(0, Standing::kGood, search_.tests_left() + 1);
    require_end(path_.size(), Standing::kBad, search_.tests_left());
    bool is_cut_short = false;
    while (const auto number = next()) {
      const std::size_t following =
          std::max<std::size_t>(search_.tests_left(), 1) - 1;
      const auto share = time_.share(following);
      is_cut_short = !share;
      if (is_cut_short) break;
      const Standing found = test(*number, *share);
      settle(*number, found);
      review();
    }
    return report(is_cut_short);
  }

 private:
  /// Returns undecided commits last; without a limit they took all blocks.
  [[nodiscard]] std::optional<std::size_t> next() const {
    const auto untested = search_.next();
    return untested || time_.is_unlimited() ? untested
                                            : search_.next_undecided();
  }

  void settle(std::size_t number, Standing found) {
    search_.tell(number, found);
    if (found == Standing::kUndecided) {
      open_[number] = formulas_in(session_.report);
    } else {
      open_.erase(number);
    }
    note(number, found);
  }

  /// Reviews the open commits: the findings at one bear on others, too.
  void review() {
    for (auto one = open_.begin(); one != open_.end();) {
      const std::size_t number = one->first;
      const Standing found = standing_among(number, one->second);
      ++one;
      if (found == Standing::kUndecided) continue;
      open_.erase(number);
      search_.tell(number, found);
      note(number, found);
      print(number, found);
    }
  }

  void print(std::size_t number, Standing found) const {
    text_stream(session_) << "  " << to_text(commit(number)) << ": "
                          << to_text(found) << '\n'
                          << std::flush;
  }

  void report_beginning() {
    text_stream(session_) << "bisecting " << counted(path_.size(), "commit")
                          << " after " << to_text(ends_.good) << '\n';
    prepare_interruption();
  }

  /// Throws unless the end has the standing without which there is no search.
  void require_end(std::size_t number, Standing wanted, std::size_t following) {
    const Revision& end = commit(number);
    const Standing found = test(number, time_.most(following));
    if (found != wanted) refuse_end(end, found);
    note(number, found);
  }

  [[noreturn]] void refuse_end(const Revision& end, Standing found) const {
    const bool is_good = end.id == ends_.good.id;
    const std::string which = std::string("bisect: the ") +
                              (is_good ? "good" : "bad") + " end, " +
                              to_text(end) + ", ";
    switch (found) {
      case Standing::kSkipped:
        throw MeasuringFailed(
            which + "cannot be tested: " + reason_of_skip(session_.report));
      case Standing::kUndecided:
        throw PlainError(
            which +
            "is still undecided when the time of the search is used up; give "
            "more with --budget, or a larger `resolution`");
      default:
        throw PlainError(
            which + (is_good ? "is bad already: a formula is violated there; "
                               "name an earlier commit"
                             : "is good: all formulas hold there; name a "
                               "later commit with --rev"));
    }
  }

  /// Commit 0 is the good end.
  [[nodiscard]] const Revision& commit(std::size_t number) const {
    return number == 0 ? ends_.good : path_[number - 1];
  }

  /// Whether @baseline means the commit.
  [[nodiscard]] bool is_baseline(std::size_t number) const {
    return number == 0 && session_.invocation.settings.baseline.empty();
  }

  [[nodiscard]] bool is_end(std::size_t number) const {
    return number == 0 || number == path_.size();
  }

  /// Tests a commit with all of its share at once: looks end a clear test
  /// early, and many short evaluations are wrong more often. The measurements
  /// add to earlier ones, and show on which side of the change the commit is.
  Standing test(std::size_t number, double share) {
    const bool has_looks = is_sequential(session_.invocation.settings);
    double next = has_looks && !is_baseline(number) ? share : 1;
    Standing found = Standing::kUndecided;
    for (double left = share; found == Standing::kUndecided && left >= 1;) {
      // Other links than the last time show more.
      const std::uint64_t seed = session_.seed + evaluations_[number]++;
      const CommitFinding one = evaluate_commit(subject_, commit(number), next,
                                                with_seed(seed, session_));
      found = one.standing;
      if (found != Standing::kSkipped) {
        learn(number);
        if (!is_end(number) || is_baseline(number)) {
          found = standing_among(number, formulas_in(session_.report));
        }
      }
      time_.spend(one.evaluations);
      if (one.evaluations == 0) break;  // There is no limit: it took all.
      left -= one.evaluations;
      if (is_end(number) && !has_looks) next = std::floor(left);
    }
    print(number, found);
    if (found == Standing::kBad) first_bad_ = session_.report;
    return found;
  }

  void learn(std::size_t number) {
    for (const FormulaReport& formula : formulas_in(session_.report)) {
      for (const RelationReport& one : formula.relations) {
        const auto ratio =
            is_baseline(number) ? log_ratio_at_baseline(one) : log_ratio(one);
        if (one.stopped == Stop::kIdentical) same_.insert(number);
        if (ratio) changes_[one.text].add(number, *ratio);
        if (number == path_.size() &&
            one.decision.verdict == logic::Verdict::kViolated) {
          sought_.insert(one.text);
        }
      }
    }
  }

  [[nodiscard]] Standing standing_among(
      std::size_t number, const std::vector<FormulaReport>& formulas) const {
    return standing(formulas, [&](const RelationReport& relation) {
      return side(number, relation);
    });
  }

  /// Returns the side of the change; a change that the ends do not show is not
  /// the one that is searched for.
  [[nodiscard]] Standing side(std::size_t number,
                              const RelationReport& relation) const {
    if (is_baseline(number)) {
      return is_guard(relation) ? Standing::kGood : Standing::kUndecided;
    }
    if (!sought_.contains(relation.text)) return Standing::kGood;
    const auto found = changes_.find(relation.text);
    if (found == changes_.end() || !found->second.at(0) ||
        !found->second.at(path_.size())) {
      return Standing::kUndecided;
    }
    const double evidence = found->second.evidence(number);
    const double enough = std::log((1 - relation.alpha) / relation.alpha);
    return evidence >= enough    ? Standing::kBad
           : evidence <= -enough ? Standing::kGood
                                 : Standing::kUndecided;
  }

  void note(std::size_t number, Standing found) {
    known_[number] = {found, found == Standing::kSkipped
                                 ? reason_of_skip(session_.report)
                                 : ""};
    prepare_interruption();
  }

  /// Prepares the message of an interruption from now on.
  void prepare_interruption() const {
    if (!session_.world.last_words) return;
    const std::size_t good = search_.last_good();
    const std::size_t left = search_.first_bad() - good;
    session_.world.last_words(
        "spl-run: interrupted; the formulas stopped holding at " +
        (left == 1 ? std::string()
                   : "one of " + counted(left, "commit") + ", after " +
                         to_text(commit(good)) + " up to ") +
        to_text(commit(search_.first_bad())) + are_ends_open() +
        "\ngo on: " + narrowed() + '\n');
  }

  /// Returns the command that searches what is left.
  [[nodiscard]] std::string narrowed() const {
    const std::size_t good = search_.last_good();
    const bool is_given = !session_.invocation.settings.baseline.empty();
    return narrowed_command(session_.world.context.program, call(),
                            {commit(good).id, commit(search_.first_bad()).id,
                             is_given || good == 0 ? "" : ends_.good.id});
  }

  [[nodiscard]] Call call() const {
    return {session_.invocation.line.command, session_.invocation.line.typed};
  }

  [[nodiscard]] std::string are_ends_open() const {
    const bool are_tested = known_.contains(0) && known_.contains(path_.size());
    return are_tested ? "" : ", if the ends are as they must be";
  }

  [[nodiscard]] BisectionReport found() const {
    BisectionReport result;
    result.good = ends_.good;
    result.bad = ends_.bad;
    result.commits = path_.size();
    for (const std::size_t number : search_.suspects()) {
      result.suspects.push_back(commit(number));
    }
    for (std::size_t i = 1; i <= search_.last_good(); ++i) {
      const auto one = known_.find(i);
      const bool is_good =
          one != known_.end() && one->second.standing == Standing::kGood;
      if (!is_good) ++result.unknown_before;
    }
    for (const auto& [number, one] : known_) {
      if (one.standing == Standing::kSkipped) {
        result.skipped.push_back({commit(number), one.reason});
      } else {
        ++result.tested;
      }
    }
    return result;
  }

  [[nodiscard]] std::optional<LogRatio> ratio_at(
      std::size_t number, const std::string& relation) const {
    const auto change = changes_.find(relation);
    return change == changes_.end() ? std::nullopt : change->second.at(number);
  }

  /// Compares the earliest commit known to be bad, which the report is about,
  /// with the last good one by all that was measured at both.
  void add_steps(BisectionReport& bisection) const {
    bisection.last_good = commit(search_.last_good());
    const double wide = statistics::normal_quantile(
        session_.invocation.settings.deciding.alpha);
    for (const FormulaReport& formula : formulas_in(session_.report)) {
      for (const RelationReport& one : formula.relations) {
        // The same program is not measured, and only the bad commit's relation
        // has the formula's factor.
        const std::size_t good = search_.last_good();
        const auto before = same_.contains(good) ? log_ratio_of_same(one)
                                                 : ratio_at(good, one.text);
        const auto after = ratio_at(search_.first_bad(), one.text);
        if (!sought_.contains(one.text) || !before || !after) continue;
        const double step = after->mean - before->mean;
        const double margin =
            wide * std::sqrt(before->variance + after->variance);
        bisection.steps.push_back({one.text, std::exp(step),
                                   std::exp(step - margin),
                                   std::exp(step + margin)});
      }
    }
  }

  /// Reports the earliest commit known to be bad.
  ExitStatus report(bool is_cut_short) {
    BisectionReport bisection = found();
    if (is_cut_short) bisection.going_on = narrowed();
    const bool is_found = bisection.suspects.size() == 1;
    session_.report = std::move(first_bad_);
    add_steps(bisection);
    const std::string& given = session_.invocation.settings.baseline;
    bisection.again = again_command(session_.world.context.program, call(),
                                    {bisection.suspects.back().id,
                                     given.empty() ? bisection.good.id : given,
                                     session_.report.context.seed});
    bisection.formulas = formulas_in(session_.report);
    session_.report.outcome =
        std::make_shared<BisectionReport>(std::move(bisection));
    if (session_.world.last_words) session_.world.last_words("");
    write_reports(session_);
    return is_found ? ExitStatus::kFound : ExitStatus::kUndecided;
  }

  const BisectionSubject& subject_;
  BisectionEnds ends_;
  std::vector<Revision> path_;
  const Session& session_;
  Bisection search_;
  BisectionTime time_;
  std::map<std::size_t, Tested> known_;  ///< By the commit's number.
  std::map<std::size_t, std::vector<FormulaReport>> open_;  ///< Undecided.
  std::map<std::string, SingleChange> changes_;  ///< By a relation's text.
  std::set<std::size_t> same_;    ///< Commits with the baseline's program.
  std::set<std::string> sought_;  ///< Texts, violated at the bad end.
  std::map<std::size_t, std::uint64_t> evaluations_;
  Report first_bad_;  ///< The report of the earliest bad commit.
};

ExitStatus run_bisect(const Session& session) {
  const Invocation& invocation = session.invocation;
  if (!invocation.settings.data.empty()) {
    throw PlainError("bisect measures, so leave out --data");
  }
  const std::vector<FormulaText> all = texts(invocation);
  require_trusted_texts(all, invocation);
  RevisionsOfTexts used = revisions_of(all, invocation.layers);
  used.selected.under_test = true;
  for (const std::string& name : used.selected.named) {
    if (!invocation.named_programs.contains(name)) continue;
    throw PlainError(fmt::format(
        "bisect compares revisions, but @{0} is a named build; remove @{0}, "
        "or select other formulas with --filter",
        name));
  }
  const Suite unbuilt = unbuilt_suite(all, invocation.layers, used, session);
  if (!unbuilt.errors.empty()) return reject(unbuilt, session);
  check_metrics(unbuilt.formulas, session);
  Revisions revisions(invocation, session.world.open_repository,
                      session.world.make_builder);
  const Revision good =
      named_revision("bisect", invocation.line.subject, revisions.repository());
  const Revision bad =
      revisions.under_test().is_working_tree()
          ? named_revision("--rev", "HEAD", revisions.repository())
          : revisions.under_test();
  require_no_program_of_revisions(invocation);
  if (!revisions.has_baseline()) revisions.set_baseline(good.name);
  auto facts = [&] {
    const ProgressLine progress(session, "reading the repository");
    return revisions.resolve(used.selected.named);
  }();
  if (has_problem(facts)) {
    for (const std::string& name : used.named) facts.try_emplace(name);
    const ProgramCatalogue programs =
        unbuilt_programs(std::move(facts), session);
    return reject(read_suite(all, programs.catalogue, invocation.layers),
                  session);
  }
  const BisectionSubject subject{all, used, revisions};
  const BisectionEnds ends{good, bad};
  return Search(subject, ends, session).find();
}

}  // namespace

std::vector<CommandRow> bisect() {
  return {
      {Mode::kBisect, "bisect", "GOOD",
       "finds the commit after GOOD at which a formula stops holding",
       "bisect v1.2 perf/formulas.spl",
       "The search ends at --rev or HEAD. Commits are built and measured as "
       "needed.",
       "which compares commits", "", run_bisect}};
}

}  // namespace spl::runner::command
