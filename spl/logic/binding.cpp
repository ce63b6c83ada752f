#include "spl/logic/binding.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "spl/logic/definitions.hpp"
#include "spl/logic/given.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/logic/revision_name.hpp"
#include "spl/logic/variables.hpp"

namespace spl::logic {
namespace {

/// A variable in the scope of its quantifier.
struct ScopeVariable {
  Name name;
  bool used = false;
};

class Binder {
 public:
  Binder(const Document& document, const Catalogue& catalogue,
         const std::optional<std::string>& this_name, const Preface& preface)
      : document_(document),
        catalogue_(catalogue),
        preface_(preface),
        definitions_(catalogue, this_name, preface, bound_.problems) {
    if (catalogue.given) {
      bound_.given = &*catalogue.given;
      bound_.dimension = catalogue.given->dimension;
    }
  }

  BoundDocument bind(Completeness completeness) {
    for (const Statement& statement : document_.statements) {
      if (const auto* definition = std::get_if<Definition>(&statement.node)) {
        bind(*definition);
      } else if (const auto* formula =
                     std::get_if<LabelledFormula>(&statement.node)) {
        bind(*formula);
      }
    }
    if (completeness == Completeness::kWhole) definitions_.report_unused();
    bound_.this_use = definitions_.this_use();
    std::ranges::stable_sort(bound_.problems,
                             [](const Problem& left, const Problem& right) {
                               return left.span.begin < right.span.begin;
                             });
    return std::move(bound_);
  }

 private:
  void bind(const Definition& definition) {
    const Name& name = definition.name;
    const bool is_new = !definitions_.contains(name.text);
    const std::size_t before = bound_.problems.size();
    definitions_.add(name, defined(definition.value));
    if (is_new && preface_.has(name.span)) {
      definitions_.defer_problems(name, before);
    }
  }

  Defined defined(const std::variant<Sum, Set>& value) {
    if (const auto* set = std::get_if<Set>(&value)) {
      bind(*set);
      return DefinedSet{set};
    }
    const Sum& sum = std::get<Sum>(value);
    const auto* use = std::get_if<MethodUse>(&sum.node);
    if (use == nullptr) return DefinedNumber{&sum};
    for (const Instrument& one : use->instruments) {
      if (!one.arguments) continue;
      problem("a definition takes no arguments; leave " +
                  quoted(one.name.text) + " out, and add " +
                  quoted('[' + one.name.text + "(...)]") + " to each use",
              one.name.span);
      return Broken{};
    }
    if (use->is_bare_name()) {
      if (const Defined* other = definitions_.find(use->name.text)) {
        return *other;
      }
    }
    if (auto alias = definitions_.resolve(*use)) return *std::move(alias);
    return Broken{};
  }

  // --- Formulas ------------------------------------------------------------

  void bind(const LabelledFormula& labelled) {
    if (labelled.label && !labels_.insert(labelled.label->text).second) {
      problem("the label " + quoted(labelled.label->text) +
                  " is used twice; labels are unique in a file",
              labelled.label->span);
    }
    quantified_ = quantified_names(labelled.formula);
    free_ = free_names(
        labelled.formula,
        [&](const std::string& name) {
          return quantified_.contains(name) || definitions_.contains(name);
        },
        [&](const MethodUse& use) { return is_statistic(use); });
    if (quantified_.size() + free_.size() > kMostVariables) {
      problem("this formula has more than " + std::to_string(kMostVariables) +
                  " variables; split it",
              labelled.formula.span);
      bound_.formulas.push_back({&labelled, {}});
      free_.clear();
      return;
    }
    takings_.clear();
    has_performance_ = false;
    has_absent_ = false;
    unbuilt_.clear();
    unresolved_ = false;
    const std::size_t before = bound_.problems.size();
    bind(labelled.formula);
    explain_definition(labelled, before);
    BoundFormula bound{&labelled, {}};
    if (bound_.problems.size() == before) {
      if (!has_performance_ && !unresolved_) {
        problem("this formula compares no performance; " +
                    remedy_for(labelled.formula),
                labelled.formula.span);
      }
      bound.free_variables = free_variables();
    }
    bound.unbuilt = unbuilt_;
    bound_.formulas.push_back(std::move(bound));
    free_.clear();  // Later definitions do not know the free variables.
  }

  /// What to write where no performance is compared.
  static std::string remedy_for(const Formula& formula) {
    if (const auto* chain = std::get_if<Chain>(&formula.node)) {
      for (const Sum& sum : chain->sums) {
        const auto* text = std::get_if<Text>(&sum.node);
        if (text == nullptr) continue;
        return "a method with such a name is written " + quoted(text->value) +
               "()";
      }
    }
    return "name a method or workload in it";
  }

  /// `s = List.contains(keys, lists)`, `k = 2 * 3`: most likely meant as a
  /// definition if the name is unknown. So the first problem from `first` on
  /// reports that, and the others, its consequences, are dropped.
  void explain_definition(const LabelledFormula& labelled, std::size_t first) {
    const auto* chain = std::get_if<Chain>(&labelled.formula.node);
    if (chain == nullptr || labelled.label || chain->within ||
        chain->signs != std::vector{Sign::kEqual}) {
      return;
    }
    const auto* name = std::get_if<MethodUse>(&chain->sums[0].node);
    if (name == nullptr || !name->is_bare_name() || name->name.is_this() ||
        bound_.problems.size() == first ||
        bound_.problems[first].span.begin != name->name.span.begin) {
      return;
    }
    const auto* value = std::get_if<MethodUse>(&chain->sums[1].node);
    std::string remedy;
    if (value != nullptr && is_statistic(*value)) {
      remedy = "name only the method, and write " + value->name.text +
               "(...) around each use";
    } else if (value != nullptr && value->arguments && is_maker(*value)) {
      remedy = "leave the (...) to its uses: " +
               quoted(name->name.text + " = " + value->name.text);
    } else if (value != nullptr && value->arguments) {
      remedy =
          "name generator and factory in [...] and leave the (...) to its "
          "uses: " +
          quoted(name->name.text + " = " + value->name.text + "[...]");
    } else if (value == nullptr && !calls_performance(chain->sums[1])) {
      remedy =
          "write one number, a set in braces, or a method without (...): a "
          "definition takes no arithmetic";
    } else {
      return;
    }
    for (std::size_t i = first; i < bound_.problems.size(); ++i) {
      const Problem& one = bound_.problems[i];
      of_revisions_.erase({one.span.begin, one.message});
    }
    bound_.problems.resize(first);
    problem("there is no method or workload " + quoted(name->name.text) +
                "; to define it, " + remedy,
            name->name.span, Mistake::kUnknownName);
    definitions_.add_broken(name->name);
  }

  bool is_maker(const MethodUse& use) const {
    const Entry* entry = catalogue_.find(use.name.text);
    return entry != nullptr && (entry->kind == Entry::Kind::kGenerator ||
                                entry->kind == Entry::Kind::kFactory);
  }

  bool calls_performance(const Sum& sum) {
    bool found = false;
    each_use(sum, [&](const MethodUse& use) {
      found = found || !use.is_bare_name() ||
              catalogue_.find(use.name.text) != nullptr;
    });
    return found;
  }

  std::vector<FreeVariable> free_variables() {
    std::vector<FreeVariable> result;
    if (!catalogue_.complete || !unbuilt_.empty()) return result;
    for (const Name& name : free_) {
      DeclaredValues declared = declared_values(name.text, takings_);
      // What nothing can measure is reported once, by the variable's name.
      if (has_absent_ && declared.values.empty()) declared = {{name.text}, {}};
      if (!declared.problem.empty()) problem(declared.problem, name.span);
      result.push_back({name.text, std::move(declared.values)});
    }
    return result;
  }

  void bind(const Formula& formula) {
    if (const auto* chain = std::get_if<Chain>(&formula.node)) {
      for (const Sum& sum : chain->sums) bind(sum);
      if (chain->within) bind(*chain->within);
    } else if (const auto* connective =
                   std::get_if<Connective>(&formula.node)) {
      for (const Formula& part : connective->parts) bind(part);
    } else {
      bind(std::get<Quantifier>(formula.node));
    }
  }

  void bind(const Quantifier& quantifier) {
    const std::size_t outside = scope_.size();
    for (const Binding& binding : quantifier.bindings) {
      bind(binding.set);
      for (const Name& variable : binding.variables) open(variable);
    }
    bind(quantifier.body.front());
    for (std::size_t i = outside; i < scope_.size(); ++i) {
      if (scope_[i].used) continue;
      const std::string& name = scope_[i].name.text;
      const std::string text = text_with(quantifier.body.front(), name);
      problem("the variable " + quoted(name) + " is never used; " +
                  (text.empty() ? "use it or remove it"
                                : "a method with such a name is written " +
                                      quoted(text) + "()"),
              scope_[i].name.span);
    }
    scope_.resize(outside);
  }

  /// Returns a string that has the variable in braces; empty without one.
  static std::string text_with(const Formula& formula,
                               const std::string& variable) {
    std::string result;
    each_sum(formula, [&](const Sum& sum) {
      const auto* text = std::get_if<Text>(&sum.node);
      if (result.empty() && text != nullptr &&
          names_in_braces(text->value).contains(variable)) {
        result = text->value;
      }
    });
    return result;
  }

  void open(const Name& variable) {
    if (ScopeVariable* outer = find_variable(variable.text)) {
      outer->used = true;  // One report is enough.
      problem("the variable " + quoted(variable.text) +
                  " is bound already; give the inner one another name",
              variable.span);
    } else if (definitions_.find(variable.text) != nullptr) {
      problem("the variable " + quoted(variable.text) +
                  " is named like a definition; give one of them another name",
              variable.span);
    }
    scope_.push_back({variable, false});
  }

  void bind(const Set& set) {
    for (const Item& item : set) {
      if (const auto* sum = std::get_if<Sum>(&item.node)) {
        bind_item(*sum);
      } else if (const auto* range = std::get_if<Range>(&item.node)) {
        for (const Sum& number : range->numbers) bind_value(number);
      } else {
        for (const Sum& value : std::get<Tuple>(item.node).values) {
          bind_value(value);
        }
      }
    }
  }

  // An item of a set may also be the name of a set.
  void bind_item(const Sum& sum) {
    const auto* use = std::get_if<MethodUse>(&sum.node);
    if (use != nullptr && use->is_bare_name() &&
        find_variable(use->name.text) == nullptr) {
      const Defined* known = definitions_.find(use->name.text);
      if (const auto* set = std::get_if<DefinedSet>(known)) {
        mean(*use, *set);
        return;
      }
    }
    bind_value(sum);
  }

  // --- Sums ----------------------------------------------------------------

  /// A sum of performances.
  void bind(const Sum& sum) {
    each_use(sum, [&](const MethodUse& use) { bind_use(use); });
  }

  /// A sum of numbers and variables: an argument or part of a set.
  void bind_value(const Sum& sum) {
    each_use(sum, [&](const MethodUse& use) {
      if (!use.is_bare_name()) {
        problem("a performance cannot be an argument or part of a set",
                use.name.span);
      } else if (!bind_variable(use)) {
        bind_number(use);
      }
    });
  }

  bool bind_variable(const MethodUse& use) {
    const std::string& name = use.name.text;
    if (!uses_variable(name)) return false;
    mean(use, VariableUse{name});
    return true;
  }

  /// Whether there is a variable of that name, which then is used.
  bool uses_variable(const std::string& name) {
    ScopeVariable* variable = find_variable(name);
    if (variable != nullptr) variable->used = true;
    return variable != nullptr ||
           std::ranges::any_of(
               free_, [&](const Name& one) { return one.text == name; });
  }

  void bind_number(const MethodUse& use) {
    const Name& name = use.name;
    if (const Defined* known = definitions_.find(name.text)) {
      if (const auto* number = std::get_if<DefinedNumber>(known)) {
        mean(use, *number);
      } else if (!std::holds_alternative<Broken>(*known)) {
        const bool is_set = std::holds_alternative<DefinedSet>(*known);
        problem(quoted(name.text) + " is a " + (is_set ? "set" : "method") +
                    ", not a number or a variable",
                name.span);
      }
    } else if (quantified_.contains(name.text)) {
      problem("the variable " + quoted(name.text) +
                  " is used outside the formula that binds it",
              name.span);
    } else {
      std::string remedy = did_you_mean(name.text, value_names());
      if (remedy.empty()) {
        remedy = "; define it first, as in " + quoted(name.text + " = 10");
      }
      problem("nothing is called " + quoted(name.text) + " here" + remedy,
              name.span);
    }
  }

  void bind_use(const MethodUse& use) {
    if (use.is_bare_name()) {
      if (bind_variable(use)) return;
      const Defined* known = definitions_.find(use.name.text);
      if (const auto* number = std::get_if<DefinedNumber>(known)) {
        mean(use, *number);
        return;
      }
      if (std::get_if<DefinedSet>(known) != nullptr) {
        problem(quoted(use.name.text) + " is a set; sets follow \"in\" only",
                use.name.span);
        return;
      }
    }
    if (is_statistic(use)) {
      bind_statistic(use);
      return;
    }
    if (is_statistic_with_parts(use)) {
      unresolved_ = true;
      problem(use.name.text +
                  "(...) is the statistic of a performance; [...] and @... "
                  "belong inside, after the method: " +
                  quoted(use.name.text + "(f@v1(n))"),
              use.name.span);
      return;
    }
    if (is_unknown_statistic(use)) {
      unresolved_ = true;
      problem("there is no statistic " + quoted(use.name.text) +
                  "; there are mean, typical, median, p50, p90, p95, p99 and "
                  "quantile(f(n), 0.999)",
              use.name.span, Mistake::kUnknownName);
      return;
    }
    const bool reads_so = reads_as_statistic(use);
    each_argument(use, [&](const Sum& argument) {
      if (reads_so && calls_performance(argument)) {
        explain_workload(use, argument);
      } else {
        bind_value(argument);
      }
    });
    bind_method(use);
  }

  // --- Statistics of performances: known by their argument. ----------------

  /// Whether a use is written as a statistic.
  static bool reads_as_statistic(const MethodUse& use) {
    return !use.name.quoted && use.instruments.empty() && !use.revision &&
           use.arguments && statistic_called(use.name.text);
  }

  /// Whether a performance is the argument of something unknown: `max(f(n))`.
  bool is_unknown_statistic(const MethodUse& use) {
    if (!catalogue_.complete || use.name.quoted || !use.instruments.empty() ||
        use.revision || !use.arguments || use.arguments->empty() ||
        definitions_.contains(use.name.text) ||
        catalogue_.find(use.name.text) != nullptr) {
      return false;
    }
    const auto* inner = std::get_if<MethodUse>(&use.arguments->front().node);
    return inner != nullptr && inner->arguments &&
           calls_performance(use.arguments->front());
  }

  /// Whether it would be a statistic without the parts that belong to the
  /// method in it.
  bool is_statistic_with_parts(const MethodUse& use) {
    if (use.instruments.empty() && !use.revision) return false;
    MethodUse alone{use.name, {}, {}, use.arguments};
    return catalogue_.complete && is_statistic(alone) &&
           !alone.arguments->empty() &&
           calls_performance(alone.arguments->front());
  }

  /// A workload of that name takes precedence. If not all workloads are known,
  /// the argument decides.
  bool is_statistic(const MethodUse& use) {
    if (!reads_as_statistic(use) || definitions_.contains(use.name.text) ||
        catalogue_.find(use.name.text) != nullptr) {
      return false;
    }
    if (catalogue_.complete) return true;
    return !use.arguments->empty() && !is_value(use.arguments->front());
  }

  /// Whether a use is a value, as far as its text shows.
  static bool is_value(const Sum& sum) {
    bool found = true;
    each_use(sum, [&](const MethodUse& use) {
      found = found && use.is_bare_name();
    });
    return found;
  }

  void bind_statistic(const MethodUse& use) {
    const std::string& name = use.name.text;
    const std::vector<Sum>& arguments = *use.arguments;
    const bool has_fraction = takes_fraction(name);
    if (arguments.size() != (has_fraction ? 2 : 1)) {
      unresolved_ = true;
      problem(arguments_wanted(name), use.name.span);
      return;
    }
    if (has_fraction) bind_value(arguments[1]);
    const auto* inner = std::get_if<MethodUse>(&arguments[0].node);
    const std::string wrong = inner == nullptr
                                  ? why_no_performance(name, arguments[0])
                                  : why_no_performance(name, *inner);
    if (!wrong.empty()) {
      unresolved_ = true;
      problem(wrong, arguments[0].span);
      return;
    }
    bind_use(*inner);
    mean(use, StatisticUse{*statistic_called(name), &arguments[0],
                           has_fraction ? &arguments[1] : nullptr});
  }

  static std::string example(const std::string& name) {
    return "as in " +
           quoted(name + (takes_fraction(name) ? "(f(n), 0.999)" : "(f(n))"));
  }

  static std::string arguments_wanted(const std::string& name) {
    return name +
           (takes_fraction(name) ? "(...) takes a performance and a fraction, "
                                 : "(...) takes one performance, ") +
           example(name);
  }

  std::string why_no_performance(const std::string& name, const Sum& sum) {
    if (!calls_performance(sum)) return arguments_wanted(name);
    return name +
           "(...) takes a performance without arithmetic; calculate with its "
           "result, as in " +
           quoted("2 * " + name + "(f(n))");
  }

  std::string why_no_performance(const std::string& name,
                                 const MethodUse& use) {
    if (is_statistic(use)) {
      return name + "(...) takes a performance, and " + use.name.text +
             "(...) is a statistic of one; remove one of the two";
    }
    const bool is_number = use.is_bare_name() &&
                           (find_variable(use.name.text) != nullptr ||
                            std::get_if<DefinedNumber>(
                                definitions_.find(use.name.text)) != nullptr);
    return is_number ? arguments_wanted(name) : std::string();
  }

  /// Explains that the workload is meant, and goes on if both could be.
  void explain_workload(const MethodUse& use, const Sum& argument) {
    const std::string& name = use.name.text;
    const auto* inner = std::get_if<MethodUse>(&argument.node);
    const std::string both = quoted(name) + " is a workload here, not the " +
                             "statistic of a performance";
    if (inner != nullptr && inner->is_bare_name() &&
        (bind_variable(*inner) || definitions_.contains(inner->name.text))) {
      bind_value(argument);
      bound_.warnings.push_back(
          {both + ", so that " + quoted(inner->name.text) +
               " is a value; rename the workload to use the statistic",
           use.name.span});
      return;
    }
    problem(both +
                ", and takes no performance; rename the workload to use "
                "the statistic, or use `statistic`",
            use.name.span);
  }

  /// Returns what a name with braces stands for, `"BM_x/{n}"`; null: itself.
  std::shared_ptr<const Family> family_of(const MethodUse& use) {
    if (!use.name.quoted) return nullptr;
    std::set<std::string> variables = names_in_braces(use.name.text);
    std::set<std::string> unbound;
    for (const std::string& name : variables) {
      if (!uses_variable(name)) unbound.insert(name);
    }
    if (variables.empty()) return nullptr;
    auto family = definitions_.family_of_pattern(use, variables);
    if (family == nullptr || unbound.empty()) return family;
    for (const std::string& name : unbound) variables.erase(name);
    auto other = definitions_.family_of_pattern(use, variables);
    if (other != nullptr) return other;
    problem("nothing gives the values of " + quoted(*unbound.begin()) +
                "; write " + quoted("for " + *unbound.begin() + " in ...:") +
                " in front",
            use.name.span);
    return nullptr;
  }

  void bind_method(const MethodUse& use) {
    const std::size_t before = bound_.problems.size();
    const auto family = family_of(use);
    Name name = use.name;
    if (family != nullptr) name.text = family->first;
    unresolved_ = unresolved_ || bound_.problems.size() > before;
    if (bound_.problems.size() > before) return;
    auto alias = definitions_.resolve(use, name);
    unresolved_ = unresolved_ || !alias;
    if (!alias) return;
    const std::string revision =
        alias->revision ? revision_text(*alias->revision) : std::string();
    if (bound_.given == nullptr && alias->revision) {
      if (!can_be_measured(*alias->revision)) {
        unresolved_ = true;
        return;
      }
      if (!catalogue_.is_unbuilt(revision) && alias->family == nullptr) {
        alias = definitions_.at_revision(*alias, revision);
      }
    }
    if (!catalogue_.complete || catalogue_.is_unbuilt(revision)) {
      has_performance_ = true;
      if (catalogue_.complete) unbuilt_.push_back(whole(use));
      return;
    }
    if (lacks_build(use, *alias, revision)) {
      unresolved_ = true;
      return;
    }
    if (definitions_.lacks_part(*alias)) {
      return bind_absent(use, *alias, revision);
    }
    const auto combination = definitions_.combine(*alias, use, revision);
    if (!combination) return;
    if (bound_.given != nullptr) {
      bind_given(use, *alias, *combination, family);
      return;
    }
    if (const auto sentence = misfit(*combination)) {
      problem(*sentence, use.name.span);
      return;
    }
    BoundMethod bound{prototype(*combination),
                      takings(use, *alias, *combination)};
    if (bound.takings.empty()) return;
    if (alias->revision) {
      bound.prototype.revision = revision;
    }
    if (!takes_arguments(bound, use)) return;
    add(bound.takings);
    mean(use, std::move(bound), *alias, family);
  }

  /// Reports a wrong number of arguments.
  bool takes_arguments(const BoundMethod& bound, const MethodUse& use) {
    for (const Taking& taking : bound.takings) {
      if (const auto sentence =
              wrong_argument_count(*taking.entry, taking.arguments->size())) {
        problem(*sentence, use.name.span);
        return false;
      }
    }
    return true;
  }

  /// The method is a member of the alias's family, or of that of a pattern.
  void mean(const MethodUse& use, BoundMethod bound, const Alias& alias,
            const std::shared_ptr<const Family>& of_pattern) {
    bound.family = of_pattern != nullptr ? of_pattern : alias.family;
    if (of_pattern != nullptr) bound.pattern = use.name.text;
    mean(use, std::move(bound));
  }

  /// Returns what takes the arguments of a use: a generator or a factory with
  /// arguments of its own takes these, and all others those of the use. None if
  /// those of the use are left over, which is reported.
  std::vector<Taking> takings(const MethodUse& use, const Alias& alias,
                              const Combination& combination) {
    static const std::vector<Sum> kNone;
    const std::vector<Sum>* shared = use.arguments ? &*use.arguments : &kNone;
    std::vector<Taking> result;
    for (const Entry* taker : takers(combination)) {
      const auto own = std::ranges::find_if(
          alias.instruments, [&](const AliasInstrument& one) {
            return one.entry == taker && one.arguments != nullptr;
          });
      result.push_back(
          {taker, own == alias.instruments.end() ? shared : own->arguments});
    }
    const bool are_taken = std::ranges::any_of(
        result, [&](const Taking& one) { return one.arguments == shared; });
    if (are_taken || !use.arguments) return result;
    problem("nothing takes the arguments after " + quoted(use.name.text) +
                ", since those in [...] have their own; remove the last (...)",
            use.name.span);
    return {};
  }

  void add(const std::vector<Taking>& takings) {
    has_performance_ = true;
    takings_.insert(takings_.end(), takings.begin(), takings.end());
  }

  /// Reports a use without a build of what only named builds have, and of a
  /// build what it lacks.
  bool lacks_build(const MethodUse& use, const Alias& alias,
                   const std::string& revision) {
    std::vector<const Entry*> parts{alias.entry};
    for (const AliasInstrument& one : alias.instruments) {
      parts.push_back(one.entry);
    }
    for (const Entry* part : parts) {
      const bool is_family = alias.family && part == &alias.family->entry;
      const std::string& name = is_family ? alias.family->first : part->name;
      const bool is_missing =
          is_under_test(revision) && catalogue_.find(name) == nullptr;
      const std::vector<std::string> builds = is_missing
                                                  ? catalogue_.builds_with(name)
                                                  : std::vector<std::string>();
      if (!builds.empty()) {
        problem(quoted(part->name) +
                    " is in named builds only; say which one is meant: " +
                    builds_text(
                        use.name.quoted ? quoted(use.name.text) : use.name.text,
                        builds),
                use.name.span);
        return true;
      }
      if (catalogue_.is_build(revision) &&
          catalogue_.find_in(revision, name) == nullptr) {
        problem(
            "the build " + quoted(revision) + " has no " + quoted(part->name),
            use.name.span);
        return true;
      }
    }
    return false;
  }

  /// Returns `sort@fast or sort@plain`.
  static std::string builds_text(const std::string& method,
                                 const std::vector<std::string>& builds) {
    std::string text;
    for (const std::string& build : builds) {
      const char* sign = &build == &builds.front()  ? ""
                         : &build == &builds.back() ? " or "
                                                    : ", ";
      text.append(sign).append(method).append("@").append(build);
    }
    return text;
  }

  /// The span from the name to the last argument.
  static Span whole(const MethodUse& use) {
    Span span = use.name.span;
    for (const Instrument& instrument : use.instruments) {
      span.end = std::max(span.end, instrument.name.span.end);
    }
    each_argument(use, [&](const Sum& argument) {
      span.end = std::max(span.end, argument.span.end);
    });
    return span;
  }

  bool can_be_measured(const Name& revision) {
    const auto facts = catalogue_.revisions.find(revision_text(revision));
    std::string sentence;
    if (facts == catalogue_.revisions.end()) {
      sentence = "nothing is known about the revision " +
                 quoted(revision.text) +
                 "; say in \"revisions\" of spl.json how revisions are built";
    } else {
      sentence = facts->second.problem;
    }
    if (sentence.empty()) return true;
    // Every use of a definition meets its revision again.
    if (of_revisions_.emplace(revision.span.begin, sentence).second) {
      problem(std::move(sentence), revision.span);
    }
    return false;
  }

  /// The performance is known by its name alone: it cannot be measured.
  void bind_absent(const MethodUse& use, const Alias& alias,
                   const std::string& revision) {
    static const std::vector<Sum> kNone;
    BoundMethod bound{{},
                      {{nullptr, use.arguments ? &*use.arguments : &kNone}}};
    bound.prototype.method = alias.entry->name;
    bound.prototype.revision = revision;
    for (const AliasInstrument& one : alias.instruments) {
      const bool is_factory = one.entry->kind == Entry::Kind::kFactory ||
                              !bound.prototype.generator.empty();
      (is_factory ? bound.prototype.factory : bound.prototype.generator) =
          one.entry->name;
    }
    has_performance_ = true;
    has_absent_ = true;
    mean(use, std::move(bound));
  }

  /// Given observations show methods and revisions by their performances.
  /// Expansion checks that each performance exists with its arguments.
  void bind_given(const MethodUse& use, const Alias& alias,
                  const Combination& combination,
                  const std::shared_ptr<const Family>& of_pattern) {
    BoundMethod bound{prototype(combination), takings(use, alias, combination)};
    if (bound.takings.empty()) return;
    if (alias.revision) bound.prototype.revision = alias.revision->text;
    if (alias.family != nullptr) {
      if (!takes_arguments(bound, use)) return;
      add(bound.takings);
      return mean(use, std::move(bound), alias, of_pattern);
    }
    std::vector<std::size_t> counts;
    std::size_t sum = 0;
    for (const Taking& one : lists_of(bound.takings)) {
      counts.push_back(one.arguments->size());
      sum += counts.back();
    }
    const auto [known, is_new] =
        given_takers_.try_emplace({bound.prototype, counts});
    std::vector<Entry>& takers = known->second;
    if (is_new) takers = given_takers(*bound_.given, bound.prototype, counts);
    if (takers.empty()) {
      const std::string name = to_text(bound.prototype);
      std::vector<std::string> others;
      constexpr std::size_t kMostSought = 100;
      if (++sought_ <= kMostSought) others = given_names(*bound_.given);
      std::erase(others, name);
      problem("there are no observations of " + name + " with " +
                  count_text(sum) + did_you_mean(name, others),
              use.name.span, Mistake::kUnknownName);
      return;
    }
    std::vector<Taking> lists = lists_of(bound.takings);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      lists[i].entry = &takers[i];
    }
    add(lists);
    for (Taking& one : bound.takings) one.entry = nullptr;
    mean(use, std::move(bound), alias, of_pattern);
  }

  /// Returns a taking for each list of arguments: one if all takers share it.
  static std::vector<Taking> lists_of(const std::vector<Taking>& takings) {
    if (takings.front().arguments == takings.back().arguments) {
      return {takings.front()};
    }
    return takings;
  }

  static Performance prototype(const Combination& combination) {
    Performance result;
    result.method = combination.method->name;
    if (combination.generator != nullptr) {
      result.generator = combination.generator->name;
    }
    if (combination.factory != nullptr) {
      result.factory = combination.factory->name;
    }
    return result;
  }

  void mean(const MethodUse& use, Meaning meaning) {
    bound_.meanings.insert_or_assign(&use, std::move(meaning));
  }

  ScopeVariable* find_variable(const std::string& name) {
    const auto found = std::find_if(scope_.rbegin(), scope_.rend(),
                                    [&](const ScopeVariable& variable) {
                                      return variable.name.text == name;
                                    });
    return found == scope_.rend() ? nullptr : &*found;
  }

  std::vector<std::string> value_names() const {
    std::vector<std::string> names = definitions_.names();
    for (const ScopeVariable& variable : scope_) {
      names.push_back(variable.name.text);
    }
    return names;
  }

  void problem(std::string message, Span span,
               Mistake mistake = Mistake::kOther) {
    bound_.problems.push_back({std::move(message), span, mistake});
  }

  const Document& document_;
  const Catalogue& catalogue_;
  const Preface& preface_;
  BoundDocument bound_;
  Definitions definitions_;
  std::set<std::string> labels_;
  // State of the current formula:
  std::set<std::string> quantified_;  ///< Variables that it binds anywhere.
  std::vector<Name> free_;
  std::vector<Taking> takings_;
  bool has_performance_ = false;
  bool has_absent_ = false;  ///< A use names what no program has.
  std::vector<Span> unbuilt_;
  /// A use has a mistake that is reported elsewhere.
  bool unresolved_ = false;
  /// The entries to which takings point, by prototype and numbers of arguments.
  std::map<std::pair<Performance, std::vector<std::size_t>>, std::vector<Entry>>
      given_takers_;
  std::size_t sought_ = 0;  ///< Performances that are not there.
  std::vector<ScopeVariable> scope_;
  /// Problems of revisions, by their places.
  std::set<std::pair<std::size_t, std::string>> of_revisions_;
};

}  // namespace

BoundDocument bind(const Document& document, const Catalogue& catalogue,
                   Completeness completeness,
                   const std::optional<std::string>& this_name,
                   const Preface& preface) {
  return Binder(document, catalogue, this_name, preface).bind(completeness);
}

}  // namespace spl::logic
