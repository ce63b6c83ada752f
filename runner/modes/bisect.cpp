#include <cmath>
#include <ostream>

#include "runner/bisection.hpp"
#include "runner/bisection_notes.hpp"
#include "runner/command_words.hpp"
#include "runner/evaluation.hpp"
#include "runner/files.hpp"
#include "runner/looks.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/telling.hpp"
#include "runner/run_warnings.hpp"

namespace spl::runner::modes {
namespace {

constexpr std::string_view kResume = "--resume";

/// What is evaluated at each commit, and where commits come from.
struct Subject {
  std::vector<FormulaText> texts;
  RevisionsOfTexts used;
  Revisions& revisions;
};

// --- What is searched --------------------------------------------------------

Revision named(const std::string& option, const std::string& name,
               Revisions& revisions) {
  try {
    return revisions.repository().resolve(name);
  } catch (const RevisionError& error) {
    throw PlainError(option + ": " + error.what());
  }
}

std::vector<Revision> way(const Revision& good, const Revision& bad,
                          Revisions& revisions) {
  try {
    std::vector<Revision> path = revisions.repository().path(good, bad);
    if (!path.empty()) return path;
  } catch (const RevisionError& error) {
    throw PlainError(std::string("--bisect: ") + error.what());
  }
  throw PlainError("--bisect: there is no commit after " + good.name +
                   " up to " + bad.name);
}

// --- One commit --------------------------------------------------------------

void clear(Report& report) {
  Report fresh;
  fresh.context = report.context;
  fresh.settings = report.settings;
  report = std::move(fresh);
}

void give_time(Suite& suite, double evaluations) {
  for (SuiteFormula& formula : suite.formulas) {
    Settings& settings = formula.settings;
    if (!settings.familywise) formula.familywise = 0;
    settings.budget = std::chrono::nanoseconds(std::llround(
        static_cast<double>(settings.budget.count()) * evaluations));
    if (settings.runs) {
      *settings.runs *= static_cast<std::size_t>(evaluations);
    }
  }
}

/// How many evaluations the formulas took, which were given so many.
double evaluations_spent(const Suite& suite, const Report& report,
                         double given) {
  std::chrono::duration<double> budget{};
  double seconds = 0;
  for (std::size_t i = 0; i < suite.formulas.size(); ++i) {
    const SuiteFormula& formula = suite.formulas[i];
    if (formula.settings.runs) return given;
    budget += formula.settings.budget * formula.relations.size();
    seconds += report.formulas[i].seconds;
  }
  return budget.count() > 0 ? given * seconds / budget.count() : 0;
}

/// What was found at a commit, and how many evaluations that took.
struct Found {
  Standing standing = Standing::kSkipped;
  double evaluations = 0;
};

/// Leaves in the report what was found at the commit, measured for so many
/// evaluations at most.
Found measured(const Subject& subject, const Revision& commit,
               double evaluations, const Session& session) {
  Report& report = session.report;
  clear(report);
  subject.revisions.set_under_test(commit);
  const RevisionsOfTexts& used = subject.used;
  ProgramCatalogue programs = [&] {
    const ProgressLine progress(session);
    return subject.revisions.build(used.selected, {}, session.world.launcher,
                                   building_progress(session), report.warnings);
  }();
  if (programs.failures.contains("")) {
    report.errors.push_back({"", 0, 0, programs.failures.at(""), ""});
    return {};
  }
  for (const std::string& name : used.named) {
    programs.catalogue.revisions.try_emplace(name);
  }
  report_revisions(subject.revisions, used.selected.named, report);
  const Invocation& invocation = session.invocation;
  Suite suite =
      read_suite(subject.texts, programs.catalogue, invocation.layers);
  report.errors = suite.errors;
  if (!suite.errors.empty()) return {};
  check_selection(suite, subject.texts, invocation);
  give_time(suite, evaluations);
  const double start = session.world.clock.seconds();
  const Origin origin{std::move(programs)};
  const auto layouts = lay_out(suite, origin, invocation.settings, session);
  runner::evaluate(suite, observations(suite, origin, layouts.get(), session),
                   report);
  report.seconds = session.world.clock.seconds() - start;
  warn_of_measurements(origin.programs(), report);
  return {standing(report.formulas),
          evaluations_spent(suite, report, evaluations)};
}

/// Why the commit that was tested last was skipped.
std::string reason(const Report& report) {
  for (const FormulaReport& formula : report.formulas) {
    for (const RelationReport& relation : formula.relations) {
      if (relation.decision.verdict == logic::Verdict::kError) {
        return relation.decision.reason;
      }
    }
  }
  return report.errors.empty() ? "" : report.errors.front().message;
}

// --- The search --------------------------------------------------------------

/// A command that evaluates the same at the commit that was found.
std::string again(const BisectionReport& bisection, const Session& session) {
  const Invocation& invocation = session.invocation;
  std::vector<std::string> words{"spl-run"};
  bool is_value = false;
  for (const std::string& word : invocation.line.arguments) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_ours = name == "--bisect" || name == "--rev" ||
                         name == "--baseline" || name == "--seed";
    if (!is_value && !is_ours && word != kResume) words.push_back(word);
    is_value = !is_value && is_ours && name == word;
  }
  const std::string& given = invocation.settings.baseline;
  words.insert(words.end(),
               {"--rev", bisection.suspects.back().id, "--baseline",
                given.empty() ? bisection.good.id : given, "--seed",
                std::to_string(session.report.context.seed)});
  return to_text(words);
}

/// A command that goes on with the search.
std::string going_on(const Session& session) {
  std::vector<std::string> words{"spl-run"};
  for (const std::string& word : session.invocation.line.arguments) {
    if (word != kResume) words.push_back(word);
  }
  words.emplace_back(kResume);
  return to_text(words);
}

std::string commits(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " commit" : " commits");
}

/// The search between two ends, noted after each test.
class Search {
 public:
  Search(const Subject& subject, BisectionEnds ends,
         const BisectionNotes& notes, const Session& session)
      : subject_(subject),
        ends_(std::move(ends)),
        path_(way(ends_.good, ends_.bad, subject.revisions)),
        notes_(notes),
        session_(session),
        search_(path_.size()),
        time_(search_.tests_left() + 2) {}

  /// Goes on where the same search was interrupted. What was undecided is
  /// tested again.
  void resume() {
    known_ = notes_.read();
    std::erase_if(known_, [](const auto& one) {
      return one.second.standing == Standing::kUndecided;
    });
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      const auto found = known_.find(path_[i].id);
      if (found == known_.end()) continue;
      search_.tell(i + 1, found->second.standing);
    }
    time_ = BisectionTime(search_.tests_left() + 2);
  }

  ExitStatus find() {
    tell_beginning();
    require_end(ends_.good, Standing::kGood, search_.tests_left() + 1);
    require_end(ends_.bad, Standing::kBad, search_.tests_left());
    bool is_cut_short = false;
    while (const auto number = search_.next()) {
      const std::size_t following =
          std::max<std::size_t>(search_.tests_left(), 1) - 1;
      const auto share = time_.share(following);
      is_cut_short = !share;
      if (is_cut_short) break;
      const Revision& commit = path_[*number - 1];
      const Standing found = test(commit, *share, following);
      search_.tell(*number, found);
      note(commit, found);
    }
    return report(is_cut_short);
  }

 private:
  void tell_beginning() {
    text_stream(session_) << "bisecting " << commits(path_.size()) << " after "
                          << to_text(ends_.good);
    if (!known_.empty()) {
      text_stream(session_)
          << ", " << known_.size() << " of which were tested before";
    }
    text_stream(session_) << '\n';
    prepare_interruption();
  }

  /// What is searched for is between the ends.
  void require_end(const Revision& end, Standing wanted,
                   std::size_t following) {
    if (known_.contains(end.id)) return;
    const Standing found = test(end, time_.most(following), following);
    if (found != wanted) refuse_end(end, found);
    note(end, found);
  }

  [[noreturn]] void refuse_end(const Revision& end, Standing found) const {
    const bool is_good = end.id == ends_.good.id;
    const std::string which = std::string("--bisect: the ") +
                              (is_good ? "good" : "bad") + " end, " +
                              to_text(end) + ", ";
    switch (found) {
      case Standing::kSkipped:
        throw MeasuringFailed(which +
                              "cannot be tested: " + reason(session_.report));
      case Standing::kUndecided:
        throw PlainError(which +
                         "is undecided after all the time that the search can "
                         "give it; give more with --budget, or a greater "
                         "--resolution");
      default:
        throw PlainError(
            which + (is_good ? "is bad already: a formula is violated there; "
                               "name an earlier commit"
                             : "is good: all formulas hold there; name a "
                               "later commit with --rev"));
    }
  }

  /// Looks stop a test once it is clear, so it is given all of its share. What
  /// is looked at once only is measured for one evaluation first.
  Standing test(const Revision& commit, double share, std::size_t following) {
    const bool has_looks = is_sequential(session_.invocation.settings);
    Found found = measured(subject_, commit, has_looks ? share : 1, session_);
    time_.spend(found.evaluations);
    const double more = std::floor(time_.share(following).value_or(0));
    if (!has_looks && found.standing == Standing::kUndecided && more >= 2) {
      found = measured(subject_, commit, more, session_);
      time_.spend(found.evaluations);
    }
    text_stream(session_) << "  " << to_text(commit) << ": "
                          << to_text(found.standing) << '\n'
                          << std::flush;
    if (found.standing == Standing::kBad) first_bad_ = session_.report;
    return found.standing;
  }

  void note(const Revision& commit, Standing found) {
    known_[commit.id] = {
        found, found == Standing::kSkipped ? reason(session_.report) : ""};
    try {
      if (!is_note_lost_) notes_.write(known_);
    } catch (const FileError& error) {
      is_note_lost_ = true;
      session_.world.err << "spl-run: warning: --resume will not work: "
                         << error.what() << '\n';
    }
    prepare_interruption();
  }

  /// What is said if this process is interrupted from now on.
  void prepare_interruption() const {
    if (!session_.world.last_words) return;
    const std::size_t good = search_.last_good();
    const std::size_t left = search_.first_bad() - good;
    session_.world.last_words(
        "spl-run: interrupted; " +
        (left == 1 ? "the first bad commit is "
                   : "the first bad commit is one of " + std::to_string(left) +
                         ", after " +
                         to_text(good == 0 ? ends_.good : path_[good - 1]) +
                         " up to ") +
        to_text(path_[search_.first_bad() - 1]) + are_ends_open() +
        "\ngo on: " + going_on(session_) + '\n');
  }

  [[nodiscard]] std::string are_ends_open() const {
    const bool are_tested =
        known_.contains(ends_.good.id) && known_.contains(ends_.bad.id);
    return are_tested ? "" : ", if the ends are as they must be";
  }

  [[nodiscard]] BisectionReport found() const {
    BisectionReport result{ends_.good, ends_.bad, {}, path_.size()};
    for (const std::size_t number : search_.suspects()) {
      result.suspects.push_back(path_[number - 1]);
    }
    result.tested = 1;  // The good end.
    for (const Revision& commit : path_) {
      const auto one = known_.find(commit.id);
      if (one == known_.end()) continue;
      if (one->second.standing == Standing::kSkipped) {
        result.skipped.push_back({commit, one->second.reason});
      } else {
        ++result.tested;
      }
    }
    return result;
  }

  /// The report is that of the first bad commit, which an earlier process may
  /// have measured.
  ExitStatus report(bool is_cut_short) {
    BisectionReport bisection = found();
    bisection.again = again(bisection, session_);
    if (is_cut_short) bisection.going_on = going_on(session_);
    const bool is_found = bisection.suspects.size() == 1;
    if (!first_bad_) {
      (void)measured(subject_, bisection.suspects.back(), 1, session_);
      first_bad_ = session_.report;
    }
    session_.report = std::move(*first_bad_);
    session_.report.bisection = std::move(bisection);
    if (session_.world.last_words) session_.world.last_words("");
    write_reports(session_);
    if (is_found) notes_.remove();
    return is_found ? ExitStatus::kFound : ExitStatus::kUndecided;
  }

  const Subject& subject_;
  BisectionEnds ends_;
  std::vector<Revision> path_;
  const BisectionNotes& notes_;
  const Session& session_;
  Bisection search_;
  BisectionTime time_;
  TestedCommits known_;
  std::optional<Report> first_bad_;  ///< Of the earliest that is bad.
  bool is_note_lost_ = false;
};

}  // namespace

ExitStatus bisect(const Session& session) {
  const Invocation& invocation = session.invocation;
  if (!invocation.settings.data.empty()) {
    throw PlainError("--bisect measures; it cannot be had with --data");
  }
  const std::vector<FormulaText> all = texts(invocation);
  RevisionsOfTexts used = revisions_of(all, invocation.layers);
  used.selected.under_test = true;
  Revisions revisions(invocation, session.world.open_repository,
                      session.world.make_builder);
  const Revision good = named("--bisect", invocation.line.good, revisions);
  const Revision bad = revisions.under_test().is_working_tree()
                           ? named("--rev", "HEAD", revisions)
                           : revisions.under_test();
  if (!revisions.has_baseline()) revisions.set_baseline(good.name);
  auto facts = revisions.resolve(used.selected.named);
  if (has_problem(facts)) {
    for (const std::string& name : used.named) facts.try_emplace(name);
    const ProgramCatalogue programs =
        unbuilt_programs(std::move(facts), session);
    return reject(read_suite(all, programs.catalogue, invocation.layers),
                  session);
  }
  const Subject subject{all, used, revisions};
  const BisectionEnds ends{good, bad};
  const BisectionNotes notes(
      cache_folder(session.world.environment) / "bisections",
      invocation.settings.repository + '\0' +
          std::filesystem::absolute(invocation.recipe.project).string(),
      question(session, all, ends, revisions));
  Search search(subject, ends, notes, session);
  if (invocation.line.resume) search.resume();
  return search.find();
}

}  // namespace spl::runner::modes
