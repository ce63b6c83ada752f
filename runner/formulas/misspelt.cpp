#include "runner/formulas/misspelt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "runner/settings/commands.hpp"
#include "runner/settings/options.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

/// The names of commands of one word and the first words of others.
std::vector<std::string> first_words() {
  std::vector<std::string> result;
  for (const CommandRow& one : commands()) {
    if (!one.name.empty()) {
      result.emplace_back(one.name.substr(0, one.name.find(' ')));
    }
  }
  return result;
}

}  // namespace

std::string command_meant(const std::string& word) {
  if (std::string typed = typed_instead(word); !typed.empty()) return typed;
  const auto nearest = logic::nearest_name(word, first_words());
  return nearest ? "spl-run " + *nearest : "";
}

std::string answer_to_option(const std::string& argument) {
  const std::size_t sign = argument.find('=');
  const std::string shown = argument.substr(0, sign);
  const std::string value =
      sign == std::string::npos ? "" : argument.substr(sign + 1);
  const std::string name =
      shown.substr(std::min(shown.find_first_not_of('-'), shown.size()));
  if (const CommandRow* command = find_command(name); command != nullptr) {
    return fmt::format("{} is a command: spl-run {}", shown, command->name);
  }
  const std::string typed = typed_instead(name);
  if (shown.starts_with("--") && !typed.empty()) {
    return fmt::format("{} is a command: {}", shown, typed);
  }
  if (name == "google-benchmark-json") {
    return shown + " is an output: write -o google-benchmark.json";
  }
  if (const OutputFormat* format = find_format(name)) {
    return fmt::format("{} is an output: write -o {}:{}", shown, format->name,
                       value.empty() ? "PATH" : value);
  }
  if (const Option* key = find_key(name); key != nullptr && !key->is_typed()) {
    const std::string given = value.empty() ? std::string(key->value) : value;
    return fmt::format("{} is a setting: write -s {}{}{}", shown, name,
                       key->is_flag() && value.empty() ? "" : "=", given);
  }
  std::vector<std::string> names;
  for (const Option& one : options()) {
    if (one.group == Option::Group::kHidden) continue;
    names.push_back(one.is_typed() ? "--" + std::string(one.name)
                                   : "-s " + std::string(one.name));
  }
  std::string hint = logic::did_you_mean(shown, names);
  if (hint.empty()) {
    const auto nearest = logic::nearest_name("-s " + name, names);
    if (nearest) hint = fmt::format("; did you mean \"{}\"?", *nearest);
  }
  return "unknown option " + shown + hint;
}

std::string answer_to_key(const std::string& key) {
  if (find_format(key) != nullptr) {
    return fmt::format("there is no setting \"{}\"; write -s output={}:PATH",
                       key, key);
  }
  std::vector<std::string> keys;
  for (const Option& one : options()) {
    if (one.is_key()) keys.emplace_back(one.name);
  }
  return fmt::format("there is no setting \"{}\"{}", key,
                     logic::did_you_mean(key, keys));
}

std::string parts_of_command(const std::string& word) {
  std::vector<std::string> parts;
  for (const CommandRow& one : commands()) {
    if (one.name.starts_with(word + ' ')) {
      parts.emplace_back(one.name.substr(word.size() + 1));
    }
  }
  std::string text;
  for (const std::string& one : parts) {
    if (!text.empty()) text += &one == &parts.back() ? " or " : ", ";
    text += one;
  }
  return text;
}

}  // namespace spl::runner
