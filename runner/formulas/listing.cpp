#include "runner/formulas/listing.hpp"

#include "parser/lexeme.hpp"
#include "runner/system/terminal_text.hpp"
#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

std::string parameter_text(const logic::Parameter& parameter) {
  std::string text = parameter.type;
  if (!parameter.name.empty()) text += ' ' + parameter.name;
  for (const logic::Value& value : parameter.values) {
    text += (&value == &parameter.values.front() ? " = " : ", ") +
            logic::to_text(value);
  }
  return text;
}

std::string parameters_text(const std::vector<logic::Parameter>& parameters) {
  std::string text;
  for (const logic::Parameter& parameter : parameters) {
    if (!text.empty()) text += "; ";
    text += parameter_text(parameter);
  }
  return '(' + text + ')';
}

std::string types_text(const std::vector<std::string>& types) {
  std::string text;
  for (const std::string& type : types) {
    if (!text.empty()) text += ", ";
    text += type;
  }
  return '(' + text + ')';
}

/// As formulas write it.
std::string name_text(const std::string& name) {
  return to_text(logic::Performance{name, {}, {}, {}, {}});
}

/// Marks a name that formulas cannot write, or that means two things.
std::string mark_of(const logic::Entry& entry) {
  const std::string& name = entry.name;
  if (!entry.twin.empty()) return "; another " + name + " is at " + entry.twin;
  const bool has_both_quotes =
      name.find('"') != name.npos && name.find('\'') != name.npos;
  return has_both_quotes ? ", which no formula can write" : "";
}

std::string entry_text(const logic::Entry& entry) {
  std::string text = to_text(entry.kind) + ' ' + name_text(entry.name);
  switch (entry.kind) {
    case logic::Entry::Kind::kWorkload:
      return text + parameters_text(*entry.parameters);
    case logic::Entry::Kind::kMethod:
      return text + types_text(entry.argument_types);
    case logic::Entry::Kind::kInstrument:
      return text;
    case logic::Entry::Kind::kFactory:
      return text + parameters_text(*entry.parameters) + " makes " +
             entry.instance_type;
    case logic::Entry::Kind::kGenerator:
      return text + parameters_text(*entry.parameters) + " makes " +
             types_text(entry.argument_types);
  }
  return text;
}

/// Returns the entries, each program's after its path and `after`.
std::string entries_text(const std::vector<logic::Entry>& entries,
                         const std::string& after) {
  std::string text;
  std::string program;
  for (const logic::Entry& entry : entries) {
    if (entry.is_part) continue;
    if (entry.program != program) {
      program = entry.program;
      text += foreign_name(program) + after + '\n';
    }
    text += "  " + foreign_name(entry_text(entry) + mark_of(entry)) + '\n';
  }
  return text;
}

}  // namespace

std::string listing(const Suite& suite, const logic::Catalogue& catalogue) {
  std::string text;
  for (const SuiteFormula& formula : suite.formulas) {
    text += foreign_name(formula.file) + ':' + std::to_string(formula.line) +
            ": " + foreign_name(formula.label) + ": " +
            foreign_name(formula.text) + '\n';
  }
  if (catalogue.given) {
    for (const logic::Performance& one : catalogue.given->performances) {
      text += "  " + foreign_name(text_in_formulas(one)) + '\n';
    }
    return text;
  }
  text += entries_text(catalogue.entries, "");
  for (const auto& [name, facts] : catalogue.revisions) {
    if (!catalogue.is_build(name)) continue;
    text += entries_text(*facts.entries, " (@" + name + ')');
  }
  return text;
}

std::string text_in_formulas(const logic::Performance& one) {
  std::string text = to_text(one);
  if (parser::is_reserved(one.method)) {
    text.replace(0, one.method.size(), logic::quoted(one.method));
  }
  const bool is_quoted = text.front() == '"' || text.front() == '\'';
  return text + (is_quoted && text.back() != ')' ? "()" : "");
}

}  // namespace spl::runner
