#include "runner/formulas/declared_workloads.hpp"

#include <algorithm>
#include <cctype>

#include "parser/cpp_scanner.hpp"
#include "parser/lexeme.hpp"
#include "parser/source.hpp"
#include "runner/formulas/name_filter.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::Entry;
using logic::Parameter;

bool has_controls(const std::string& text) {
  return std::ranges::any_of(
      text, [](unsigned char c) { return std::iscntrl(c) != 0; });
}

bool is_writable(const logic::Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ||
         (text->find('"') == text->npos && !has_controls(*text));
}

/// Whether no quotes hold the name.
bool has_both_quotes(const std::string& name) {
  return name.find('"') != name.npos && name.find('\'') != name.npos;
}

/// Why no formula names it; else empty.
std::string refusal(const std::string& name) {
  if (has_both_quotes(name)) {
    return "its name has both kinds of quotes, which no formula can write";
  }
  if (has_controls(name)) {
    return "its name has control characters, which no formula should have";
  }
  return {};
}

/// Why formulas cannot call the entry with values of its own; else empty.
std::string refusal(const Entry& entry) {
  if (std::string wrong = refusal(entry.name); !wrong.empty()) return wrong;
  if (!entry.parameters) {
    return "it needs a generator, which a formula can name";
  }
  std::size_t combinations = 1;
  for (const Parameter& one : *entry.parameters) {
    const std::string name = one.name.empty() ? "one of its parameters"
                                              : "its parameter " + one.name;
    if (one.values.empty()) return name + " declares no values";
    if (!std::ranges::all_of(one.values, is_writable)) {
      return name + " declares a text that no formula can write";
    }
    combinations *= one.values.size();
    if (combinations > kMostCombinations) {
      return "its parameters declare more than " +
             std::to_string(kMostCombinations) + " combinations of values";
    }
  }
  return {};
}

/// All lists of arguments, without their parentheses.
std::vector<std::string> combinations(const std::vector<Parameter>& all) {
  std::vector<std::string> lists{""};
  for (const Parameter& parameter : all) {
    std::vector<std::string> longer;
    for (const std::string& list : lists) {
      for (const logic::Value& value : parameter.values) {
        longer.push_back((&parameter == &all.front() ? "" : list + ", ") +
                         logic::to_text(value));
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

DeclaredWorkload declared(const Entry& entry) {
  DeclaredWorkload result{entry.name, *entry.parameters, {}};
  for (const std::string& list : combinations(result.parameters)) {
    result.arguments.push_back('(' + list + ')');
  }
  return result;
}

}  // namespace

bool is_called_alone(const Entry& entry) {
  return entry.kind == Entry::Kind::kWorkload ||
         entry.kind == Entry::Kind::kMethod;
}

std::string DeclaredWorkload::callee(const std::string& revision) const {
  const bool is_plain =
      logic::is_plain_name(name) && !parser::is_reserved(name);
  const char quote = name.find('"') == name.npos ? '"' : '\'';
  return (is_plain ? name : quote + name + quote) +
         (logic::is_under_test(revision) ? revision : '@' + revision);
}

std::string refusal(const logic::Performance& performance) {
  const std::vector<logic::Value>& arguments = performance.arguments;
  if (std::ranges::all_of(arguments, is_writable)) {
    return refusal(performance.method);
  }
  return "an argument of it is a text that no formula can write";
}

DeclaredWorkloads declared_workloads(const std::vector<Entry>& entries,
                                     const std::string& filter) {
  DeclaredWorkloads result;
  for (const Entry& entry : entries) {
    if (!is_called_alone(entry) || entry.is_part) continue;
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

DocumentedFunctions documented_functions(
    const std::vector<FormulaText>& texts) {
  DocumentedFunctions result;
  for (const FormulaText& text : texts) {
    if (text.origin != FormulaText::Origin::kCpp) continue;
    const parser::Lines lines(text.content);
    for (const parser::EmbeddedText& one : parser::scan(text.content).texts) {
      if (!one.function()) continue;
      const auto line_of = [&](std::size_t offset) {
        return lines.position(one.place_in_source(offset)).line;
      };
      // A text in several literals has several lines.
      for (std::size_t at = 0; at < one.text().size(); ++at) {
        result.insert({{text.name, line_of(at)}, *one.function()});
      }
    }
  }
  return result;
}

}  // namespace spl::runner
