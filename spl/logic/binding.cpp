#include "spl/logic/binding.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "spl/logic/fit.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::logic {
namespace {

std::string quoted(const std::string& text) { return '"' + text + '"'; }

/// A method, generator or factory under another name, perhaps with parts.
struct Alias {
  const Entry* entry;
  std::vector<const Entry*> instruments;
  std::optional<Name> revision;
};

/// What a definition's name stands for. Broken ones were reported where they
/// are defined and are not reported again where they are used.
struct Broken {};
using Defined = std::variant<DefinedNumber, DefinedSet, Alias, Broken>;

struct KnownDefinition {
  Span place;
  Defined meaning;
  bool used = false;
};

/// A variable while its quantifier's body is looked at.
struct ScopeVariable {
  Name name;
  bool used = false;
};

class Binder {
 public:
  Binder(const Document& document, const Catalogue& catalogue)
      : document_(document), catalogue_(catalogue) {}

  BoundDocument bind(Completeness completeness) {
    for (const Statement& statement : document_.statements) {
      if (const auto* definition = std::get_if<Definition>(&statement.node)) {
        define(*definition);
      } else if (const auto* formula =
                     std::get_if<LabelledFormula>(&statement.node)) {
        bind(*formula);
      }
    }
    if (completeness == Completeness::kWhole) report_unused();
    std::stable_sort(bound_.problems.begin(), bound_.problems.end(),
                     [](const Problem& left, const Problem& right) {
                       return left.span.begin < right.span.begin;
                     });
    return std::move(bound_);
  }

 private:
  // --- Definitions ---------------------------------------------------------

  void define(const Definition& definition) {
    const Name& name = definition.name;
    if (definitions_.contains(name.text)) {
      problem(quoted(name.text) + " is defined already; to compare, write " +
                  quoted(name.text + " == ..."),
              name.span);
      return;
    }
    if (const Entry* entry = catalogue_.find(name.text)) {
      problem(quoted(name.text) + " is a " + to_text(entry->kind) +
                  " and cannot be defined; to compare, write " +
                  quoted(name.text + " == ..."),
              name.span);
      definitions_.insert({name.text, {name.span, Broken{}, true}});
      return;
    }
    definitions_.insert(
        {name.text, {name.span, defined(definition.value), false}});
  }

  Defined defined(const std::variant<Sum, Set>& value) {
    if (const auto* set = std::get_if<Set>(&value)) {
      bind(*set);
      return DefinedSet{set};
    }
    const Sum& sum = std::get<Sum>(value);
    const auto* use = std::get_if<MethodUse>(&sum.node);
    if (use == nullptr) return DefinedNumber{&sum};
    if (KnownDefinition* known = definition(use->name)) {
      if (use->is_bare_name()) return known->meaning;
    }
    const auto alias = resolve(*use);
    if (!alias) return Broken{};
    return *alias;
  }

  void report_unused() {
    for (const auto& [name, known] : definitions_) {
      if (known.used) continue;
      problem(quoted(name) +
                  " is defined but used nowhere; to compare, write " +
                  quoted(name + " == ..."),
              known.place);
    }
  }

  KnownDefinition* definition(const Name& name) {
    const auto found = definitions_.find(name.text);
    if (found == definitions_.end()) return nullptr;
    found->second.used = true;
    return &found->second;
  }

  // --- Formulas ------------------------------------------------------------

  void bind(const LabelledFormula& labelled) {
    if (labelled.label && !labels_.insert(labelled.label->text).second) {
      problem("the label " + quoted(labelled.label->text) +
                  " is used twice; labels are unique in a file",
              labelled.label->span);
    }
    quantified_.clear();
    collect_quantified(labelled.formula);
    free_.clear();
    calls_.clear();
    collect_free(labelled.formula);
    bind(labelled.formula);
    BoundFormula bound{&labelled, {}};
    for (const Name& name : free_) {
      bound.free_variables.push_back({name.text, declared_values(name)});
    }
    bound_.formulas.push_back(std::move(bound));
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
    for (const logic::Binding& binding : quantifier.bindings) {
      bind(binding.set);
      for (const Name& variable : binding.variables) open(variable);
    }
    bind(quantifier.body.front());
    for (std::size_t i = outside; i < scope_.size(); ++i) {
      if (scope_[i].used) continue;
      problem("the variable " + quoted(scope_[i].name.text) + " is never used",
              scope_[i].name.span);
    }
    scope_.resize(outside);
  }

  void open(const Name& variable) {
    if (find_variable(variable.text) != nullptr) {
      problem("the variable " + quoted(variable.text) +
                  " is bound already; give the inner one another name",
              variable.span);
    } else if (definitions_.contains(variable.text)) {
      problem("the variable " + quoted(variable.text) +
                  " is named like a definition; give one of them another name",
              variable.span);
      definitions_.at(variable.text).used = true;
    }
    scope_.push_back({variable, false});
  }

  void bind(const Set& set) {
    for (const Item& item : set) {
      if (const auto* sum = std::get_if<Sum>(&item.node)) {
        bind_item(*sum);
      } else if (const auto* range = std::get_if<Range>(&item.node)) {
        bind_value(range->from);
        bind_value(range->to);
        if (range->step) bind_value(*range->step);
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
      if (const KnownDefinition* known = definition(use->name)) {
        if (const auto* set = std::get_if<DefinedSet>(&known->meaning)) {
          bound_.meanings.insert_or_assign(use, *set);
          return;
        }
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
      } else {
        bind_value_name(use);
      }
    });
  }

  template <typename Visit>
  static void each_use(const Sum& sum, const Visit& visit) {
    if (const auto* use = std::get_if<MethodUse>(&sum.node)) {
      visit(*use);
    } else if (const auto* addition = std::get_if<Addition>(&sum.node)) {
      for (const Operand& part : addition->operands) each_use(part.sum, visit);
    } else if (const auto* product = std::get_if<Product>(&sum.node)) {
      for (const Operand& part : product->operands) each_use(part.sum, visit);
    }
  }

  void bind_value_name(const MethodUse& use) {
    if (bind_variable(use)) return;
    const Name& name = use.name;
    if (const KnownDefinition* known = definition(name)) {
      if (const auto* number = std::get_if<DefinedNumber>(&known->meaning)) {
        bound_.meanings.insert_or_assign(&use, *number);
      } else if (!std::holds_alternative<Broken>(known->meaning)) {
        const bool is_set = std::holds_alternative<DefinedSet>(known->meaning);
        problem(quoted(name.text) + " is a " + (is_set ? "set" : "method") +
                    ", not a number or a variable",
                name.span);
      }
      return;
    }
    if (quantified_.contains(name.text)) {
      problem("the variable " + quoted(name.text) +
                  " is used outside the formula that binds it",
              name.span);
      return;
    }
    problem("nothing is called " + quoted(name.text) + " here" +
                did_you_mean(name.text, value_names()),
            name.span);
  }

  bool bind_variable(const MethodUse& use) {
    ScopeVariable* variable = find_variable(use.name.text);
    const bool free = variable == nullptr && is_free(use.name.text);
    if (variable == nullptr && !free) return false;
    if (variable != nullptr) variable->used = true;
    bound_.meanings.insert_or_assign(&use, VariableUse{use.name.text});
    return true;
  }

  void bind_use(const MethodUse& use) {
    if (use.is_bare_name()) {
      if (bind_variable(use)) return;
      if (const KnownDefinition* known = definition(use.name)) {
        if (const auto* number = std::get_if<DefinedNumber>(&known->meaning)) {
          bound_.meanings.insert_or_assign(&use, *number);
          return;
        }
        if (std::holds_alternative<DefinedSet>(known->meaning)) {
          problem(quoted(use.name.text) +
                      " is a set; sets stand behind \"in\" only",
                  use.name.span);
          return;
        }
      }
    }
    if (use.arguments) {
      for (const Sum& argument : *use.arguments) bind_value(argument);
    }
    bind_method(use);
  }

  void bind_method(const MethodUse& use) {
    const auto alias = resolve(use);
    if (!alias) return;
    const auto combination = combine(*alias, use);
    if (!combination) return;
    if (alias->revision) {
      problem("revisions cannot be measured yet; remove " +
                  quoted("@" + alias->revision->text),
              alias->revision->span);
      return;
    }
    if (const auto sentence = misfit(*combination)) {
      problem(*sentence, use.name.span);
      return;
    }
    BoundMethod bound{{}, takers(*combination)};
    bound.prototype.method = combination->method->name;
    if (combination->generator != nullptr) {
      bound.prototype.generator = combination->generator->name;
    }
    if (combination->factory != nullptr) {
      bound.prototype.factory = combination->factory->name;
    }
    const std::size_t count = use.arguments ? use.arguments->size() : 0;
    for (const Entry* taker : bound.takers) {
      if (const auto sentence = wrong_argument_count(*taker, count)) {
        problem(*sentence, use.name.span);
        return;
      }
    }
    calls_.push_back({&use, bound.takers});
    bound_.meanings.insert_or_assign(&use, std::move(bound));
  }

  // --- Methods and their parts ---------------------------------------------

  /// The entry behind a name with the parts of its definition and its use.
  std::optional<Alias> resolve(const MethodUse& use) {
    auto alias = base(use.name);
    bool complete = alias.has_value();
    for (const Name& name : use.instruments) {
      const auto instrument = base(name);
      if (!instrument) {
        complete = false;
      } else if (alias) {
        complete = add(*alias, *instrument, name) && complete;
      }
    }
    if (alias && use.revision) {
      if (alias->revision) {
        problem(quoted(use.name.text) + " is defined with a revision already",
                use.revision->span);
        complete = false;
      }
      alias->revision = use.revision;
    }
    if (!complete) return std::nullopt;
    return alias;
  }

  std::optional<Alias> base(const Name& name) {
    if (!name.quoted && name.text == "THIS") {
      problem(
          "THIS is the function declared next, in C++ sources; write the "
          "method's name here",
          name.span);
      return std::nullopt;
    }
    if (const KnownDefinition* known = definition(name)) {
      if (const auto* alias = std::get_if<Alias>(&known->meaning)) {
        return *alias;
      }
      if (!std::holds_alternative<Broken>(known->meaning)) {
        problem(quoted(name.text) +
                    " is defined as a number or a set, not as "
                    "a method",
                name.span);
      }
      return std::nullopt;
    }
    if (const Entry* entry = catalogue_.find(name.text)) {
      return Alias{entry, {}, {}};
    }
    problem("there is no method " + quoted(name.text) +
                did_you_mean(name.text, method_names()),
            name.span);
    return std::nullopt;
  }

  bool add(Alias& alias, const Alias& instrument, const Name& name) {
    const Entry::Kind kind = instrument.entry->kind;
    if (kind != Entry::Kind::kGenerator && kind != Entry::Kind::kFactory) {
      problem(quoted(name.text) + " is a " + to_text(kind) +
                  "; [...] takes a generator and a factory",
              name.span);
      return false;
    }
    const bool repeated =
        std::any_of(alias.instruments.begin(), alias.instruments.end(),
                    [&](const Entry* other) { return other->kind == kind; });
    if (repeated) {
      problem(quoted(name.text) + " is a second " + to_text(kind) +
                  "; [...] takes one",
              name.span);
      return false;
    }
    alias.instruments.push_back(instrument.entry);
    return true;
  }

  std::optional<Combination> combine(const Alias& alias, const MethodUse& use) {
    const Entry::Kind kind = alias.entry->kind;
    if (kind == Entry::Kind::kGenerator || kind == Entry::Kind::kFactory) {
      problem(quoted(use.name.text) + " is a " + to_text(kind) +
                  "; it stands in [...] behind a method",
              use.name.span);
      return std::nullopt;
    }
    Combination combination{alias.entry};
    for (const Entry* entry : alias.instruments) {
      if (entry->program != alias.entry->program) {
        problem(quoted(alias.entry->name) + " is in program " +
                    alias.entry->program + ", but " + quoted(entry->name) +
                    " in " + entry->program +
                    "; what is used together must be in one program",
                use.name.span);
        return std::nullopt;
      }
      (entry->kind == Entry::Kind::kGenerator ? combination.generator
                                              : combination.factory) = entry;
    }
    return combination;
  }

  // --- Variables -----------------------------------------------------------

  ScopeVariable* find_variable(const std::string& name) {
    const auto found = std::find_if(scope_.rbegin(), scope_.rend(),
                                    [&](const ScopeVariable& variable) {
                                      return variable.name.text == name;
                                    });
    return found == scope_.rend() ? nullptr : &*found;
  }

  bool is_free(const std::string& name) const {
    return std::any_of(free_.begin(), free_.end(),
                       [&](const Name& free) { return free.text == name; });
  }

  void collect_quantified(const Formula& formula) {
    if (const auto* connective = std::get_if<Connective>(&formula.node)) {
      for (const Formula& part : connective->parts) collect_quantified(part);
    } else if (const auto* quantifier =
                   std::get_if<Quantifier>(&formula.node)) {
      for (const logic::Binding& binding : quantifier->bindings) {
        for (const Name& name : binding.variables) {
          quantified_.insert(name.text);
        }
      }
      collect_quantified(quantifier->body.front());
    }
  }

  /// A name in an argument that nothing binds or defines is a free variable.
  void collect_free(const Formula& formula) {
    if (const auto* chain = std::get_if<Chain>(&formula.node)) {
      for (const Sum& sum : chain->sums) {
        each_use(sum, [&](const MethodUse& use) { collect_free(use); });
      }
    } else if (const auto* connective =
                   std::get_if<Connective>(&formula.node)) {
      for (const Formula& part : connective->parts) collect_free(part);
    } else {
      collect_free(std::get<Quantifier>(formula.node).body.front());
    }
  }

  void collect_free(const MethodUse& use) {
    if (!use.arguments) return;
    for (const Sum& argument : *use.arguments) {
      each_use(argument, [&](const MethodUse& name) {
        if (name.is_bare_name() && !quantified_.contains(name.name.text) &&
            !definitions_.contains(name.name.text) &&
            !is_free(name.name.text)) {
          free_.push_back(name.name);
        }
      });
    }
  }

  /// What the workloads that take the variable as a whole argument declare.
  std::vector<Value> declared_values(const Name& variable) {
    std::vector<Value> values;
    const Entry* declarer = nullptr;
    for (const Call& call : calls_) {
      for (std::size_t i = 0;
           call.use->arguments && i < call.use->arguments->size(); ++i) {
        const auto* name =
            std::get_if<MethodUse>(&(*call.use->arguments)[i].node);
        if (name == nullptr || !name->is_bare_name() ||
            name->name.text != variable.text) {
          continue;
        }
        for (const Entry* taker : call.takers) {
          const std::vector<Value>& declared = (*taker->parameters)[i].values;
          if (declared.empty() || declared == values) continue;
          if (declarer != nullptr) {
            report_differing(variable, *declarer, values, *taker, declared);
            return values;
          }
          declarer = taker;
          values = declared;
        }
      }
    }
    if (declarer == nullptr && bound_.problems.empty()) {
      problem("nothing tells the values of " + quoted(variable.text) +
                  "; write \"for " + variable.text +
                  " in ...:\" in front, or declare them with spl::values where "
                  "the workload is registered",
              variable.span);
    }
    return values;
  }

  void report_differing(const Name& variable, const Entry& one,
                        const std::vector<Value>& values, const Entry& other,
                        const std::vector<Value>& others) {
    problem("the values of " + quoted(variable.text) +
                " differ: " + quoted(one.name) + " declares " + listed(values) +
                " and " + quoted(other.name) + " " + listed(others) +
                "; write \"for " + variable.text + " in ...:\" in front",
            variable.span);
  }

  static std::string listed(const std::vector<Value>& values) {
    std::string text;
    for (const Value& value : values) {
      if (!text.empty()) text += ", ";
      text += to_text(value);
    }
    return text;
  }

  // --- Near names ----------------------------------------------------------

  std::vector<std::string> method_names() const {
    std::vector<std::string> names;
    for (const Entry& entry : catalogue_.entries) names.push_back(entry.name);
    for (const auto& [name, known] : definitions_) names.push_back(name);
    return names;
  }

  std::vector<std::string> value_names() const {
    std::vector<std::string> names;
    for (const ScopeVariable& variable : scope_) {
      names.push_back(variable.name.text);
    }
    for (const auto& [name, known] : definitions_) names.push_back(name);
    return names;
  }

  void problem(std::string message, Span span) {
    bound_.problems.push_back({std::move(message), span});
  }

  struct Call {
    const MethodUse* use;
    std::vector<const Entry*> takers;
  };

  const Document& document_;
  const Catalogue& catalogue_;
  BoundDocument bound_;
  std::map<std::string, KnownDefinition> definitions_;
  std::set<std::string> labels_;
  // Of the formula at hand:
  std::set<std::string> quantified_;  ///< All variables it binds anywhere.
  std::vector<Name> free_;
  std::vector<Call> calls_;
  std::vector<ScopeVariable> scope_;
};

}  // namespace

BoundDocument bind(const Document& document, const Catalogue& catalogue,
                   Completeness completeness) {
  return Binder(document, catalogue).bind(completeness);
}

}  // namespace spl::logic
