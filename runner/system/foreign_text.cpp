#include "runner/system/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <random>
#include <vector>

#include "parser/lexeme.hpp"

namespace spl::runner {
namespace {

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm,
/// and separators of lines and paragraphs: U+200E, U+200F, U+2028 to U+202E and
/// U+2066 to U+2069.
bool turns_writing(std::string_view sign) {
  return sign == "\u200e" || sign == "\u200f" ||
         (sign >= "\u2028" && sign <= "\u202e") ||
         (sign >= "\u2066" && sign <= "\u2069");
}

/// Returns whether a code point of this length can be shown; length 0: a byte
/// that is no code point, which cannot.
bool can_be_shown(std::string_view text, std::size_t at, std::size_t length) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(text[at + i]);
  };
  if (length == 1) return byte(0) >= ' ' && byte(0) != 127;
  // U+0080 to U+009F are controls, too.
  if (length == 2) {
    return (byte(0) != 0xc2 || byte(1) >= 0xa0) &&
           text.substr(at, 2) != "\u061c";
  }
  return length != 0 && !turns_writing(text.substr(at, length));
}

/// Returns `\u{1b}`, or `\x{ff}` for a byte that is no code point.
std::string escaped(std::string_view sign, bool is_code_point) {
  std::uint32_t number = static_cast<unsigned char>(sign[0]);
  if (is_code_point && sign.size() > 1) {
    number &= 0xffU >> (sign.size() + 1);
    for (const char c : sign.substr(1)) {
      number = number << 6U | (static_cast<unsigned char>(c) & 0x3fU);
    }
  }
  return fmt::format("\\{}{{{:x}}}", is_code_point ? 'u' : 'x', number);
}

/// Returns whether the text looks like an escaped character.
bool looks_escaped(std::string_view rest) {
  return rest.starts_with("\\u{") || rest.starts_with("\\x{");
}

constexpr std::string_view kIndent = "    ";

/// Returns the text with each code point as `shown` writes it, `at` in the
/// text; from the longest on, how much is left.
template <class Shown>
std::string limited(std::string_view text, const Shown& shown) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view sign = text.substr(
        at, std::max<std::size_t>(parser::code_point_length(text, at), 1));
    const std::string part = shown(sign, at);
    if (result.size() + part.size() > kLongestText) {
      return result + fmt::format(" ... and {} more bytes", text.size() - at);
    }
    result += part;
    at += sign.size();
  }
  return result;
}

bool is_space_or_foreign(char c) {
  // Some trim spaces that are not ASCII.
  return c == ' ' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::size_t kLongestElement = 16;  // More than those that count.

/// Whether CTest, or a service that shows reports for JUnit, takes what begins
/// so out of the output of a test, and publishes files that it names.
bool is_heeded(std::string_view element) {
  return element == "<CTest" || element == "<Dart" || element == "[[ATTACHMENT";
}

std::string shown(std::string_view line) {
  constexpr std::size_t kLongest = 200;
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t found = parser::code_point_length(line, at);
    const std::size_t length = std::max<std::size_t>(found, 1);
    if (text.size() + length > kLongest) return text + " ...";
    if (can_be_shown(line, at, found)) {
      text += line.substr(at, length);
    } else {
      text += line[at] == '\t' ? ' ' : '?';
    }
    at += length;
  }
  return text;
}

}  // namespace

void LogMarks::begin_line() {
  at_start_ = starts_ == Starts::kBroken;
  after_colon_ = false;
  hash_ = Hash::kNone;
}

std::string LogMarks::broken(std::string_view part) {
  std::string result;
  for (const char c : part) {
    const bool is_bracket = c == '[' && hash_ == Hash::kTwo;
    const bool is_colon = c == ':' && after_colon_;
    if (c == '<') element_.clear();
    if (c == '[')
      element_ = element_.starts_with('[') && element_.size() < 3 ? "[" : "";
    if (element_.size() < kLongestElement) element_ += c;
    const bool is_element = is_heeded(element_);
    if (c == '\n') {
      begin_line();
      result += c;
      continue;
    }
    result += is_bracket || is_colon || is_element ? escaped({&c, 1}, true)
                                                   : std::string(1, c);
    after_colon_ = c == ':' && at_start_;
    at_start_ = at_start_ && is_space_or_foreign(c);
    if (c == '#') {
      hash_ = hash_ == Hash::kNone ? Hash::kOne : Hash::kTwo;
    } else if (hash_ != Hash::kTwo ||
               std::isalnum(static_cast<unsigned char>(c)) == 0) {
      hash_ = Hash::kNone;
    }
  }
  return result;
}

const std::string& line_feed_sign() {
  static const std::string sign = [] {
    std::random_device random;
    return fmt::format("\x1b{:08x}{:08x}n", random(), random());
  }();
  return sign;
}

std::string shown_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(line_feed_sign())) {
      result += escaped("\n", true);
      at += line_feed_sign().size();
      continue;
    }
    const std::size_t found = parser::code_point_length(text, at);
    const std::string_view sign =
        text.substr(at, std::max<std::size_t>(found, 1));
    const bool stays =
        sign == "\n" || sign == "\t" ||
        (can_be_shown(text, at, found) && !looks_escaped(text.substr(at)));
    result += stays ? std::string(sign) : escaped(sign, found != 0);
    at += sign.size();
  }
  if (result.find("##") == std::string::npos &&
      result.find('<') == std::string::npos &&
      result.find("[[") == std::string::npos) {
    return result;
  }
  return LogMarks(LogMarks::Starts::kLeft).broken(result);
}

std::string foreign_name(std::string_view name) {
  return limited(name, [](std::string_view sign, std::size_t) {
    return sign == "\n" ? line_feed_sign() : std::string(sign);
  });
}

std::string foreign_text(std::string_view text) {
  return limited(text, [&](std::string_view sign, std::size_t at) {
    const bool begins_line =
        sign == "\n" && !text.substr(at + 1).starts_with(kIndent);
    return std::string(sign) + std::string(begins_line ? kIndent : "");
  });
}

std::string message_text(std::string_view message) {
  return limited(message, [&](std::string_view sign, std::size_t at) {
    const bool is_of_a_name =
        sign == "\n" && !message.substr(at + 1).starts_with(kIndent);
    return is_of_a_name ? line_feed_sign() : std::string(sign);
  });
}

std::string last_lines(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::string result;
  for (std::size_t i = lines.size() - std::min(most, lines.size());
       i < lines.size(); ++i) {
    result += "\n    " + shown(lines[i]);
  }
  return result;
}

}  // namespace spl::runner
