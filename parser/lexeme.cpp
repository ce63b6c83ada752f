#include "parser/lexeme.hpp"

#include <algorithm>
#include <array>

namespace spl::parser {
namespace {

using Kind = Lexeme::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_word_part(char c) { return is_word_start(c) || is_digit(c); }

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool is_revision_part(char c) {
  return is_word_part(c) ||
         std::string_view("./~^-").find(c) != std::string_view::npos;
}

// A view of the text with zeroes after the end.
class Characters {
 public:
  explicit Characters(std::string_view text) : text_(text) {}

  char operator[](std::size_t i) const {
    return i < text_.size() ? text_[i] : '\0';
  }
  std::size_t size() const { return text_.size(); }

  template <typename Predicate>
  std::size_t skip(std::size_t i, Predicate matches) const {
    while (i < text_.size() && matches(text_[i])) ++i;
    return i;
  }

 private:
  std::string_view text_;
};

std::size_t word_end(const Characters& text, std::size_t i) {
  for (;;) {
    i = text.skip(i, is_word_part);
    if (text[i] == '.' && is_word_start(text[i + 1])) {
      i += 1;
    } else if (text[i] == ':' && text[i + 1] == ':' &&
               is_word_start(text[i + 2])) {
      i += 2;
    } else {
      return i;
    }
  }
}

std::size_t number_end(const Characters& text, std::size_t i) {
  i = text.skip(i, is_word_part);
  if (text[i] == '.' && is_digit(text[i + 1])) {
    i = text.skip(i + 1, is_word_part);
  }
  const char before = text[i - 1];
  if ((before == 'e' || before == 'E') && (text[i] == '-' || text[i] == '+') &&
      is_digit(text[i + 1])) {
    i = text.skip(i + 1, is_word_part);
  }
  return i;
}

std::size_t revision_end(const Characters& text, std::size_t i) {
  while (is_revision_part(text[i]) && !(text[i] == '-' && text[i + 1] == '>')) {
    ++i;
  }
  return i;
}

std::size_t sign_end(const Characters& text, std::size_t i) {
  constexpr std::array<std::string_view, 5> kPairs = {"->", "..", "::", "//",
                                                      "/*"};
  const auto in_run = [](char c) {
    return std::string_view("<>=!&|").find(c) != std::string_view::npos;
  };
  if (in_run(text[i])) return text.skip(i, in_run);
  const bool pair = std::ranges::any_of(
      kPairs, [&](auto p) { return text[i] == p[0] && text[i + 1] == p[1]; });
  return i + (pair ? 2 : 1);
}

Lexeme string_at(std::string_view text, std::size_t begin) {
  const std::size_t end =
      text.find_first_of(text[begin] == '"' ? "\"\r\n" : "'\r\n", begin + 1);
  if (end == std::string_view::npos || text[end] != text[begin]) {
    return {Kind::kUnclosed, begin, begin + 1};
  }
  return {Kind::kString, begin, end + 1};
}

}  // namespace

std::size_t code_point_length(std::string_view text, std::size_t offset) {
  const Characters characters(text);
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(characters[offset + i]);
  };
  if (offset >= text.size()) return 0;
  const auto continues = [&](std::size_t i) {
    return (byte(i) & 0xC0) == 0x80;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first < 0xF0) {
    if (first == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (first == 0xED && byte(1) > 0x9F) return 0;  // surrogate
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first < 0xF5) {
    if (first == 0xF0 && byte(1) < 0x90) return 0;  // overlong
    if (first == 0xF4 && byte(1) > 0x8F) return 0;  // after U+10FFFF
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

Lexeme lexeme_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return {Kind::kEnd, text.size(), text.size()};
  const Characters characters(text);
  const char c = text[offset];
  if (is_blank(c)) {
    return {Kind::kBlank, offset, characters.skip(offset, is_blank)};
  }
  if (c == '\n') return {Kind::kNewline, offset, offset + 1};
  if (c == '#') {
    return {Kind::kComment, offset,
            std::min(text.find('\n', offset), text.size())};
  }
  if (c == '"' || c == '\'') return string_at(text, offset);
  if (is_word_start(c)) {
    return {Kind::kWord, offset, word_end(characters, offset)};
  }
  if (is_digit(c)) {
    return {Kind::kNumber, offset, number_end(characters, offset)};
  }
  if (c == '@') {
    const std::size_t end = revision_end(characters, offset + 1);
    return {end > offset + 1 ? Kind::kRevision : Kind::kSign, offset, end};
  }
  if (c < ' ' || c == '\x7f') {
    const std::size_t length = code_point_length(text, offset);
    return {Kind::kForeign, offset, offset + std::max<std::size_t>(length, 1)};
  }
  return {Kind::kSign, offset, sign_end(characters, offset)};
}

Lexeme next_lexeme(std::string_view text, std::size_t offset) {
  Lexeme lexeme = lexeme_at(text, offset);
  while (lexeme.is_space()) lexeme = lexeme_at(text, lexeme.end);
  return lexeme;
}

bool is_reserved(std::string_view word) {
  constexpr std::array<std::string_view, 9> kReserved = {
      "for", "exists", "in", "and", "or", "not", "implies", "within", "step"};
  return word == "THIS" ||
         std::ranges::find(kReserved, word) != kReserved.end();
}

bool continues_statement(std::string_view lexeme) {
  constexpr std::array<std::string_view, 4> kWords = {"and", "or", "implies",
                                                      "within"};
  if (lexeme.empty() || lexeme == "!") return false;
  return std::string_view("<>=!&|+-*/").find(lexeme[0]) !=
             std::string_view::npos ||
         std::ranges::find(kWords, lexeme) != kWords.end();
}

}  // namespace spl::parser
