#include "parser/embedded_text.hpp"

#include <algorithm>
#include <cstdint>

namespace spl::parser {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

struct Digits {
  std::uint32_t value = 0;
  std::size_t count = 0;
};

Digits digits(std::string_view text, int base, std::size_t most) {
  Digits result;
  while (result.count < std::min(most, text.size())) {
    const int digit = digit_value(text[result.count]);
    if (digit >= base) break;
    result.value = result.value * static_cast<std::uint32_t>(base) +
                   static_cast<std::uint32_t>(digit);
    ++result.count;
  }
  return result;
}

void append_utf8(std::string& text, std::uint32_t point) {
  const auto add = [&](std::uint32_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  const auto add_rest = [&](int shift) {
    add(0x80 | ((point >> shift) & 0x3F));
  };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0 | (point >> 6));
    add_rest(0);
  } else if (point < 0x10000) {
    add(0xE0 | (point >> 12));
    add_rest(6);
    add_rest(0);
  } else {
    add(0xF0 | ((point >> 18) & 7));
    add_rest(12);
    add_rest(6);
    add_rest(0);
  }
}

}  // namespace

void EmbeddedText::add_literal(std::string_view literal, std::size_t place) {
  const std::size_t quote = literal.find('"');
  std::size_t at = quote + 1;
  std::size_t end = literal.size();
  if (end > at && literal.back() == '"') --end;
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('(', quote);
    const std::size_t closing = open - quote;  // `)`, delimiter, less its quote
    at = open + 1;
    end = std::max(at, literal.size() - std::min(literal.size(), closing + 1));
    begin_piece(place + at);
    text_ += literal.substr(at, end - at);
    begin_piece(place + end);
    return;
  }
  begin_piece(place + at);
  while (at < end) {
    const std::size_t next = std::min(literal.find('\\', at), end);
    text_ += literal.substr(at, next - at);
    at = next;
    if (at == end) break;
    begin_piece(place + at);
    at = std::min(end, at + add_escape(literal.substr(at, end - at)));
    begin_piece(place + at);
  }
  begin_piece(place + end);
}

// Adds an escape and returns its length in the source.
std::size_t EmbeddedText::add_escape(std::string_view escape) {
  constexpr std::string_view kLetters = "abfnrtv";
  constexpr std::string_view kControls = "\a\b\f\n\r\t\v";
  if (escape.size() < 2) return 1;
  const char c = escape[1];
  if (c == '\n') return 2;  // a spliced line
  if (c == '\r') return escape.substr(2, 1) == "\n" ? 3 : 2;
  if (const std::size_t i = kLetters.find(c); i != kLetters.npos) {
    text_ += kControls[i];
    return 2;
  }
  if (c == 'u' || c == 'U') {
    const auto [point, count] = digits(escape.substr(2), 16, c == 'u' ? 4 : 8);
    append_utf8(text_, point);
    return 2 + count;
  }
  if (c == 'x') {
    const auto [value, count] = digits(escape.substr(2), 16, escape.size());
    text_ += static_cast<char>(static_cast<unsigned char>(value));
    return 2 + count;
  }
  if (const auto [value, count] = digits(escape.substr(1), 8, 3); count > 0) {
    text_ += static_cast<char>(static_cast<unsigned char>(value));
    return 1 + count;
  }
  text_ += c;
  return 2;
}

std::size_t EmbeddedText::place_in_source(std::size_t offset) const {
  const auto next =
      std::ranges::upper_bound(pieces_, offset, {}, &Piece::offset);
  if (next == pieces_.begin()) return 0;
  const Piece& piece = *std::prev(next);
  return piece.place + (offset - piece.offset);
}

logic::Problem EmbeddedText::in_source(logic::Problem problem) const {
  problem.span = {place_in_source(problem.span.begin),
                  place_in_source(problem.span.end)};
  return problem;
}

}  // namespace spl::parser
