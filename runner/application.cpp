#include "runner/application.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <ostream>
#include <variant>

#include "runner/bisection.hpp"
#include "runner/build_tool.hpp"
#include "runner/command_words.hpp"
#include "runner/files.hpp"
#include "runner/given_observations.hpp"
#include "runner/invocation.hpp"
#include "runner/json_report.hpp"
#include "runner/listing.hpp"
#include "runner/portability.hpp"
#include "runner/project_file.hpp"
#include "runner/ranking.hpp"
#include "runner/run_warnings.hpp"
#include "runner/terminal_report.hpp"
#include "runner/wanted_layouts.hpp"

namespace spl::runner {
namespace {

constexpr int kError = 2;
constexpr int kFailed = 3;

/// No revision could be built, so that nothing can be told of any formula.
class AllFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An end of --bisect cannot be measured.
class EndFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// For --rank, whose test looks once, and at all performances alike.
constexpr std::size_t kRankedRuns = 10;

/// Where observations come from.
using Origin = std::variant<ProgramCatalogue, GivenObservations>;

ProgramCatalogue named_programs(const Invocation& invocation,
                                Launcher& launcher) {
  if (invocation.programs.empty()) {
    throw PlainError(
        "no program with workloads is named; give one with -p PROGRAM or as "
        "\"program\" in spl.json");
  }
  return ask(invocation.programs, launcher);
}

bool has_problem(const std::map<std::string, logic::RevisionFacts>& facts) {
  return std::any_of(facts.begin(), facts.end(), [](const auto& one) {
    return !one.second.problem.empty();
  });
}

const logic::Catalogue& catalogue(const Origin& origin) {
  return std::visit(
      [](const auto& one) -> const logic::Catalogue& { return one.catalogue; },
      origin);
}

/// A text or filter that selects nothing must not look like success.
void check_selection(const Suite& suite, const std::vector<FormulaText>& texts,
                     const Invocation& invocation) {
  if (texts.empty()) {
    throw PlainError(
        "no formulas are named; name formula files, give one with -e FORMULA, "
        "or name files as \"formulas\" in spl.json");
  }
  if (suite.formulas.empty() && !invocation.settings.filter.empty()) {
    throw PlainError("no formula has a label that --filter " +
                     invocation.settings.filter +
                     " selects; --list shows the labels");
  }
  if (!invocation.settings.filter.empty()) return;
  for (const FormulaText& text : texts) {
    if (text.searched) continue;
    const bool has_formula = std::any_of(
        suite.formulas.begin(), suite.formulas.end(),
        [&](const SuiteFormula& one) { return one.file == text.name; });
    if (!has_formula) throw PlainError(text.name + " has no formulas");
  }
  if (suite.formulas.empty()) {
    throw PlainError(
        "no C++ file has a formula; they stand in [[spl::expects(\"...\")]] or "
        "SPL_EXPECTS(\"...\")");
  }
}

class Application {
 public:
  Application(Invocation invocation, std::vector<std::string> arguments,
              const World& world)
      : invocation_(std::move(invocation)),
        arguments_(std::move(arguments)),
        world_(world) {
    report_.context = world.context;
    report_.settings = invocation_.settings;
    if (invocation_.settings.seed) {
      report_.context.seed = *invocation_.settings.seed;
    }
  }

  int run() {
    try {
      return run_mode();
    } catch (const AllFailed& error) {
      return refuse(error, kFailed);
    } catch (const EndFailed& error) {
      return refuse(error, kFailed);
    } catch (const LayoutError& error) {
      return refuse(error, kFailed);
    } catch (const std::runtime_error& error) {
      return refuse(error, kError);
    }
  }

 private:
  int refuse(const std::runtime_error& error, int status) {
    world_.err << "spl-run: error: " << error.what() << '\n';
    report_.errors.push_back({"", 0, 0, error.what(), ""});
    report_.formulas.clear();
    write_json_if_possible();
    return status;
  }

  Origin origin(const std::vector<FormulaText>& texts,
                const SettingLayers& layers) {
    if (!invocation_.settings.data.empty()) {
      require_no_builds();
      return read_observations(invocation_.settings.data);
    }
    RevisionsOfTexts used;
    if (std::any_of(texts.begin(), texts.end(), [](const FormulaText& text) {
          return text.content.find('@') != std::string::npos;
        })) {
      used = revisions_of(texts, layers);
    }
    const bool measures = invocation_.line.mode != Mode::kCheck &&
                          invocation_.line.mode != Mode::kList;
    const bool other = !invocation_.settings.rev.empty();
    if (measures && used.selected.named.empty() && !other) require_no_builds();
    if (used.named.empty() && !other) {
      return named_programs(invocation_, world_.launcher);
    }
    if (!measures || (used.selected.named.empty() && !other)) {
      return unbuilt_programs(checked_revisions(used));
    }
    revisions_ = std::make_unique<Revisions>(
        invocation_, world_.open_repository, world_.make_builder);
    auto facts = revisions_->resolve(used.selected.named);
    for (const std::string& name : used.named) facts.try_emplace(name);
    if (has_problem(facts)) return unbuilt_programs(std::move(facts));
    used.selected.under_test |= other;
    ProgramCatalogue result = built_programs(used.selected);
    result.catalogue.revisions.merge(facts);  // Of those that are not measured.
    return result;
  }

  /// Throws where --builds is given, but nothing that it applies to.
  void require_no_builds() const {
    if (!invocation_.settings.builds) return;
    throw PlainError(
        "--builds " + std::to_string(*invocation_.settings.builds) +
        " compiles revisions, and there is none to be measured; let a formula "
        "name one, as f@HEAD~1 does, or give --rev");
  }

  /// What is wrong with names for certain: sources are checked where there is
  /// no repository and in shallow clones, too.
  std::map<std::string, logic::RevisionFacts> checked_revisions(
      const RevisionsOfTexts& used) {
    std::map<std::string, logic::RevisionFacts> facts;
    for (const std::string& name : used.named) facts[name] = {};
    std::set<std::string> names = used.selected.named;
    if (invocation_.settings.baseline.empty()) names.erase(logic::kBaseline);
    if (names.empty()) return facts;
    try {
      Revisions revisions(invocation_, world_.open_repository,
                          world_.make_builder);
      if (revisions.repository().is_shallow()) return facts;
      for (auto& [name, one] : revisions.resolve(names)) facts[name] = one;
    } catch (const RepositoryError& error) {
      report_.warnings.push_back(
          std::string("revisions have not been checked: ") + error.what());
      world_.err << "warning: " << report_.warnings.back() << '\n';
    }
    return facts;
  }

  /// To find mistakes: revisions are taken to have what there is today.
  ProgramCatalogue unbuilt_programs(
      std::map<std::string, logic::RevisionFacts> facts) {
    ProgramCatalogue result;
    result.catalogue.complete = !invocation_.programs.empty();
    if (result.catalogue.complete) {
      result = named_programs(invocation_, world_.launcher);
    }
    result.catalogue.revisions = std::move(facts);
    return result;
  }

  ProgramCatalogue built_programs(const logic::RevisionsUsed& used) {
    ProgramCatalogue result =
        revisions_->build(used, invocation_.programs, world_.launcher,
                          build_progress(), report_.warnings);
    clear_progress();
    if (result.programs.empty() && result.catalogue.entries.empty()) {
      throw AllFailed(result.failures.begin()->second);
    }
    for (const auto& [name, revision] : revisions_->resolved()) {
      if (!name.empty() && !used.named.contains(name)) continue;
      report_.revisions.push_back({name, revision});
    }
    return result;
  }

  BuildProgress build_progress() const {
    if (!shows_progress()) return {};
    return
        [this](std::size_t done, std::size_t all, const std::string& revision) {
          world_.err << "\r\033[Kbuilding: " << done << " of " << all << ", "
                     << revision << std::flush;
        };
  }

  int run_mode() {
    const std::string& json = invocation_.settings.json;
    if (!json.empty() && json != "-") check_writable(json);
    if (invocation_.line.mode == Mode::kListCache) return list_cache();
    if (invocation_.line.mode == Mode::kRank) return rank();
    if (invocation_.line.mode == Mode::kSensitivity) return sensitivity();
    if (invocation_.line.mode == Mode::kSelfTest) return self_test();
    if (invocation_.line.mode == Mode::kBisect) return bisect();
    const std::optional<JsonText> other = other_report();
    const std::vector<FormulaText> all = texts(invocation_);
    const Origin from = origin(all, invocation_.layers);
    Suite suite = read_suite(all, catalogue(from), invocation_.layers);
    if (!suite.errors.empty()) return reject(suite);
    const bool lists = invocation_.line.mode == Mode::kList;
    if (!lists || !all.empty()) check_selection(suite, all, invocation_);
    if (lists) {
      text_stream() << listing(suite, catalogue(from));
      write_json();
      return 0;
    }
    if (invocation_.line.mode == Mode::kCheck) return check(suite);
    if (invocation_.line.mode == Mode::kPlan) return plan(suite, from);
    return evaluate(std::move(suite), from, other);
  }

  int plan(const Suite& suite, const Origin& from) {
    const auto* programs = std::get_if<ProgramCatalogue>(&from);
    if (programs == nullptr) {
      throw PlainError("--plan plans measuring; it takes no --data");
    }
    prepare_launcher();
    const double start = world_.clock.seconds();
    report_.planning = planned(suite, *programs, report_.context.seed,
                               {world_.launcher, world_.clock, progress()});
    clear_progress();
    report_.seconds = world_.clock.seconds() - start;
    write_reports();
    const auto& relations = report_.planning->relations;
    return std::any_of(
               relations.begin(), relations.end(),
               [](const PlannedRelation& one) { return !one.failure.empty(); })
               ? kFailed
               : 0;
  }

  int self_test() {
    std::vector<std::string> paths = invocation_.programs;
    if (!world_.self.empty()) paths.push_back(world_.self);
    const ProgramCatalogue programs = ask(paths, world_.launcher);
    prepare_launcher();
    const double start = world_.clock.seconds();
    report_.self_tests = self_tests(
        plain_performances(programs.catalogue), invocation_.settings, programs,
        report_.context.seed, {world_.launcher, world_.clock, progress()});
    clear_progress();
    report_.seconds = world_.clock.seconds() - start;
    add_hosts();
    bool failed = false;
    for (const SelfTest& test : report_.self_tests) {
      for (std::string& sentence : advice(test)) {
        report_.warnings.push_back(std::move(sentence));
      }
      failed = failed || !test.failure.empty();
    }
    write_reports();
    return failed ? kFailed : 0;
  }

  void add_hosts() {
    report_.context.hosts = world_.launcher.hosts();
    for (const HostRecord& host : report_.context.hosts) {
      for (std::string& warning : warnings(host)) {
        report_.warnings.push_back(std::move(warning));
      }
    }
  }

  int list_cache() const {
    ProgramCache cache(cache_folder(world_.environment),
                       invocation_.settings.cache_limit);
    cache.trim();
    world_.out << listing(cache);
    return 0;
  }

  // --- Bisection -------------------------------------------------------------

  int bisect() {
    if (!invocation_.settings.data.empty()) {
      throw PlainError("--bisect measures; it cannot be had with --data");
    }
    const std::vector<FormulaText> all = texts(invocation_);
    RevisionsOfTexts used = revisions_of(all, invocation_.layers);
    used.selected.under_test = true;
    revisions_ = std::make_unique<Revisions>(
        invocation_, world_.open_repository, world_.make_builder);
    const Revision good = named("--bisect", invocation_.line.good);
    const Revision bad = revisions_->under_test().is_working_tree()
                             ? named("--rev", "HEAD")
                             : revisions_->under_test();
    if (!revisions_->has_baseline()) revisions_->set_baseline(good.name);
    auto facts = revisions_->resolve(used.selected.named);
    if (has_problem(facts)) {
      for (const std::string& name : used.named) facts.try_emplace(name);
      return reject(read_suite(all, unbuilt_programs(facts).catalogue,
                               invocation_.layers));
    }
    const std::vector<Revision> path = way(good, bad);
    text_stream() << "bisecting " << path.size()
                  << (path.size() == 1 ? " commit" : " commits") << " after "
                  << to_text(good) << '\n';
    require_end(all, used, good, Standing::kGood);
    require_end(all, used, bad, Standing::kBad);
    return search(all, used, path, {good, bad, {}, path.size(), 2, ""});
  }

  int search(const std::vector<FormulaText>& all, const RevisionsOfTexts& used,
             const std::vector<Revision>& path, BisectionReport bisection) {
    Bisection search(path.size());
    Report first_bad = report_;
    while (const auto number = search.next()) {
      const Standing found = test(all, used, path[*number - 1]);
      search.tell(*number, found);
      if (found == Standing::kBad) first_bad = report_;
      ++bisection.tested;
    }
    for (const std::size_t number : search.suspects()) {
      bisection.suspects.push_back(path[number - 1]);
    }
    bisection.again = again(bisection);
    report_ = std::move(first_bad);
    report_.bisection = std::move(bisection);
    write_reports();
    return report_.bisection->suspects.size() == 1 ? 0 : 4;
  }

  Revision named(const std::string& option, const std::string& name) {
    try {
      return revisions_->repository().resolve(name);
    } catch (const RevisionError& error) {
      throw PlainError(option + ": " + error.what());
    }
  }

  std::vector<Revision> way(const Revision& good, const Revision& bad) {
    try {
      std::vector<Revision> path = revisions_->repository().path(good, bad);
      if (!path.empty()) return path;
    } catch (const RevisionError& error) {
      throw PlainError(std::string("--bisect: ") + error.what());
    }
    throw PlainError("--bisect: there is no commit after " + good.name +
                     " up to " + bad.name);
  }

  /// What is searched for is between the ends.
  void require_end(const std::vector<FormulaText>& all,
                   const RevisionsOfTexts& used, const Revision& end,
                   Standing wanted) {
    const Standing found = test(all, used, end);
    if (found == wanted) return;
    const bool is_good = wanted == Standing::kGood;
    const std::string which = std::string("--bisect: the ") +
                              (is_good ? "good" : "bad") + " end, " +
                              to_text(end) + ", ";
    switch (found) {
      case Standing::kSkipped:
        throw EndFailed(which + "cannot be tested: " + reason());
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

  /// Why the commit at hand was skipped.
  std::string reason() const {
    for (const FormulaReport& formula : report_.formulas) {
      for (const RelationReport& relation : formula.relations) {
        if (relation.decision.verdict == logic::Verdict::kError) {
          return relation.decision.reason;
        }
      }
    }
    return report_.errors.empty() ? "" : report_.errors.front().message;
  }

  /// Leaves what was found at the commit in the report. What is undecided is
  /// measured longer, twice.
  Standing test(const std::vector<FormulaText>& all,
                const RevisionsOfTexts& used, const Revision& commit) {
    constexpr unsigned kLongest = 16;
    Standing found = Standing::kUndecided;
    for (unsigned factor = 1;
         factor <= kLongest && found == Standing::kUndecided; factor *= 4) {
      found = measured_standing(all, used, commit, factor);
    }
    text_stream() << "  " << to_text(commit) << ": " << to_text(found) << '\n'
                  << std::flush;
    return found;
  }

  Standing measured_standing(const std::vector<FormulaText>& all,
                             const RevisionsOfTexts& used,
                             const Revision& commit, unsigned factor) {
    clear_report();
    revisions_->set_under_test(commit);
    ProgramCatalogue programs = revisions_->build(
        used.selected, {}, world_.launcher, build_progress(), report_.warnings);
    clear_progress();
    if (programs.failures.contains("")) {
      report_.errors.push_back({"", 0, 0, programs.failures.at(""), ""});
      return Standing::kSkipped;
    }
    for (const std::string& name : used.named) {
      programs.catalogue.revisions.try_emplace(name);
    }
    for (const auto& [name, revision] : revisions_->resolved()) {
      report_.revisions.push_back({name, revision});
    }
    Suite suite = read_suite(all, programs.catalogue, invocation_.layers);
    report_.errors = suite.errors;
    if (!suite.errors.empty()) return Standing::kSkipped;
    check_selection(suite, all, invocation_);
    for (SuiteFormula& formula : suite.formulas) {
      Settings& settings = formula.settings;
      if (!settings.familywise) formula.familywise = 0;
      settings.budget *= factor;
      if (settings.runs) *settings.runs *= factor;
    }
    const double start = world_.clock.seconds();
    const Origin from = std::move(programs);
    lay_out(suite, from);
    runner::evaluate(suite, observations(suite, from), report_);
    report_.seconds = world_.clock.seconds() - start;
    return standing(report_.formulas);
  }

  void clear_report() {
    Report fresh;
    fresh.context = report_.context;
    fresh.settings = report_.settings;
    report_ = std::move(fresh);
  }

  /// A command that evaluates the same at the commit that was found.
  std::string again(const BisectionReport& bisection) const {
    std::vector<std::string> words{"spl-run"};
    bool is_value = false;
    for (const std::string& word : arguments_) {
      const std::string name = word.substr(0, word.find('='));
      const bool is_ours = name == "--bisect" || name == "--rev" ||
                           name == "--baseline" || name == "--seed";
      if (!is_value && !is_ours) words.push_back(word);
      is_value = !is_value && is_ours && name == word;
    }
    const std::string& given = invocation_.settings.baseline;
    words.insert(words.end(),
                 {"--rev", bisection.suspects.back().id, "--baseline",
                  given.empty() ? bisection.good.id : given, "--seed",
                  std::to_string(report_.context.seed)});
    return to_text(words);
  }

  int reject(const Suite& suite) {
    for (const parser::Diagnostic& error : suite.errors) {
      world_.err << parser::to_text(error);
    }
    report_.errors = suite.errors;
    write_json();
    return kError;
  }

  int check(const Suite& suite) const {
    std::size_t relations = 0;
    for (const SuiteFormula& formula : suite.formulas) {
      relations += formula.relations.size();
    }
    for (const std::string& warning : suite.warnings) {
      world_.err << "warning: " << warning << '\n';
    }
    text_stream() << suite.formulas.size()
                  << (suite.formulas.size() == 1 ? " formula" : " formulas")
                  << " with " << relations
                  << (relations == 1 ? " relation" : " relations")
                  << ": no errors\n";
    write_json();
    return 0;
  }

  int rank() {
    invocation_.settings.builds.reset();  // As layouts below.
    const FormulaText text = ranking_text(invocation_.line.rank);
    const Origin from = origin({text}, all_formulas());
    Suite suite = read_suite({text}, catalogue(from), all_formulas());
    if (!suite.errors.empty()) {
      // As it was given: without the signs in place of commas.
      const parser::Source given(text.name, invocation_.line.rank);
      for (parser::Diagnostic& error : suite.errors) {
        if (error.line == 1) error.excerpt = given.excerpt(error.column - 1);
      }
      return reject(suite);
    }
    const auto performances = ranked_performances(suite);
    for (SuiteFormula& formula : suite.formulas) {
      formula.settings.runs = formula.settings.runs.value_or(kRankedRuns);
    }
    // Each run is a unit of its test, so that no two may have one layout.
    auto& layouts = invocation_.settings.layouts;
    if (layouts != std::size_t{1}) layouts.reset();
    if (!revisions_) layouts = 1;
    lay_out(suite, from);
    const double start = world_.clock.seconds();
    const Observations all = observations(suite, from);
    report_.performances = all.performances;
    report_.ranking =
        runner::rank(performances, all, invocation_.settings.deciding);
    report_.seconds = world_.clock.seconds() - start;
    write_reports();
    if (!report_.ranking->failure.empty()) return 3;
    return report_.ranking->refusal.empty() ? 0 : 4;
  }

  /// A filter is for labels of formulas.
  SettingLayers all_formulas() const {
    SettingLayers layers = invocation_.layers;
    layers.base.filter.clear();
    std::erase_if(layers.command_line,
                  [](const Assignment& one) { return one.option == "filter"; });
    return layers;
  }

  int sensitivity() {
    const double scale = factor(invocation_.line.sensitivity);
    if (invocation_.settings.data.empty()) {
      throw PlainError(
          "--sensitivity draws from given observations; name their file with "
          "--data PATH");
    }
    const GivenObservations given =
        read_observations(invocation_.settings.data);
    report_.dimension = given.dimension;
    logic::DecisionSettings how = invocation_.settings.deciding;
    how.seed = report_.context.seed;
    for (const auto& [performance, one] : given.performances) {
      const auto* sample = std::get_if<statistics::Sample>(&one.observed);
      if (sample == nullptr || sample->run_count() < 2) {
        report_.warnings.push_back(to_text(performance) +
                                   " has no two runs to split into halves");
        continue;
      }
      report_.sensitivity.push_back(
          {performance, scale, logic::sensitivity(*sample, scale, how)});
    }
    write_reports();
    return report_.sensitivity.empty() ? 4 : 0;
  }

  static double factor(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || !std::isfinite(number) ||
        number <= 0) {
      throw PlainError(
          "--sensitivity takes a factor above 0, like 1.01, not "
          "\"" +
          text + "\"");
    }
    return number;
  }

  /// Read before anything is measured.
  std::optional<JsonText> other_report() const {
    if (invocation_.line.portability.empty()) return std::nullopt;
    JsonText other = JsonText::read(invocation_.line.portability);
    require_report(other);
    return other;
  }

  /// Makes what the programs need to be measured in several layouts, and tells
  /// the formulas how many.
  void lay_out(Suite& suite, const Origin& from) {
    layouts_.reset();
    const auto* programs = std::get_if<ProgramCatalogue>(&from);
    if (programs == nullptr || !world_.make_layouts) return;
    const LayoutChoice choice =
        chosen_layouts(*programs, invocation_.settings, report_.context.seed);
    report_.warnings.insert(report_.warnings.end(), choice.warnings.begin(),
                            choice.warnings.end());
    for (SuiteFormula& formula : suite.formulas) {
      formula.settings.layouts = std::max<std::size_t>(choice.wanted.fixed, 1);
    }
    if (choice.wanted.programs.empty()) return;
    layouts_ = world_.make_layouts(choice.wanted);
  }

  int evaluate(Suite suite, const Origin& from,
               const std::optional<JsonText>& other) {
    const double start = world_.clock.seconds();
    lay_out(suite, from);
    runner::evaluate(suite, observations(suite, from), report_);
    report_.seconds = world_.clock.seconds() - start;
    if (const auto* programs = std::get_if<ProgramCatalogue>(&from)) {
      warn_of_builds(*programs, report_);
      warn_of_disturbances(report_);
    }
    warn_of_runs(report_);
    if (other) compare_with(*other, report_);
    write_reports();
    return exit_status(report_);
  }

  /// A report on standard output is alone there.
  std::ostream& text_stream() const {
    return invocation_.settings.json == "-" ? world_.err : world_.out;
  }

  /// The terminal's first: if the file fails, nothing is lost.
  void write_reports() const {
    const bool terminal = invocation_.settings.json == "-"
                              ? world_.err_is_terminal
                              : world_.out_is_terminal;
    text_stream() << terminal_report(report_, invocation_.settings.detail,
                                     colors(terminal));
    write_json();
  }

  /// For a report of an error that has been told already.
  void write_json_if_possible() const {
    try {
      write_json();
    } catch (const FileError&) {
      // The first error is the one to mend.
    }
  }

  Observations observations(const Suite& suite, const Origin& from) {
    if (const auto* given = std::get_if<GivenObservations>(&from)) {
      report_.metric = given->metric;
      report_.dimension = given->dimension;
      return chosen_observations(suite, *given);
    }
    report_.metric = workload::to_text(invocation_.settings.metric);
    report_.dimension = workload::is_time(invocation_.settings.metric)
                            ? logic::Dimension::kTime
                            : logic::Dimension::kCount;
    prepare_launcher();
    const auto& programs = std::get<ProgramCatalogue>(from);
    Observations result = measured_observations(
        suite, programs, report_.context.seed,
        {world_.launcher, world_.clock, progress(), layouts_.get()});
    clear_progress();
    add_hosts();
    return result;
  }

  void prepare_launcher() const {
    const Settings& settings = invocation_.settings;
    world_.launcher.prepare({command_words(settings.launcher),
                             settings.processors, settings.shared_folder});
  }

  void write_json() const {
    const std::string& path = invocation_.settings.json;
    if (path.empty()) return;
    if (path == "-") {
      world_.out << json_report(report_);
    } else {
      write_file(path, json_report(report_));
    }
  }

  Colors colors(bool terminal) const {
    switch (invocation_.settings.color) {
      case When::kAlways:
        return Colors::kOn;
      case When::kNever:
        return Colors::kOff;
      case When::kAuto:
        break;
    }
    const auto set = [&](const char* name) {
      const auto value = world_.environment(name);
      return value && !value->empty() && *value != "0";
    };
    if (set("NO_COLOR")) return Colors::kOff;
    return terminal || set("CLICOLOR_FORCE") ? Colors::kOn : Colors::kOff;
  }

  bool shows_progress() const {
    if (invocation_.settings.progress != When::kAuto) {
      return invocation_.settings.progress == When::kAlways;
    }
    return world_.err_is_terminal && !world_.environment("CI") &&
           invocation_.settings.detail != Detail::kQuiet;
  }

  TellProgress progress() const {
    if (!shows_progress()) return {};
    return [this](const Progress& progress) {
      world_.err << "\r\033[Kmeasuring: block " << progress.done
                 << " of at most " << progress.most << std::flush;
    };
  }

  void clear_progress() const {
    if (shows_progress()) world_.err << "\r\033[K" << std::flush;
  }

  Invocation invocation_;
  std::vector<std::string> arguments_;  ///< As given.
  const World& world_;
  Report report_;
  std::unique_ptr<Revisions> revisions_;  ///< Holds the programs it built.
  std::unique_ptr<Layouts> layouts_;      ///< Null: programs have one.
};

}  // namespace

namespace {

/// Where a JSON report is wanted, found without understanding the rest of the
/// command line; empty for none.
std::string json_target(const std::vector<std::string>& arguments,
                        const World& world) {
  constexpr std::string_view kOption = "--json";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument.starts_with(std::string(kOption) + '=')) {
      return argument.substr(kOption.size() + 1);
    }
    if (argument == kOption && i + 1 < arguments.size()) {
      return arguments[i + 1];
    }
  }
  return world.environment("SPL_JSON").value_or("");
}

/// Tells a mistake that was found before anything could be read.
int refuse(const std::string& message, const std::string& what,
           const std::vector<std::string>& arguments, const World& world) {
  world.err << message << '\n';
  Report report;
  report.context = world.context;
  report.errors.push_back({"", 0, 0, what, ""});
  const std::string target = json_target(arguments, world);
  try {
    if (target == "-") {
      world.out << json_report(report);
    } else if (!target.empty()) {
      write_file(target, json_report(report));
    }
  } catch (const FileError&) {
    // The first error is the one to mend.
  }
  return kError;
}

}  // namespace

int run_application(const std::vector<std::string>& arguments,
                    const World& world) {
  const std::string prefix = "spl-run: error: ";
  try {
    CommandLine line = parse_command_line(arguments);
    if (line.mode == Mode::kHelp || line.mode == Mode::kVersion) {
      world.out << line.text;
    } else {
      const int status =
          Application(invocation(std::move(line), world.environment), arguments,
                      world)
              .run();
      if (world.out.flush()) return status;
    }
    if (world.out.flush()) return 0;
    world.err << prefix << "cannot write to standard output\n";
    return kError;
  } catch (const ProjectFileError& error) {
    return refuse(error.what(), error.what(), arguments, world);
  } catch (const UsageError& error) {
    return refuse(prefix + error.what() + "; spl-run --help shows all options",
                  error.what(), arguments, world);
  } catch (const std::exception& error) {
    return refuse(prefix + error.what(), error.what(), arguments, world);
  }
}

}  // namespace spl::runner
