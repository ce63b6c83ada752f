#include "runner/formulas/suite.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "parser/cpp_scanner.hpp"
#include "parser/parser.hpp"
#include "runner/formulas/name_filter.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/settings/single_calls.hpp"
#include "spl/logic/binding.hpp"
#include "spl/logic/expansion.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

/// The default level of the relations of a family together.
constexpr double kFamilywise = 0.05;

/// The end of notes.
constexpr const char* kNoError =
    "; this is no error, because the revision may have it, which is known once "
    "it is built";

/// Returns the level of one evaluation of several that share a level: each has
/// the same part, whatever the others hold.
double familywise_of_evaluation(const Settings& settings) {
  return settings.familywise.value_or(kFamilywise) /
         static_cast<double>(settings.family);
}

/// A function for which THIS stands in a formula.
struct AnnotatedFunction {
  std::string signature;
  std::string place;  ///< The place of a formula about it.
};

/// Functions by the workload that THIS is.
using AnnotatedFunctions = std::map<std::string, AnnotatedFunction>;

/// Returns how many formulas there may be: each has all texts of the settings.
std::size_t most_formulas(const SettingLayers& layers) {
  const Settings& base = layers.base;
  std::size_t size = 1;
  for (const std::string* one :
       {&base.launcher, &base.shared_folder, &base.filter, &base.rev,
        &base.reference, &base.baseline, &base.profiles, &base.repository,
        &base.history, &base.learn_from}) {
    size += one->size();
  }
  for (const std::string& one : base.data) {
    size += sizeof(std::string) + one.size();
  }
  for (const Output& one : base.outputs) size += sizeof one + one.path.size();
  for (const Assignment& one : layers.command_line) size += one.value.size();
  return std::min(layers.most_formulas, layers.most_of_texts / size);
}

/// What the texts of a suite share.
struct SharedByTexts {
  AnnotatedFunctions annotated;
  std::size_t formulas = 0;    ///< In all texts so far.
  std::size_t statements = 0;  ///< Those of shared definitions in each text.
};

/// Reads the formulas of one text.
class TextReader {
 public:
  /// All texts share `others` and `shared`, which outlive this.
  TextReader(const FormulaText& text, const logic::Catalogue& catalogue,
             const SettingLayers& layers, SharedByTexts& others,
             const SharedDefinitions& shared)
      : text_(text),
        catalogue_(catalogue),
        layers_(layers),
        annotated_(others.annotated),
        formulas_(others.formulas),
        statements_(others.statements),
        shared_(shared),
        source_(text.name, text.content) {}

  void read(Suite& suite) {
    std::vector<SuiteFormula> formulas;
    if (text_.origin == FormulaText::Origin::kCpp) {
      const parser::ScannedSource scanned = parser::scan(text_.content);
      all_problems_ = scanned.problems;
      for (const parser::EmbeddedText& text : scanned.texts) {
        embedded_ = &text;
        read_passage(text.text(), formulas);
        if (formulas_ > most_) break;
      }
    } else {
      read_passage(text_.content, formulas);
    }
    std::ranges::stable_sort(all_problems_, [](const logic::Problem& one,
                                               const logic::Problem& two) {
      return one.span.begin < two.span.begin;
    });
    add_shared(shared_problems_, "", suite.errors);
    for (const logic::Problem& problem : all_problems_) {
      suite.errors.push_back(source_.diagnose(problem));
    }
    add_shared(shared_notes_, kNoError, suite.notes);
    for (const logic::Problem& note : all_notes_) {
      suite.notes.push_back(source_.diagnose(note));
      suite.notes.back().message += kNoError;
    }
    for (const logic::Problem& warning : all_warnings_) {
      const parser::Diagnostic placed = source_.diagnose(warning);
      suite.warnings.emplace_back(placed.file + ':' +
                                      std::to_string(placed.line) + ':' +
                                      std::to_string(placed.column),
                                  ": " + placed.message);
    }
    for (SuiteFormula& formula : formulas) add(std::move(formula), suite);
  }

 private:
  /// Reads a whole file, or one of the texts in C++, which are independent.
  void read_passage(const std::string& passage,
                    std::vector<SuiteFormula>& formulas) {
    passage_ = shared_.text() + passage;
    parser::ParsedText parsed = parser::parse(
        passage_,
        text_.origin == FormulaText::Origin::kFile ? parser::TextKind::kFile
                                                   : parser::TextKind::kSingle,
        shared_.text().size());
    auto& statements = parsed.document.statements;
    statements.insert(statements.begin(), shared_.statements().begin(),
                      shared_.statements().end());
    problems_ = parsed.problems;
    if (!admits(statements))
      return place(problems_, all_problems_, shared_problems_);
    const auto completeness = parsed.problems.empty()
                                  ? logic::Completeness::kWhole
                                  : logic::Completeness::kPartly;
    logic::BoundDocument bound = logic::bind(
        parsed.document, catalogue_, completeness,
        embedded_ ? embedded_->function() : std::nullopt, shared_.preface());
    problems_.insert(problems_.end(), bound.problems.begin(),
                     bound.problems.end());
    if (embedded_ && bound.this_use) check_function(*bound.this_use);
    sound_ = problems_.empty() && catalogue_.complete;
    bind_today(parsed.document, bound, completeness);
    for (SuiteFormula& formula : settled(parsed.document, bound)) {
      formulas.push_back(std::move(formula));
    }
    place(problems_, all_problems_, shared_problems_);
    place(notes_, all_notes_, shared_notes_);
    std::vector<logic::Problem> none;  // Definitions have no warnings.
    place(bound.warnings, all_warnings_, none);
  }

  /// Returns whether there are few enough formulas and statements; else the
  /// first that is one too many is a problem, and the only one.
  bool admits(const std::vector<logic::Statement>& statements) {
    const std::size_t most = most_;
    const std::size_t most_statements = 10 * layers_.most_formulas;
    for (const logic::Statement& one : statements) {
      const auto* formula = std::get_if<logic::LabelledFormula>(&one.node);
      if (formula != nullptr) ++formulas_;
      if (++statements_ > most_statements) formulas_ = most + 1;
      if (formulas_ <= most) continue;
      const std::string what =
          statements_ > most_statements
              ? std::to_string(most_statements) +
                    " statements, with the definitions in front of each text"
              : std::to_string(most) + " formulas";
      problems_ = {{"there are more than " + what +
                        "; evaluate some of the files at a time",
                    formula == nullptr ? one.span : formula->formula.span}};
      return false;
    }
    return true;
  }

  /// Refuses THIS for the workload of several functions.
  void check_function(logic::Span use) {
    const auto line = source_.position(place_in_file(use.begin)).line;
    const std::string& signature = embedded_->signature();
    if (signature.empty()) return;
    const auto [known, first] = annotated_.insert(
        {*embedded_->function(),
         {signature, text_.name + ':' + std::to_string(line)}});
    const AnnotatedFunction& other = known->second;
    if (first || other.signature == signature) return;
    problems_.push_back(
        {"THIS is \"" + known->first + "\" here and at " + other.place +
             ", but " + signature + " and " + other.signature +
             " are different functions; name a workload of its own for each "
             "instead, such as \"" +
             signature + "\", which SPL_METHOD(\"" + signature +
             "\", ...) registers",
         use});
  }

  void place(std::vector<logic::Problem>& problems,
             std::vector<logic::Problem>& own,
             std::vector<logic::Problem>& shared) const {
    const std::size_t begin = shared_.text().size();
    for (logic::Problem& problem : problems) {
      if (shared_.preface().has(problem.span)) {
        shared.push_back(std::move(problem));
        continue;
      }
      problem.span.begin -= begin;
      problem.span.end -= begin;
      own.push_back(embedded_ ? embedded_->in_source(std::move(problem))
                              : std::move(problem));
    }
  }

  /// Adds problems of shared definitions, which many texts may meet, with more
  /// words behind them.
  void add_shared(const std::vector<logic::Problem>& problems,
                  const std::string& more,
                  std::vector<parser::Diagnostic>& all) const {
    for (const logic::Problem& problem : problems) {
      parser::Diagnostic found = shared_.diagnose(problem);
      found.message += more;
      const bool is_known = std::ranges::any_of(all, [&](const auto& one) {
        return parser::to_text(one) == parser::to_text(found);
      });
      if (!is_known) all.push_back(std::move(found));
    }
  }

  /// Binds formulas about revisions that are not built to today's program, too:
  /// this finds slips of the pen.
  void bind_today(const logic::Document& document,
                  const logic::BoundDocument& bound,
                  logic::Completeness completeness) {
    notes_.clear();
    today_.reset();
    const bool all_built = std::ranges::all_of(
        bound.formulas, [](const auto& one) { return one.unbuilt.empty(); });
    if (all_built) return;
    if (!of_today_) of_today_ = catalogue_.as_of_today();
    today_ = logic::bind(document, *of_today_, completeness,
                         embedded_ ? embedded_->function() : std::nullopt,
                         shared_.preface());
    std::set<std::size_t> errors;
    for (const logic::Problem& one : problems_) errors.insert(one.span.begin);
    for (const logic::Problem& problem : today_->problems) {
      if (!errors.contains(problem.span.begin)) notes_.push_back(problem);
    }
  }

  std::size_t place_in_file(std::size_t offset) const {
    offset -= shared_.text().size();
    return embedded_ ? embedded_->place_in_source(offset) : offset;
  }

  /// Returns the formulas with the settings before each.
  std::vector<SuiteFormula> settled(const logic::Document& document,
                                    logic::BoundDocument& bound) {
    std::vector<SuiteFormula> formulas;
    Settings settings = layers_.base;
    for (const logic::BoundFormula& formula : bound.formulas) {
      const auto& given = formula.formula->label;
      if (given) labels_.insert({given->text, 1});  // Not to be made again.
    }
    auto next = bound.formulas.begin();
    definitions_ = logic::definitions_of(document);
    if (today_) index_today();
    for (const logic::Statement& statement : document.statements) {
      if (const auto* setting = std::get_if<logic::Setting>(&statement.node)) {
        apply(*setting, settings);
      } else if (next != bound.formulas.end() &&
                 next->formula ==
                     std::get_if<logic::LabelledFormula>(&statement.node)) {
        const Settings strongest = this->strongest(settings);
        if (bound.given == nullptr) bound.dimension = dimension(strongest);
        formulas.push_back(formula(*next++, bound));
        formulas.back().settings = strongest;
        formulas.back().dimension = bound.dimension;
        check_interpretation(
            formulas.back(),
            std::get<logic::LabelledFormula>(statement.node).formula.span);
        formulas.back().familywise = familywise_of_evaluation(strongest);
      }
    }
    return formulas;
  }

  /// Settings are checked even where no relation is known yet.
  void check_interpretation(const SuiteFormula& formula, logic::Span span) {
    std::string problem;
    for (const logic::Relation& one : formula.relations) {
      span = one.span;
      problem = unfit_interpretation(one, formula.settings);
      if (!problem.empty()) break;
    }
    if (problem.empty()) problem = unused_statistic(formula.settings);
    if (problem.empty()) problem = unlearned_run(formula.settings);
    if (!problem.empty()) problems_.push_back({std::move(problem), span});
  }

  /// Returns a problem if the interpretation is about means, but the command
  /// line asks about something else; else empty.
  [[nodiscard]] std::string unused_statistic(const Settings& settings) const {
    const auto deciding = settings.deciding.interpretation;
    if (!logic::is_about_means(deciding)) return {};
    for (const Assignment& one : layers_.command_line) {
      if (one.option != "statistic" || one.value == "mean") continue;
      return std::string(to_text(deciding)) +
             " is about means, which -s statistic=" + one.value +
             " does not change; leave it out, or set interpretation to blocks "
             "or run_means";
    }
    return {};
  }

  /// Returns a problem if the test takes from a single run how runs differ.
  static std::string unlearned_run(const Settings& settings) {
    const auto deciding = settings.deciding.interpretation;
    if (settings.runs != std::size_t{1} ||
        deciding == logic::Interpretation::kNonparametric) {
      return {};
    }
    return "one run says nothing about how runs differ, which " +
           std::string(to_text(deciding)) +
           " does not learn from the store; set interpretation to "
           "nonparametric, or runs to 2 or more";
  }

  static logic::Dimension dimension(const Settings& settings) {
    return is_time(settings.metric) ? logic::Dimension::kTime
                                    : logic::Dimension::kCount;
  }

  Settings strongest(Settings settings) const {
    for (const Assignment& assignment : layers_.command_line) {
      find_option(assignment.option)->set(settings, assignment.value);
    }
    return with_statistic_of_metric(std::move(settings));
  }

  void apply(const logic::Setting& setting, Settings& settings) {
    const Option* option = find_key(setting.name.text);
    if (option == nullptr) {
      std::vector<std::string> names;
      for (const Option& known : options()) {
        if (known.reach == Option::Reach::kSet) {
          names.emplace_back(known.name);
        }
      }
      problems_.push_back({"there is no setting \"" + setting.name.text + "\"" +
                               logic::did_you_mean(setting.name.text, names),
                           setting.name.span});
    } else if (option->reach != Option::Reach::kSet) {
      problems_.push_back({"\"" + setting.name.text +
                               "\" cannot be set in formulas; give " +
                               shown_option(setting.name.text) + " to spl-run",
                           setting.name.span});
    } else {
      try {
        option->set(settings, setting.value);
      } catch (const SettingError& error) {
        problems_.push_back({error.what(), setting.value_span});
      }
    }
  }

  SuiteFormula formula(const logic::BoundFormula& bound,
                       const logic::BoundDocument& document) {
    const logic::LabelledFormula& labelled = *bound.formula;
    SuiteFormula result;
    result.file = text_.name;
    const logic::Span span = labelled.formula.span;
    result.line = source_.position(place_in_file(span.begin)).line;
    result.last_line =
        source_.position(place_in_file(std::max(span.begin, span.end - 1)))
            .line;
    take_text(
        std::string_view(passage_).substr(span.begin, span.end - span.begin),
        result);
    result.label_is_made = !labelled.label;
    result.label = labelled.label ? labelled.label->text : label(result.line);
    result.revisions = logic::revisions_used(definitions_, labelled.formula);
    if (labelled.label && embedded_) check_label(*labelled.label);
    result.unknown = !catalogue_.complete;
    if (!bound.unbuilt.empty()) {
      expand_as_today(bound, document.dimension, result);
    } else if (sound_) {
      take(logic::expand(bound, document), bound, result);
    }
    return result;
  }

  void take_text(std::string_view passage, SuiteFormula& result) const {
    result.text = parser::folded_text(passage);
    const auto function = embedded_ ? embedded_->function() : std::nullopt;
    if (!function) return;
    std::string named = parser::folded_text(passage, *function);
    if (named == result.text) return;
    result.written = std::exchange(result.text, std::move(named));
  }

  void take(logic::ExpandedFormula expanded, const logic::BoundFormula& bound,
            SuiteFormula& result) {
    for (logic::Problem& problem : expanded.problems) {
      const bool is_note =
          std::ranges::any_of(bound.unbuilt, [&](logic::Span use) {
            return use.begin <= problem.span.begin &&
                   problem.span.begin < use.end;
          });
      result.unknown = result.unknown || is_note;
      (is_note ? notes_ : problems_).push_back(std::move(problem));
    }
    result.claim = std::move(expanded.claim);
    result.relations = std::move(expanded.relations);
  }

  void expand_as_today(const logic::BoundFormula& bound,
                       logic::Dimension dimension, SuiteFormula& result) {
    const auto same = formulas_today_.find(bound.formula);
    if (!sound_ || !today_->problems.empty() || same == formulas_today_.end()) {
      result.unknown = true;
      return;
    }
    today_->dimension = dimension;
    take(logic::expand(*same->second, *today_), bound, result);
  }

  void index_today() {
    formulas_today_.clear();
    for (const logic::BoundFormula& one : today_->formulas) {
      formulas_today_.emplace(one.formula, &one);
    }
  }

  /// Binding looks at one passage only.
  void check_label(const logic::Name& label) {
    const auto [known, first] = given_labels_.insert({label.text, embedded_});
    if (first || known->second == embedded_) return;
    problems_.push_back({"the label \"" + label.text +
                             "\" is used twice; labels are unique in a file",
                         label.span});
  }

  /// Returns the label of a formula without one: `line7`, `formula2`, and for
  /// more formulas of one line or option `line7.2`, ...
  std::string label(std::size_t line) {
    const std::string name = text_.origin == FormulaText::Origin::kOption
                                 ? "formula" + std::to_string(text_.number)
                                 : "line" + std::to_string(line);
    const std::size_t count = ++labels_[name];
    return count == 1 ? name : name + "." + std::to_string(count);
  }

  [[nodiscard]] bool is_at_wanted_line(const SuiteFormula& formula) const {
    return text_.lines.empty() ||
           std::ranges::any_of(text_.lines, [&](std::size_t line) {
             return formula.line <= line && line <= formula.last_line;
           });
  }

  void add(SuiteFormula formula, Suite& suite) const {
    suite.revisions.insert(formula.revisions.named.begin(),
                           formula.revisions.named.end());
    suite.declared += measured_relations(formula);
    if (!is_at_wanted_line(formula) ||
        !selects(formula.settings.filter, formula.label)) {
      return;
    }
    if (formula.relations.empty() && !formula.unknown && suite.errors.empty()) {
      suite.warnings.emplace_back(
          formula.file + ":" + std::to_string(formula.line) + ": " +
              formula.label,
          " needs no measurement: it compares constants only");
    }
    warn_of_observations(formula, suite);
    suite.formulas.push_back(std::move(formula));
  }

  static void warn_of_observations(const SuiteFormula& formula, Suite& suite) {
    for (const logic::Relation& one : formula.relations) {
      const std::string lack = lack_of_observations(one, formula.settings);
      if (lack.empty()) continue;
      suite.warnings.push_back(warning_of(formula, lack));
      return;
    }
  }

  const FormulaText& text_;
  const logic::Catalogue& catalogue_;
  const SettingLayers& layers_;
  std::size_t most_ = most_formulas(layers_);
  AnnotatedFunctions& annotated_;
  std::size_t& formulas_;
  std::size_t& statements_;
  const SharedDefinitions& shared_;
  parser::Source source_;
  std::vector<logic::Problem> all_problems_;  ///< In the file.
  std::vector<logic::Problem> all_notes_;
  std::vector<logic::Problem> all_warnings_;
  std::vector<logic::Problem> shared_problems_;  ///< In shared definitions.
  std::vector<logic::Problem> shared_notes_;
  std::optional<logic::Catalogue> of_today_;  ///< If needed.
  // For the current passage:
  std::string passage_;  ///< With the shared definitions in front.
  const parser::EmbeddedText* embedded_ = nullptr;  ///< If it is in C++.
  bool sound_ = false;  ///< The passage can be expanded.
  std::vector<logic::Problem> problems_;
  std::vector<logic::Problem> notes_;
  logic::DefinitionsByName definitions_;
  std::optional<logic::BoundDocument> today_;  ///< If a revision is not built.
  std::unordered_map<const logic::LabelledFormula*, const logic::BoundFormula*>
      formulas_today_;
  // For all passages:
  std::map<std::string, const parser::EmbeddedText*> given_labels_;
  std::map<std::string, std::size_t> labels_;
};

}  // namespace

std::string place_of(const SuiteFormula& formula) {
  if (formula.label.empty() || formula.is_asserted) return {};
  const bool is_in_file = !formula.file.starts_with('<');
  return formula.file +
         (is_in_file ? ':' + std::to_string(formula.line) : std::string()) +
         ": " + (formula.label_is_made ? "" : formula.label + ": ");
}

Warning warning_of(const SuiteFormula& formula, const std::string& text) {
  std::string place = place_of(formula);
  if (place.empty()) return text;
  constexpr std::string_view kColon = ": ";
  place.resize(place.size() - kColon.size());
  return {place, std::string(kColon) + text};
}

std::size_t measured_relations(const SuiteFormula& formula) {
  return static_cast<std::size_t>(std::ranges::count_if(
      formula.relations,
      [](const logic::Relation& one) { return !one.theta.terms().empty(); }));
}

RevisionsOfTexts revisions_of(const std::vector<FormulaText>& texts,
                              const SettingLayers& layers) {
  Suite suite = read_suite(texts, {}, layers);
  RevisionsOfTexts result;
  result.named = std::move(suite.revisions);
  constexpr std::size_t kMost = 1000;  // Each use of a name looks at them all.
  if (result.named.size() > kMost) {
    throw PlainError("the formulas name more than " + std::to_string(kMost) +
                     " revisions; evaluate some of the files at a time");
  }
  for (SuiteFormula& one : suite.formulas) {
    result.selected.named.merge(one.revisions.named);
    result.selected.under_test |= one.revisions.under_test;
  }
  return result;
}

Suite read_suite(const std::vector<FormulaText>& texts,
                 const logic::Catalogue& catalogue,
                 const SettingLayers& layers) {
  Suite suite;
  const SharedDefinitions shared(layers.definitions);
  suite.errors = shared.errors();
  if (!suite.errors.empty()) return suite;
  SharedByTexts others;
  for (const FormulaText& text : texts) {
    TextReader(text, catalogue, layers, others, shared).read(suite);
    if (others.formulas > most_formulas(layers)) break;
  }
  return suite;
}

}  // namespace spl::runner
