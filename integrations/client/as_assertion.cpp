#include "integrations/client/as_assertion.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <string_view>

#include <nlohmann/json.hpp>

namespace spl::client {
namespace {

constexpr char kDashes[] = "--";
constexpr char kKey[] = "-s ";
/// Before commands.
constexpr std::array kLabels{"rerun:", "find it:", "accept:"};

bool is_of_name(char sign) {
  return std::islower(static_cast<unsigned char>(sign)) != 0 || sign == '-';
}

bool is_of_value(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '.' ||
         sign == '%' || sign == '-';
}

/// An option with a number, a metric or any key at a place of a text, if there
/// is one.
struct Option {
  std::string name;  ///< Empty: there is none.
  std::string value;
  std::size_t end = 0;
};

Option option_at(const std::string& text, std::size_t begin) {
  const bool is_key = text.compare(begin, 3, kKey) == 0;
  if (!is_key && text.compare(begin, 2, kDashes) != 0) return {};
  const std::size_t start = begin + (is_key ? 3 : 2);
  std::size_t end = start;
  while (end < text.size() && is_of_name(text[end])) ++end;
  std::size_t last = end + 1;
  while (last < text.size() && is_of_value(text[last])) ++last;
  // The full stop of a sentence.
  if (last < text.size() + 1 && text[last - 1] == '.') --last;
  Option option{text.substr(start, end - start), {}, last};
  if (end + 1 >= text.size() || text[end] != (is_key ? '=' : ' ') ||
      last <= end + 1)
    return {};
  option.value = text.substr(end + 1, last - end - 1);
  const bool is_number =
      std::isdigit(static_cast<unsigned char>(option.value[0])) != 0;
  return is_number || is_key || option.name == "metric" ? option : Option{};
}

std::string setting(const Option& option) {
  if (option.name == "budget") return "spl::budget(" + option.value + ')';
  return "spl::setting(\"" + option.name + "\", \"" + option.value + "\")";
}

std::string with_settings(const std::string& line) {
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    const Option option = option_at(line, at);
    if (option.name.empty()) {
      result += line[at++];
    } else {
      result += setting(option);
      at = option.end;
    }
  }
  return result;
}

/// Returns the end of a line with its line feed, and with the lines that a
/// backslash adds to a command.
std::size_t end_of_line(const std::string& text, std::size_t begin) {
  std::size_t end = text.find('\n', begin);
  while (end != text.npos && end > begin && text[end - 1] == '\\') {
    end = text.find('\n', end + 1);
  }
  return end == text.npos ? text.size() : end + 1;
}

bool has_label(const std::string& line, std::string_view label) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin != line.npos && begin > 0 &&
         line.compare(begin, label.size(), label) == 0;
}

/// Returns where the command of a line begins; 0 if it has none.
std::size_t begin_of_command(const std::string& line) {
  for (const std::string_view label : kLabels) {
    if (!has_label(line, label)) continue;
    const std::size_t end = line.find(label) + label.size();
    const std::size_t begin = line.find_first_not_of(' ', end);
    return begin == line.npos ? 0 : begin;
  }
  return 0;
}

}  // namespace

std::string as_assertion(const std::string& report, const std::string& rerun) {
  std::string result;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = end_of_line(report, at);
    const std::string line = report.substr(at, end - at);
    const std::size_t command = begin_of_command(line);
    if (command == 0) {
      result += with_settings(line);
    } else if (has_label(line, kLabels.front()) && !rerun.empty()) {
      result += line.substr(0, command) + rerun + '\n';
    } else {
      result += line;
    }
    at = end;
  }
  return result;
}

namespace {

using nlohmann::json;
using Properties = std::vector<std::pair<std::string, std::string>>;

/// Returns the value at the end of a path of keys; null if there is none.
json at(const json& value, std::initializer_list<const char*> path) {
  const json* one = &value;
  for (const char* key : path) {
    if (!one->is_object() || !one->contains(key)) return nullptr;
    one = &one->at(key);
  }
  return *one;
}

std::string text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return {};
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", value.get<double>());
  return number;
}

std::string interval(const json& ratio) {
  const std::string lower = text(at(ratio, {"lower"}));
  const std::string upper = text(at(ratio, {"upper"}));
  return lower.empty() || upper.empty() ? std::string()
                                        : lower + " .. " + upper;
}

void add(Properties& properties, const std::string& name,
         const std::string& value) {
  if (!value.empty()) properties.emplace_back(name, value);
}

void add_relation(const json& relation, const std::string& number,
                  Properties& properties) {
  const auto named = [&](const char* name) { return name + ('_' + number); };
  add(properties, named("relation"), text(at(relation, {"text"})));
  add(properties, named("strength"), text(at(relation, {"strength"})));
  add(properties, named("ratio"), text(at(relation, {"ratio", "estimate"})));
  add(properties, named("interval"), interval(at(relation, {"ratio"})));
  add(properties, named("left"),
      text(at(relation, {"times", "left", "amount"})));
  add(properties, named("right"),
      text(at(relation, {"times", "right", "amount"})));
}

}  // namespace

Properties properties_of(const std::string& text_of_report) {
  const json report = json::parse(text_of_report);
  Properties properties;
  int number = 0;
  int formulas = 0;
  for (const json& formula : at(report, {"formulas"})) {
    const bool is_first = ++formulas == 1;
    add(properties,
        is_first ? "verdict" : "verdict_" + std::to_string(formulas),
        text(at(formula, {"verdict"})));
    for (const json& relation : at(formula, {"relations"})) {
      add_relation(relation, std::to_string(++number), properties);
    }
  }
  return properties;
}

}  // namespace spl::client
