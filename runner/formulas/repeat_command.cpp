#include "runner/formulas/repeat_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runner/settings/options.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

using About = Option::About;

bool keeps_filter(const Repetition& repetition) {
  return repetition.seed || repetition.keeps_filter;
}

/// Returns whether the repetition has an option of its own instead, or its
/// claim says the same.
bool is_replaced(std::string_view name, const Repetition& repetition) {
  const bool is_about_level = name == "alpha" || name == "familywise";
  const bool is_about_claims =
      find_option(name)->modes.contains(Mode::kGuard) &&
      !find_option(name)->modes.contains(Mode::kCheck);
  return (name == "filter" && !keeps_filter(repetition)) || name == "seed" ||
         ((is_about_level || name == "family") && repetition.level) ||
         (name == "family" && repetition.family) ||
         (name == "metric" && !repetition.metric.empty()) ||
         (is_about_claims && !repetition.claim.empty());
}

/// Whether the part is a file, or a text of --formula.
bool is_source(const TypedPart& part) {
  return part.option.empty() || part.option == "formula";
}

bool is_kept(const TypedPart& part, const Repetition& repetition) {
  if (part.option.empty()) return true;
  if (part.option == "own-program") return !repetition.needs_no_program;
  return find_option(part.option)->about != About::kReporting &&
         !is_replaced(part.option, repetition);
}

std::vector<TypedPart> beginning(const Repetition& repetition) {
  std::vector<TypedPart> parts;
  if (repetition.seed) {
    parts.push_back({"seed", std::to_string(*repetition.seed)});
  } else if (repetition.good.empty()) {
    parts.push_back({"verbose", "true"});
  }
  if (repetition.level) {
    parts.push_back({"familywise", "0"});
    parts.push_back({"alpha", fmt::format("{:.4g}", *repetition.level)});
  }
  if (repetition.family) {
    parts.push_back({"family", std::to_string(*repetition.family)});
  }
  if (!repetition.metric.empty()) {
    parts.push_back({"metric", repetition.metric});
  }
  if (!repetition.label.empty()) parts.push_back({"filter", repetition.label});
  return parts;
}

bool is_given(const std::string& option, const std::vector<Assignment>& all) {
  return std::ranges::any_of(
      all, [&](const Assignment& one) { return one.option == option; });
}

}  // namespace

Call Call::without(std::initializer_list<std::string_view> names) const {
  Call result = *this;
  std::erase_if(result.parts, [&](const TypedPart& one) {
    return std::ranges::find(names, one.option) != names.end();
  });
  return result;
}

void Call::add(const std::string& option, const std::string& value) {
  const auto words = std::ranges::find_if(
      parts, [](const TypedPart& one) { return one.option.empty(); });
  parts.insert(words, {option, value});
}

std::string Call::text(const std::string& program) const {
  std::vector<std::string> words{program};
  for (std::size_t at = 0; at < command.size();) {
    const std::size_t end = std::min(command.find(' ', at), command.size());
    words.push_back(command.substr(at, end - at));
    at = end + 1;
  }
  bool are_options_over = false;
  for (const TypedPart& one : parts) {
    if (!one.option.empty()) {
      const auto added = words_of_option(
          one.option == "own-program" ? "program" : one.option, one.value);
      words.insert(words.end(), added.begin(), added.end());
      continue;
    }
    if (one.value.starts_with('-') && !are_options_over) {
      words.emplace_back("--");
      are_options_over = true;
    }
    words.push_back(one.value);
  }
  return to_text(words);
}

Call call_of(const Invocation& invocation) {
  Call call{invocation.line.command, {}};
  const auto& ambient = invocation.ambient;
  const bool decides =
      (kEvaluating | Modes{Mode::kGuard}).contains(invocation.line.mode);
  for (auto one = ambient.begin(); one != ambient.end(); ++one) {
    const Option& option = *find_option(one->option);
    // Given observations take no option about measuring.
    const bool is_idle = !decides || (!invocation.settings.data.empty() &&
                                      option.about != About::kDeciding);
    const bool is_replaced =
        is_given(one->option, invocation.line.assignments) ||
        is_given(one->option, {std::next(one), ambient.end()});
    if (is_idle || is_replaced || (option.is_flag() && one->value != "true")) {
      continue;
    }
    call.parts.push_back({one->option, one->value});
  }
  const auto& typed = invocation.line.typed;
  call.parts.insert(call.parts.end(), typed.begin(), typed.end());
  return call;
}

std::string repeat_command(const std::string& program, const Call& call,
                           const Repetition& repetition) {
  Call again{repetition.claim.empty() ? call.command : "",
             beginning(repetition)};
  if (!repetition.good.empty()) again.command = "bisect " + repetition.good;
  std::size_t texts = 0;
  const bool has_own = !repetition.place.empty() || repetition.text > 0;
  for (const TypedPart& one : call.parts) {
    if (one.option == "formula") ++texts;
    const bool is_own = one.option == "formula" && texts == repetition.text;
    if (has_own && is_source(one) && !is_own) continue;
    if (is_kept(one, repetition)) again.parts.push_back(one);
  }
  if (!repetition.place.empty()) again.parts.push_back({"", repetition.place});
  if (!repetition.claim.empty()) again.add("formula", repetition.claim);
  return again.text(program);
}

}  // namespace spl::runner
