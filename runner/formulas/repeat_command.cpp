#include "runner/formulas/repeat_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "runner/settings/options.hpp"
#include "runner/system/command_words.hpp"

namespace spl::runner {
namespace {

enum class Part {
  kKept,
  kDropped,          ///< A flag, or an option with its value: `--json=PATH`.
  kDroppedWithNext,  ///< `--json`: the path is the next word.
};

/// Returns whether an option is about how a call reports, not about what it
/// finds.
bool is_about_reporting(std::string_view name) {
  if (name == "document" || name == "portability" || name == "signs-of-life" ||
      name == "columns") {
    return true;
  }
  const Option* option = find_option(name);
  return option != nullptr && option->topic == Option::Topic::kOutput &&
         name != "undecided" && name != "history";
}

/// Returns whether a claim of --guard has the option in its formula.
bool is_about_claims(std::string_view name) {
  return name == "guard" || name == "strict" || name == "tolerance" ||
         name == "may-hide";
}

bool keeps_filter(const Repetition& repetition) {
  return repetition.seed || repetition.keeps_filter;
}

/// Returns whether the repetition has an option of its own instead.
bool is_replaced(std::string_view name, const Repetition& repetition) {
  const bool is_about_level =
      name == "alpha" || name == "familywise" || name == "family";
  return (name == "filter" && !keeps_filter(repetition)) || name == "seed" ||
         (is_about_level && repetition.level) ||
         (name == "family" && repetition.family) ||
         (name == "metric" && !repetition.metric.empty()) ||
         (is_about_claims(name) && !repetition.claim.empty());
}

bool is_flag(std::string_view name) {
  if (name == "guard") return true;
  const Option* option = find_option(name);
  return option != nullptr && option->value.empty();
}

Part part_of(std::string_view word, const Repetition& repetition) {
  if (word == "-q" || word == "-v") return Part::kDropped;
  if (word == "-f" && !keeps_filter(repetition)) return Part::kDroppedWithNext;
  if (!word.starts_with("--")) return Part::kKept;
  const std::size_t sign = word.find('=');
  const std::string_view name =
      word.substr(2, sign == word.npos ? sign : sign - 2);
  if (!is_about_reporting(name) && !is_replaced(name, repetition)) {
    return Part::kKept;
  }
  return sign != word.npos || is_flag(name) ? Part::kDropped
                                            : Part::kDroppedWithNext;
}

std::vector<std::string> beginning(const std::string& program,
                                   const Repetition& repetition) {
  std::vector<std::string> words{program};
  if (repetition.seed) {
    words.insert(words.end(), {"--seed", std::to_string(*repetition.seed)});
  } else {
    words.emplace_back("-v");
  }
  if (repetition.level) {
    words.insert(words.end(), {"--familywise", "0", "--alpha",
                               fmt::format("{:.4g}", *repetition.level)});
  }
  if (repetition.family) {
    words.insert(words.end(), {"--family", std::to_string(*repetition.family)});
  }
  if (!repetition.metric.empty()) {
    words.insert(words.end(), {"--metric", repetition.metric});
  }
  if (!repetition.label.empty()) {
    words.insert(words.end(), {"-f", repetition.label});
  }
  return words;
}

bool is_given(const std::string& option, const std::vector<Assignment>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Assignment& one) {
    return one.option == option;
  });
}

}  // namespace

std::vector<std::string> repeated_words(const Invocation& invocation) {
  std::vector<std::string> words;
  const auto& ambient = invocation.ambient;
  const bool decides = invocation.line.mode == Mode::kEvaluate ||
                       invocation.line.mode == Mode::kGuard;
  for (auto one = ambient.begin(); one != ambient.end(); ++one) {
    const Option& option = *find_option(one->option);
    const bool is_flag = option.value.empty();
    // Given observations take no option about measuring.
    const bool is_idle = !decides || (!invocation.settings.data.empty() &&
                                      option.topic != Option::Topic::kDecision);
    const bool is_replaced =
        is_given(one->option, invocation.line.assignments) ||
        is_given(one->option, {std::next(one), ambient.end()});
    if (is_idle || is_replaced || (is_flag && one->value != "true")) continue;
    words.push_back("--" + one->option);
    if (!is_flag) words.push_back(one->value);
  }
  const auto& typed = invocation.line.arguments;
  words.insert(words.end(), typed.begin(), typed.end());
  return words;
}

std::string repeat_command(const std::string& program,
                           const std::vector<std::string>& arguments,
                           const Repetition& repetition) {
  std::vector<std::string> words = beginning(program, repetition);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    // The words that follow are files, or the commands that are compared.
    if (word == "--" || word == "--compare") {
      words.insert(words.end(),
                   arguments.begin() + static_cast<std::ptrdiff_t>(i),
                   arguments.end());
      break;
    }
    if (word == "--own-program" && repetition.needs_no_program) {
      ++i;
      continue;
    }
    const Part part = part_of(word, repetition);
    if (part == Part::kDroppedWithNext) ++i;
    if (part == Part::kKept) {
      words.push_back(word == "--own-program" ? "-p" : word);
    }
  }
  if (!repetition.claim.empty()) {
    words.insert(words.end(), {"-e", repetition.claim});
  }
  return to_text(words);
}

}  // namespace spl::runner
