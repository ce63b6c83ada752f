#include "spl/logic/revision_name.hpp"

#include <map>

#include "spl/logic/stated_statistic.hpp"
#include "spl/logic/variables.hpp"

namespace spl::logic {
namespace {

class Search {
 public:
  Search(const Document& document, const Formula& formula)
      : variables_(quantified_names(formula)) {
    for (const Statement& statement : document.statements) {
      if (const auto* one = std::get_if<Definition>(&statement.node)) {
        definitions_.emplace(one->name.text, one);
      }
    }
    visit(formula);
  }

  RevisionsUsed found() { return std::move(found_); }

 private:
  void visit(const Formula& formula) {
    if (const auto* chain = std::get_if<Chain>(&formula.node)) {
      for (const Sum& sum : chain->sums) visit(sum);
    } else if (const auto* connective =
                   std::get_if<Connective>(&formula.node)) {
      for (const Formula& part : connective->parts) visit(part);
    } else {
      visit(std::get<Quantifier>(formula.node).body.front());
    }
  }

  void visit(const Sum& sum) {
    each_use(sum, [&](const MethodUse& use) {
      if (use.is_bare_name() && variables_.contains(use.name.text)) return;
      visit(use);
    });
  }

  void visit(const MethodUse& use) {
    if (use.revision) {
      found_.named.insert(revision_text(*use.revision));
      return;
    }
    const auto known = definitions_.find(use.name.text);
    if (known == definitions_.end()) {
      if (!visit_statistic(use)) found_.under_test = true;
      return;
    }
    const Definition& definition = *known->second;
    // A definition of itself is a mistake that binding tells.
    const auto hidden = definitions_.extract(known);
    if (const auto* sum = std::get_if<Sum>(&definition.value)) {
      if (const auto* other = std::get_if<MethodUse>(&sum->node)) visit(*other);
    }
    definitions_.emplace(definition.name.text, &definition);
  }

  /// A workload may have that name, too: it takes no performance.
  bool visit_statistic(const MethodUse& use) {
    if (!statistic_called(use.name.text) || !use.instruments.empty() ||
        !use.arguments || use.arguments->empty()) {
      return false;
    }
    bool has_performance = false;
    each_use(use.arguments->front(), [&](const MethodUse& inner) {
      if (inner.is_bare_name() && !is_defined_method(inner.name.text)) return;
      has_performance = true;
      visit(inner);
    });
    return has_performance;
  }

  bool is_defined_method(const std::string& name) const {
    const auto known = definitions_.find(name);
    if (known == definitions_.end()) return false;
    const auto* sum = std::get_if<Sum>(&known->second->value);
    return sum != nullptr && std::holds_alternative<MethodUse>(sum->node);
  }

  std::set<std::string> variables_;
  std::map<std::string, const Definition*> definitions_;
  RevisionsUsed found_;
};

}  // namespace

std::string revision_text(const Name& revision) {
  return revision.quoted && revision.text == kBaseline
             ? '"' + revision.text + '"'
             : revision.text;
}

std::string git_name(const std::string& revision_text) {
  return revision_text == '"' + std::string(kBaseline) + '"' ? kBaseline
                                                             : revision_text;
}

RevisionsUsed revisions_used(const Document& document, const Formula& formula) {
  return Search(document, formula).found();
}

}  // namespace spl::logic
