#include <ostream>

#include "runner/bisection.hpp"
#include "runner/command_words.hpp"
#include "runner/evaluation.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/telling.hpp"
#include "runner/run_warnings.hpp"

namespace spl::runner::modes {
namespace {

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

void give_more_time(Suite& suite, unsigned factor) {
  for (SuiteFormula& formula : suite.formulas) {
    Settings& settings = formula.settings;
    if (!settings.familywise) formula.familywise = 0;
    settings.budget *= factor;
    if (settings.runs) *settings.runs *= factor;
  }
}

/// Leaves in the report what was found at the commit, measured `factor` times
/// as long as the settings say.
Standing measured_standing(const Subject& subject, const Revision& commit,
                           unsigned factor, const Session& session) {
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
    return Standing::kSkipped;
  }
  for (const std::string& name : used.named) {
    programs.catalogue.revisions.try_emplace(name);
  }
  report_revisions(subject.revisions, used.selected.named, report);
  const Invocation& invocation = session.invocation;
  Suite suite =
      read_suite(subject.texts, programs.catalogue, invocation.layers);
  report.errors = suite.errors;
  if (!suite.errors.empty()) return Standing::kSkipped;
  check_selection(suite, subject.texts, invocation);
  give_more_time(suite, factor);
  const double start = session.world.clock.seconds();
  const Origin origin{std::move(programs)};
  const auto layouts = lay_out(suite, origin, invocation.settings, session);
  runner::evaluate(suite, observations(suite, origin, layouts.get(), session),
                   report);
  report.seconds = session.world.clock.seconds() - start;
  warn_of_measurements(origin.programs(), report);
  return standing(report.formulas);
}

/// The same. What is undecided is measured longer, twice.
Standing test(const Subject& subject, const Revision& commit,
              const Session& session) {
  constexpr unsigned kLongest = 16;
  Standing found = Standing::kUndecided;
  for (unsigned factor = 1; factor <= kLongest && found == Standing::kUndecided;
       factor *= 4) {
    found = measured_standing(subject, commit, factor, session);
  }
  text_stream(session) << "  " << to_text(commit) << ": " << to_text(found)
                       << '\n'
                       << std::flush;
  return found;
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

/// What is searched for is between the ends.
void require_end(const Subject& subject, const Revision& end, Standing wanted,
                 const Session& session) {
  const Standing found = test(subject, end, session);
  if (found == wanted) return;
  const bool is_good = wanted == Standing::kGood;
  const std::string which = std::string("--bisect: the ") +
                            (is_good ? "good" : "bad") + " end, " +
                            to_text(end) + ", ";
  switch (found) {
    case Standing::kSkipped:
      throw MeasuringFailed(which +
                            "cannot be tested: " + reason(session.report));
    case Standing::kUndecided:
      throw PlainError(which +
                       "is undecided, however long it is measured; give more "
                       "time with --budget, or a greater --resolution");
    default:
      throw PlainError(
          which + (is_good ? "is bad already: a formula is violated there; "
                             "name an earlier commit"
                           : "is good: all formulas hold there; name a later "
                             "commit with --rev"));
  }
}

/// A command that evaluates the same at the commit that was found.
std::string again(const BisectionReport& bisection, const Session& session) {
  const Invocation& invocation = session.invocation;
  std::vector<std::string> words{"spl-run"};
  bool is_value = false;
  for (const std::string& word : invocation.line.arguments) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_ours = name == "--bisect" || name == "--rev" ||
                         name == "--baseline" || name == "--seed";
    if (!is_value && !is_ours) words.push_back(word);
    is_value = !is_value && is_ours && name == word;
  }
  const std::string& given = invocation.settings.baseline;
  words.insert(words.end(),
               {"--rev", bisection.suspects.back().id, "--baseline",
                given.empty() ? bisection.good.id : given, "--seed",
                std::to_string(session.report.context.seed)});
  return to_text(words);
}

/// Between ends that have been tested. The report is that of the first bad
/// commit.
ExitStatus search(const Subject& subject, const std::vector<Revision>& path,
                  BisectionReport bisection, const Session& session) {
  Bisection search(path.size());
  Report first_bad = session.report;
  while (const auto number = search.next()) {
    const Standing found = test(subject, path[*number - 1], session);
    search.tell(*number, found);
    if (found == Standing::kBad) first_bad = session.report;
    ++bisection.tested;
  }
  for (const std::size_t number : search.suspects()) {
    bisection.suspects.push_back(path[number - 1]);
  }
  bisection.again = again(bisection, session);
  const bool is_found = bisection.suspects.size() == 1;
  session.report = std::move(first_bad);
  session.report.bisection = std::move(bisection);
  write_reports(session);
  return is_found ? ExitStatus::kFound : ExitStatus::kUndecided;
}

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
  const std::vector<Revision> path = way(good, bad, revisions);
  text_stream(session) << "bisecting " << path.size()
                       << (path.size() == 1 ? " commit" : " commits")
                       << " after " << to_text(good) << '\n';
  const Subject subject{all, used, revisions};
  require_end(subject, good, Standing::kGood, session);
  require_end(subject, bad, Standing::kBad, session);
  return search(subject, path, {good, bad, {}, path.size(), 2, ""}, session);
}

}  // namespace spl::runner::modes
