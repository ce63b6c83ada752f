#include "runner/reports/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kOfAKind = 10;

constexpr std::string_view kColon = ": ";

/// Returns the origin that the message of an earlier report begins with: "when
/// FILE was measured: "; empty if there is none.
std::string_view origin_of(std::string_view message) {
  constexpr std::string_view kEnd = " was measured: ";
  if (!message.starts_with("when ")) return {};
  const std::size_t end = message.find(kEnd);
  return end == message.npos ? std::string_view()
                             : message.substr(0, end + kEnd.size());
}

/// Returns the message without the name that it begins with, and without the
/// label of the formula after "FILE:LINE".
std::string_view without_names(std::string_view message) {
  message.remove_prefix(origin_of(message).size());
  const std::size_t name = message.find(kColon);
  if (name == message.npos) return message;
  const std::string_view place = message.substr(0, name);
  const std::size_t line = place.find_last_not_of("0123456789");
  const bool is_place =
      line != place.npos && line + 1 < place.size() && place[line] == ':';
  const std::size_t label =
      is_place ? message.find(kColon, name + kColon.size()) : message.npos;
  return message.substr(label == message.npos ? name : label);
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Returns the common part of messages of a kind: without numbers and quotes.
std::string kind_of(std::string_view message) {
  std::string kind;
  bool is_quoted = false;
  const std::string_view rest = without_names(message);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '"') is_quoted = !is_quoted;
    const bool is_point = c == '.' && i > 0 && is_digit(rest[i - 1]) &&
                          i + 1 < rest.size() && is_digit(rest[i + 1]);
    if (!is_quoted && !is_digit(c) && !is_point) kind += c;
  }
  return kind;
}

/// Whether a text is a name, a place or a relation, and no other words: blanks
/// are in brackets, or a sign is among the words.
bool is_name(std::string_view text) {
  int depth = 0;
  bool has_blank = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ' ' || depth > 0) continue;
    has_blank = true;
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (std::string_view("<>=!").find(next) != std::string_view::npos) {
      return true;
    }
  }
  return !text.empty() && !has_blank;
}

/// Returns the name that a message begins with, `NAME: ...` or `NAME is ...`;
/// empty if there is none.
std::string name_of(std::string_view message) {
  message.remove_prefix(origin_of(message).size());
  const std::size_t end = message.find(": ");
  if (end == message.npos) return {};
  std::string name(message.substr(0, end));
  name.resize(std::min(name.find(" is "), name.size()));
  return is_name(name) ? name : std::string();
}

/// Warnings of a kind: the first and the names of the others, each once, or, if
/// they begin with no names, ten of them.
struct Kind {
  std::vector<std::string> shown;
  std::set<std::string> known_names;
  std::vector<std::string> names = {};
  std::size_t others = 0;
};

std::string others_text(const Kind& kind) {
  if (kind.others == 0) return {};
  constexpr std::size_t kMostNames = 5;
  if (kind.names.empty()) {
    return fmt::format(" ({} more like this)", kind.others);
  }
  std::string text = " (likewise ";
  for (std::size_t i = 0; i < std::min(kind.names.size(), kMostNames); ++i) {
    text += (i > 0 ? ", " : "") + kind.names[i];
  }
  if (kind.others > kMostNames) {
    text += fmt::format(" and {} more", kind.others - kMostNames);
  }
  return text + ')';
}

void add(const std::string& warning, const std::string& name, Kind& kind) {
  const bool is_known = kind.shown.back() == warning;
  if (name.empty() && !is_known && kind.shown.size() < kOfAKind) {
    kind.shown.push_back(warning);
    return;
  }
  // Relations of several groups warn about the performances that they share.
  if (!name.empty() && !kind.known_names.insert(name).second) return;
  ++kind.others;
  if (!name.empty()) kind.names.push_back(name);
}

std::vector<Kind> kinds_of(const std::vector<std::string>& warnings) {
  std::vector<Kind> kinds;
  std::map<std::string, std::size_t> numbers;
  for (const std::string& warning : warnings) {
    const std::string name = name_of(warning);
    const std::string key = std::string(origin_of(warning)) +
                            (name.empty() ? "" : "named") + kind_of(warning);
    const auto [found, is_new] = numbers.try_emplace(key, kinds.size());
    if (is_new) {
      kinds.push_back({{warning}, {name}});
    } else {
      add(warning, name, kinds[found->second]);
    }
  }
  return kinds;
}

}  // namespace

bool MessageKinds::admits(const std::string& message) {
  const auto [found, is_new] =
      numbers_.try_emplace(kind_of(message), counts_.size());
  if (is_new) counts_.push_back({message, 0});
  return ++counts_[found->second].of_kind <= kOfAKind;
}

std::string MessageKinds::rest(std::string_view kind) const {
  std::string text;
  for (const Count& one : counts_) {
    if (one.of_kind <= kOfAKind) continue;
    text += fmt::format("{}: {} more like this: {}\n", kind,
                        one.of_kind - kOfAKind, foreign_text(one.first));
  }
  return text;
}

std::string grouped_warnings_text(const std::vector<std::string>& warnings,
                                  Colors colors, std::size_t width) {
  constexpr std::string_view kWord = "warning:";
  std::string text;
  for (const Kind& kind : kinds_of(warnings)) {
    for (const std::string& one : kind.shown) {
      std::string line = std::string(kWord) + ' ' + foreign_text(one);
      if (&one == &kind.shown.back()) line += foreign_name(others_text(kind));
      if (width != kUnlimited) line = wrapped(line, {width, 4});
      text += painted_warning(kWord, colors) + line.substr(kWord.size()) + '\n';
    }
  }
  return text;
}

std::string warnings_text(const std::vector<std::string>& warnings,
                          Colors colors) {
  MessageKinds kinds;
  std::string text;
  for (const std::string& warning : warnings) {
    if (!kinds.admits(warning)) continue;
    text += painted_warning("warning: ", colors) + foreign_text(warning) + '\n';
  }
  return text + kinds.rest("warning");
}

std::string diagnostics_text(const std::vector<parser::Diagnostic>& diagnostics,
                             std::string_view kind) {
  MessageKinds kinds;
  std::string text;
  for (parser::Diagnostic one : diagnostics) {
    if (!kinds.admits(one.message)) continue;
    one.file = foreign_name(one.file);
    text += parser::to_text(one, kind);
  }
  return text + kinds.rest(kind);
}

}  // namespace spl::runner
