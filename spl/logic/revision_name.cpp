#include "spl/logic/revision_name.hpp"

#include <vector>

#include "spl/logic/stated_statistic.hpp"
#include "spl/logic/variables.hpp"

namespace spl::logic {
namespace {

class RevisionSearch {
 public:
  RevisionSearch(const DefinitionsByName& definitions, const Formula& formula)
      : variables_(quantified_names(formula)), definitions_(definitions) {
    each_sum(formula, [&](const Sum& sum) { visit(sum); });
  }

  RevisionsUsed found() { return std::move(found_); }

 private:
  void visit(const Sum& sum) {
    each_use(sum, [&](const MethodUse& use) {
      if (use.is_bare_name() && variables_.contains(use.name.text)) return;
      visit(use);
    });
  }

  /// Definitions may form a long chain, so this is a loop.
  void visit(const MethodUse& first) {
    std::vector<const Definition*> row;
    for (const MethodUse* use = &first; use != nullptr;) {
      if (use->revision) {
        found_.named.insert(revision_text(*use->revision));
        break;
      }
      const Definition* definition = visible(use->name.text);
      if (definition == nullptr) {
        if (!visit_statistic(*use)) found_.under_test = true;
        break;
      }
      // Binding reports a definition by itself as a mistake.
      hidden_.insert(definition);
      row.push_back(definition);
      const auto* sum = std::get_if<Sum>(&definition->value);
      use = sum == nullptr ? nullptr : std::get_if<MethodUse>(&sum->node);
    }
    for (const Definition* one : row) hidden_.erase(one);
  }

  [[nodiscard]] const Definition* visible(const std::string& name) const {
    const auto known = definitions_.find(name);
    return known == definitions_.end() || hidden_.contains(known->second)
               ? nullptr
               : known->second;
  }

  /// A workload may have the same name, but takes no performance.
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
    const Definition* definition = visible(name);
    if (definition == nullptr) return false;
    const auto* sum = std::get_if<Sum>(&definition->value);
    return sum != nullptr && std::holds_alternative<MethodUse>(sum->node);
  }

  std::set<std::string> variables_;
  const DefinitionsByName& definitions_;
  std::set<const Definition*> hidden_;
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

DefinitionsByName definitions_of(const Document& document) {
  DefinitionsByName result;
  for (const Statement& statement : document.statements) {
    if (const auto* one = std::get_if<Definition>(&statement.node)) {
      result.emplace(one->name.text, one);
    }
  }
  return result;
}

RevisionsUsed revisions_used(const DefinitionsByName& definitions,
                             const Formula& formula) {
  return RevisionSearch(definitions, formula).found();
}

}  // namespace spl::logic
