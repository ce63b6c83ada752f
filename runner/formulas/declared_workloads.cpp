#include "runner/formulas/declared_workloads.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "parser/lexeme.hpp"
#include "runner/formulas/suite.hpp"
#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

using logic::Entry;
using logic::Parameter;

bool can_be_written(const logic::Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ||
         std::none_of(text->begin(), text->end(), [](unsigned char c) {
           return c == '"' || std::iscntrl(c) != 0;
         });
}

/// Whether a formula can bind a variable of this name.
bool is_variable(const std::string& name) {
  return !name.empty() && logic::is_plain_name(name) &&
         name.find_first_of(".:") == std::string::npos &&
         !parser::is_reserved(name) && name != "set";
}

/// The names of the variables that stand for the parameters, each once.
std::vector<std::string> variables(const std::vector<Parameter>& parameters) {
  std::set<std::string> used;
  std::vector<std::string> result;
  for (const Parameter& one : parameters) {
    std::string name = one.name;
    if (!is_variable(name)) name = "v" + std::to_string(result.size() + 1);
    while (!used.insert(name).second) name += '_';
    result.push_back(std::move(name));
  }
  return result;
}

/// Why formulas cannot call the entry with values of its own; else empty.
std::string refusal(const Entry& entry) {
  if (!entry.parameters) {
    return "it needs a generator, which a formula can name";
  }
  for (const Parameter& one : *entry.parameters) {
    const std::string name = one.name.empty() ? "one of its parameters"
                                              : "its parameter " + one.name;
    if (one.values.empty()) return name + " declares no values";
    if (!std::all_of(one.values.begin(), one.values.end(), can_be_written)) {
      return name + " declares a text that no formula can write";
    }
  }
  return {};
}

DeclaredWorkload declared(const Entry& entry) {
  DeclaredWorkload result{entry.name, {}, "(", *entry.parameters};
  const std::vector<std::string> names = variables(result.parameters);
  for (std::size_t i = 0; i < names.size(); ++i) {
    result.quantifier += (i == 0 ? "for " : ", ") + names[i] + " in {";
    const char* separator = "";
    for (const logic::Value& value : result.parameters[i].values) {
      result.quantifier += separator + logic::to_text(value);
      separator = ", ";
    }
    result.quantifier += '}';
    result.arguments += (i == 0 ? "" : ", ") + names[i];
  }
  if (!names.empty()) result.quantifier += ": ";
  result.arguments += ')';
  return result;
}

}  // namespace

bool is_called_alone(const Entry& entry) {
  return entry.kind == Entry::Kind::kWorkload ||
         entry.kind == Entry::Kind::kMethod;
}

std::string DeclaredWorkload::call(const std::string& revision) const {
  const bool is_plain =
      logic::is_plain_name(name) && !parser::is_reserved(name);
  return (is_plain ? name : '"' + name + '"') +
         (revision.empty() ? revision : '@' + revision) + arguments;
}

DeclaredWorkloads declared_workloads(const std::vector<Entry>& entries,
                                     const std::string& filter) {
  DeclaredWorkloads result;
  for (const Entry& entry : entries) {
    if (!is_called_alone(entry)) continue;
    if (!filter.empty() && !selects(filter, entry.name)) continue;
    std::string reason = refusal(entry);
    if (reason.empty()) {
      result.workloads.push_back(declared(entry));
    } else {
      result.left_out.push_back({entry.name, std::move(reason)});
    }
  }
  return result;
}

}  // namespace spl::runner
