#include "spl/logic/family.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::logic {
namespace {

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole =
      read.ec == std::errc() && read.ptr == text.data() + text.size();
  const bool is_word = text.empty() || std::isalpha(text.back()) != 0;
  if (!is_whole || is_word) return std::nullopt;
  return rounded(number);
}

/// Whether a part of a name says how Google Benchmark measures.
bool is_way(std::string_view part) {
  constexpr std::string_view kWords[] = {"real_time", "process_time",
                                         "manual_time"};
  constexpr std::string_view kKeys[] = {
      "repeats:", "iterations:", "min_time:", "min_warmup_time:"};
  return std::ranges::find(kWords, part) != std::end(kWords) ||
         std::ranges::any_of(kKeys,
                             [&](auto key) { return part.starts_with(key); });
}

/// Takes the part behind the last separator away.
std::string_view take_part(std::string_view& name, std::string_view separator) {
  const std::size_t at = name.rfind(separator);
  if (at == name.npos || at == 0) return {};
  const std::string_view part = name.substr(at + separator.size());
  name.remove_suffix(name.size() - at);
  return part;
}

/// Returns the end of a name in braces that begin there; npos without one.
std::size_t end_of_name(const std::string& text, std::size_t begin) {
  if (text[begin] != '{') return text.npos;
  const std::size_t end = text.find_first_of("{}", begin + 1);
  return end == text.npos || text[end] == '{' ? text.npos : end;
}

/// The parts of a pattern outside braces that name a variable.
std::vector<std::string> literals_of(const std::string& pattern,
                                     const std::set<std::string>& variables) {
  std::vector<std::string> result{""};
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = end_of_name(pattern, i);
    if (end != pattern.npos &&
        variables.contains(pattern.substr(i + 1, end - i - 1))) {
      result.emplace_back();
      i = end;
    } else {
      result.back() += pattern[i];
    }
  }
  return result;
}

bool fits(const std::vector<std::string>& literals, std::string_view name) {
  if (!name.starts_with(literals.front())) return false;
  name.remove_prefix(literals.front().size());
  for (std::size_t i = 1; i + 1 < literals.size(); ++i) {
    const std::size_t at = name.find(literals[i], 1);
    if (at == name.npos) return false;
    name.remove_prefix(at + literals[i].size());
  }
  return name.size() > literals.back().size() &&
         name.ends_with(literals.back());
}

/// "a(1), a(2)", the first of them.
std::string listed(const Family& family) {
  constexpr std::size_t kFew = 5;
  std::string text;
  std::size_t count = 0;
  for (const auto& [arguments, names] : family.members) {
    if (++count > kFew) return text + " and others";
    Performance one{family.entry.name, {}, {}, {}, arguments};
    text += (text.empty() ? "" : ", ") + to_text(one);
  }
  return text;
}

}  // namespace

std::optional<FamilyMember> family_member(const std::string& name) {
  std::string_view rest = name;
  FamilyMember member;
  const auto add = [&](std::string_view part) {
    const auto number = number_in(part.substr(part.find(':') + 1));
    if (number) member.arguments.emplace_back(*number);
    return number.has_value();
  };
  for (std::string_view before = rest;; before = rest) {
    const std::string_view part = take_part(rest, "/");
    if (!part.empty() && (is_way(part) || add(part))) continue;
    rest = before;
    break;
  }
  if (member.arguments.empty()) {
    rest = name;
    if (!add(take_part(rest, " - "))) return std::nullopt;
  }
  member.family = rest;
  std::ranges::reverse(member.arguments);
  return member;
}

std::shared_ptr<const Family> family(const std::string& name, std::size_t count,
                                     const std::vector<Entry>& entries) {
  auto result = std::make_shared<Family>();
  std::size_t other = 0;
  for (const Entry& one : entries) {
    if (!one.name.starts_with(name)) continue;
    auto member = family_member(one.name);
    if (!member || member->family != name) continue;
    other = member->arguments.size();
    if (other != count) continue;
    result->entry.program = one.program;
    result->members[std::move(member->arguments)].push_back(one.name);
  }
  if (result->members.empty()) {
    return other == 0 || other == count ? nullptr
                                        : family(name, other, entries);
  }
  result->entry.name = name;
  result->first = result->members.begin()->second.front();
  std::vector<std::set<Value>> values(count);
  for (const auto& [arguments, names] : result->members) {
    for (std::size_t i = 0; i < count; ++i) values[i].insert(arguments[i]);
  }
  result->entry.parameters.emplace(count);
  for (std::size_t i = 0; i < count; ++i) {
    Parameter& parameter = (*result->entry.parameters)[i];
    parameter.kind = Parameter::Kind::kAny;
    parameter.values.assign(values[i].begin(), values[i].end());
  }
  return result;
}

std::set<std::string> names_in_braces(const std::string& text) {
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = end_of_name(text, at);
    if (end != text.npos) names.insert(text.substr(at + 1, end - at - 1));
  }
  return names;
}

std::shared_ptr<const Family> family_of_pattern(
    const std::string& pattern, const std::set<std::string>& variables,
    std::shared_ptr<const std::set<std::string>> names) {
  const auto literals = literals_of(pattern, variables);
  const std::string& begin = literals.front();
  for (auto one = names->lower_bound(begin);
       one != names->end() && one->starts_with(begin); ++one) {
    if (!fits(literals, *one)) continue;
    auto result = std::make_shared<Family>();
    result->entry.name = pattern;
    result->first = *one;
    result->names = std::move(names);
    return result;
  }
  return nullptr;
}

std::string filled(const std::string& pattern,
                   const std::map<std::string, Value>& values) {
  std::string result;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::size_t end = end_of_name(pattern, at);
    const auto value = end == pattern.npos
                           ? values.end()
                           : values.find(pattern.substr(at + 1, end - at - 1));
    if (value == values.end()) {
      result += pattern[at];
      continue;
    }
    const auto* text = std::get_if<std::string>(&value->second);
    result += text != nullptr ? *text : to_text(value->second);
    at = end;
  }
  return result;
}

std::optional<std::string> why_no_member(const Family& family,
                                         const std::vector<Value>& key) {
  if (family.names != nullptr) {
    const auto& name = std::get<std::string>(key.front());
    if (family.names->contains(name)) return std::nullopt;
    const std::vector<std::string> all(family.names->begin(),
                                       family.names->end());
    return "there is no method or workload " + quoted(name) +
           did_you_mean(name, all);
  }
  const auto found = family.members.find(key);
  if (found != family.members.end() && found->second.size() == 1) {
    return std::nullopt;
  }
  if (found != family.members.end()) {
    return to_text(Performance{family.entry.name, {}, {}, {}, key}) + " is " +
           quoted(found->second[0]) + " and " + quoted(found->second[1]) +
           "; write the one that is meant, in quotes and with () behind it";
  }
  return "there is no " +
         to_text(Performance{family.entry.name, {}, {}, {}, key}) +
         "; there are " + listed(family);
}

}  // namespace spl::logic
