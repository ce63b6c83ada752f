#include "spl/workload/parameters.hpp"

#include <cmath>
#include <cstdio>
#include <string_view>

namespace spl::workload {
namespace {

constexpr std::string_view kBlanks = " \t\n";

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return std::string(
      text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

bool is_name_character(char character) {
  const auto between = [character](char first, char last) {
    return first <= character && character <= last;
  };
  return between('a', 'z') || between('A', 'Z') || between('0', '9') ||
         character == '_';
}

bool is_type_word(std::string_view word) {
  for (const std::string_view type :
       {"int", "char", "bool", "short", "long", "unsigned", "signed", "float",
        "double", "const", "volatile"}) {
    if (word == type) return true;
  }
  return false;
}

/// Returns the last word, unless it is (part of) the type.
std::string name_of(const std::string& declaration) {
  std::size_t begin = declaration.size();
  while (begin > 0 && is_name_character(declaration[begin - 1])) --begin;
  const std::string name = declaration.substr(begin);
  const std::string type = trimmed(declaration.substr(0, begin));
  const bool only_a_type =
      type.empty() || type == "const" || type.back() == ':';
  return only_a_type || is_type_word(name) ? "" : name;
}

/// Writes integers of any size as integers, other numbers as short as printf
/// can.
std::string number_text(double number) {
  char text[40];
  const bool integer = std::floor(number) == number && std::fabs(number) < 1e15;
  std::snprintf(text, sizeof text, integer ? "%.0f" : "%.15g", number);
  return text;
}

std::string spelled(const ParameterFacts& parameter) {
  return parameter.name.empty() ? parameter.type
                                : parameter.type + ' ' + parameter.name;
}

}  // namespace

std::string misfit(const ParameterFacts& parameter, const Argument& argument) {
  const std::string takes = "takes " + spelled(parameter);
  const double* number = std::get_if<double>(&argument);
  if (number == nullptr) {
    if (parameter.kind == ParameterKind::kText) return "";
    return takes + ", not \"" + std::get<std::string>(argument) + '"';
  }
  if (parameter.kind == ParameterKind::kNumber) return "";
  if (parameter.kind == ParameterKind::kText ||
      std::floor(*number) != *number) {
    return takes + ", not " + number_text(*number);
  }
  if (*number >= parameter.minimum && *number <= parameter.maximum) return "";
  return takes + " from " + number_text(parameter.minimum) + " to " +
         number_text(parameter.maximum) + ", not " + number_text(*number);
}

std::string misfit(const std::vector<ParameterFacts>& parameters,
                   const std::vector<Argument>& arguments) {
  if (parameters.size() != arguments.size()) {
    std::string list;
    for (const ParameterFacts& parameter : parameters) {
      list += (list.empty() ? "" : ", ") + spelled(parameter);
    }
    return "takes (" + list + "), and " + std::to_string(arguments.size()) +
           (arguments.size() == 1 ? " argument was" : " arguments were") +
           " given";
  }
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    std::string why = misfit(parameters[index], arguments[index]);
    if (!why.empty()) return why;
  }
  return "";
}

std::vector<std::string> parameter_names(const std::string& declaration) {
  std::vector<std::string> names;
  std::string parameter;
  int depth = 0;
  bool in_default = false;
  for (const char character : declaration + ',') {
    if (depth == 0 && character == ',') {
      names.push_back(name_of(trimmed(parameter)));
      parameter.clear();
      in_default = false;
      continue;
    }
    if (std::string_view("<({[").find(character) != std::string_view::npos) {
      ++depth;
    } else if (std::string_view(">)}]").find(character) !=
               std::string_view::npos) {
      --depth;
    }
    in_default = in_default || (depth == 0 && character == '=');
    if (!in_default) parameter += character;
  }
  return names;
}

void name_parameters(std::vector<ParameterFacts>& parameters,
                     const std::string& declaration) {
  const std::vector<std::string> names = parameter_names(declaration);
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (index < names.size()) parameters[index].name = names[index];
  }
}

}  // namespace spl::workload
