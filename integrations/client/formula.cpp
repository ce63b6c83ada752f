#include "spl/experiment/formula.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "spl/experiment/method.hpp"
#include "spl/experiment/name.hpp"

namespace spl {

namespace composed {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

void add(const Pairs& more, Pairs& result) {
  for (const auto& one : more) {
    if (std::find(result.begin(), result.end(), one) == result.end()) {
      result.push_back(one);
    }
  }
}

/// Returns a part of a sum or product, in parentheses unless it is one name,
/// number or call.
std::string part(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    depth += (c == '(' ? 1 : 0) - (c == ')' ? 1 : 0);
    if (c == ' ' && depth == 0) return '(' + text + ')';
  }
  return text;
}

}  // namespace

void refuse(const std::string& reason, std::string_view text) {
  throw std::invalid_argument(reason + std::string(text));
}

void Preamble::add(const Preamble& other) {
  composed::add(other.definitions, definitions);
  composed::add(other.variables, variables);
}

Text joined(const Text& left, const std::string& sign, const Text& right) {
  Text result{part(left.text) + sign + part(right.text), left.preamble};
  result.preamble.add(right.preamble);
  return result;
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", value);
  return text;
}

std::string quoted(const std::string& text) {
  const char quote = text.find('"') == std::string::npos ? '"' : '\'';
  if (text.find(quote) != std::string::npos ||
      text.find('\n') != std::string::npos) {
    refuse(
        "SPL: formulas have no text with both kinds of quotes or a line "
        "feed: ",
        text);
  }
  return quote + text + quote;
}

Text listed(const std::string& name, const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& one : values) {
    list += (list.empty() ? "" : ", ") + one;
  }
  return {name, {{}, {{name, list}}}};
}

Text called(const workload::ComposedEntry& method,
            const std::vector<Text>& arguments) {
  const std::vector<std::string>& parts = method.parts();
  std::string definition = quoted(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    definition += (i == 1 ? '[' : ',') + quoted(parts[i]);
  }
  if (parts.size() > 1) definition += ']';
  Text result{"", {{{method.name(), definition}}, {}}};
  for (const Text& one : arguments) {
    result.text += (result.text.empty() ? "" : ",") + one.text;
    result.preamble.add(one.preamble);
  }
  result.text = method.name() + '(' + result.text + ')';
  return result;
}

}  // namespace composed

std::string Formula::text() const {
  std::string result;
  for (const auto& [name, definition] : text_.preamble.definitions) {
    result.append(name).append(" = ").append(definition).append("; ");
  }
  const char* before = "for ";
  for (const auto& [name, values] : text_.preamble.variables) {
    result.append(before).append(name).append(" in {").append(values) += '}';
    before = ", ";
  }
  if (!text_.preamble.variables.empty()) result += ": ";
  return result + text_.text;
}

}  // namespace spl
