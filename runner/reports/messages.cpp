#include "runner/reports/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kOfAKind = 10;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Returns the common part of messages of a kind: without numbers and quotes.
std::string kind_of(std::string_view message) {
  std::string kind;
  bool is_quoted = false;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    if (c == '"') is_quoted = !is_quoted;
    const bool is_point = c == '.' && i > 0 && is_digit(message[i - 1]) &&
                          i + 1 < message.size() && is_digit(message[i + 1]);
    if (!is_quoted && !is_digit(c) && !is_point) kind += c;
  }
  return kind;
}

/// Warnings of a kind: the first and the subjects of the others, each once, or,
/// if they have none, ten of them.
struct Kind {
  std::vector<std::string> shown;
  std::set<std::string> known_subjects;
  std::vector<std::string> subjects = {};
  std::size_t others = 0;
};

std::string others_text(const Kind& kind) {
  if (kind.others == 0) return {};
  constexpr std::size_t kMostSubjects = 5;
  if (kind.subjects.empty()) {
    return fmt::format(" ({} more like this)", kind.others);
  }
  std::string text = " (likewise ";
  for (std::size_t i = 0; i < std::min(kind.subjects.size(), kMostSubjects);
       ++i) {
    text += (i > 0 ? ", " : "") + kind.subjects[i];
  }
  if (kind.others > kMostSubjects) {
    text += fmt::format(" and {} more", kind.others - kMostSubjects);
  }
  return text + ')';
}

void add(const Warning& warning, Kind& kind) {
  const std::string text = to_text(warning);
  const std::string& subject = warning.subject;
  const bool is_known = kind.shown.back() == text;
  if (subject.empty() && !is_known && kind.shown.size() < kOfAKind) {
    kind.shown.push_back(text);
    return;
  }
  // Relations of several groups warn about the performances that they share.
  if (!subject.empty() && !kind.known_subjects.insert(subject).second) return;
  ++kind.others;
  if (!subject.empty()) kind.subjects.push_back(subject);
}

std::vector<Kind> kinds_of(const Warnings& warnings) {
  std::vector<Kind> kinds;
  std::map<std::tuple<std::vector<std::string>, bool, std::string>, std::size_t>
      numbers;
  for (const Warning& warning : warnings) {
    const auto [found, is_new] = numbers.try_emplace(
        {warning.files, warning.subject.empty(), kind_of(warning.rest)},
        kinds.size());
    if (is_new) {
      kinds.push_back({{to_text(warning)}, {warning.subject}});
    } else {
      add(warning, kinds[found->second]);
    }
  }
  return kinds;
}

}  // namespace

bool MessageKinds::admits(const std::string& message, const std::string& what) {
  const auto [found, is_new] =
      numbers_.try_emplace(kind_of(what), counts_.size());
  if (is_new) counts_.push_back({message, 0});
  return ++counts_[found->second].of_kind <= kOfAKind;
}

std::string MessageKinds::rest(std::string_view kind) const {
  std::string text;
  for (const Count& one : counts_) {
    if (one.of_kind <= kOfAKind) continue;
    text += fmt::format("{}: {} more like this: {}\n", kind,
                        one.of_kind - kOfAKind, message_text(one.first));
  }
  return text;
}

std::vector<GroupedWarning> grouped(const Warnings& warnings) {
  std::vector<GroupedWarning> result;
  for (const Kind& kind : kinds_of(warnings)) {
    for (const std::string& one : kind.shown) result.push_back({one, ""});
    result.back().others = others_text(kind);
  }
  return result;
}

std::string grouped_warnings_text(const Warnings& warnings, Colors colors,
                                  std::size_t width) {
  constexpr std::string_view kWord = "warning:";
  std::string text;
  for (const GroupedWarning& one : grouped(warnings)) {
    std::string line = std::string(kWord) + ' ' + message_text(one.text) +
                       foreign_name(one.others);
    if (width != kUnlimited) line = wrapped(line, {width, 4});
    text += painted_warning(kWord, colors) + line.substr(kWord.size()) + '\n';
  }
  return text;
}

std::string warnings_text(const Warnings& warnings, Colors colors) {
  MessageKinds kinds;
  std::string text;
  for (const Warning& warning : warnings) {
    const std::string message = to_text(warning);
    if (!kinds.admits(message, warning.rest)) continue;
    text += painted_warning("warning: ", colors) + message_text(message) + '\n';
  }
  return text + kinds.rest("warning");
}

std::string diagnostics_text(const std::vector<parser::Diagnostic>& diagnostics,
                             std::string_view kind) {
  MessageKinds kinds;
  std::string text;
  for (parser::Diagnostic one : diagnostics) {
    if (!kinds.admits(one.message, one.message)) continue;
    one.file = foreign_name(one.file);
    one.message = message_text(one.message);
    text += parser::to_text(one, kind);
  }
  return text + kinds.rest(kind);
}

}  // namespace spl::runner
