// Code whose branches depend on an input that it sees again and again, so that
// predictors learn it over the calls of a process: a decoder, a tokenizer, an
// interpreter, a regular expression and a sort. `settled` learns nothing.
#include <algorithm>
#include <cstdint>
#include <regex>
#include <spl/workload.hpp>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(spl::Controller& spl, std::size_t count) {
  Bytes bytes(count);
  for (auto& one : bytes) {
    one = static_cast<std::uint8_t>(spl.random()(0, 255));
  }
  return bytes;
}

/// Literals, and matches of 4 to 19 bytes, as in LZ4's block format.
std::size_t decoded(const Bytes& code, Bytes& out) {
  std::size_t at = 0;
  std::size_t end = 32;
  while (at + 17 < code.size()) {
    const std::uint8_t token = code[at++];
    const std::size_t literals = token >> 4U;
    for (std::size_t i = 0; i < literals; ++i) out[end++] = code[at++];
    const std::size_t distance = 1 + (code[at++] & 31U);
    const std::size_t length = 4 + (token & 15U);
    for (std::size_t i = 0; i < length; ++i, ++end) {
      out[end] = out[end - distance];
    }
  }
  return end;
}

std::string source_text(spl::Controller& spl, int words) {
  const char* const kParts[] = {"if", "x1",   "==",       "42",
                                "(",  ")",    "while",    "name",
                                "+",  "3.14", "\"text\"", "\n"};
  std::string text;
  for (int i = 0; i < words; ++i) {
    text += kParts[spl.random()(0, 11)];
    if (spl.random()(0, 2) != 0) text += ' ';
  }
  return text;
}

/// Returns a sum over the kinds and lengths of the tokens.
std::size_t tokenized(const std::string& text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t sum = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t first = i;
    const char c = text[i++];
    if (is_letter(c)) {
      while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
      sum += 3 * (i - first);
    } else if (is_digit(c)) {
      while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
      sum += 5 * (i - first);
    } else if (c == '"') {
      while (i < text.size() && text[i++] != '"') {
      }
      sum += 7 * (i - first);
    } else if (c != ' ') {
      sum += 11;
    }
  }
  return sum;
}

std::uint64_t interpreted(const Bytes& program) {
  std::uint64_t a = 1;
  std::uint64_t b = 2;
  for (std::size_t at = 0; at < program.size(); ++at) {
    switch (program[at] & 7U) {
      case 0:
        a += b;
        break;
      case 1:
        b ^= a;
        break;
      case 2:
        a = (a << 3U) | (a >> 61U);
        break;
      case 3:
        b *= 0x9E3779B97F4A7C15ULL;
        break;
      case 4:
        std::swap(a, b);
        break;
      case 5:
        if ((a & 1U) != 0) ++at;
        break;
      case 6:
        a -= at;
        break;
      default:
        if (b > a) b -= a;
        break;
    }
  }
  return a + b;
}

}  // namespace

SPL_WORKLOAD(decoder, (int bytes), spl::values(6000)) {
  const Bytes code = random_bytes(spl, static_cast<std::size_t>(bytes));
  Bytes out(code.size() * 20 + 64);
  while (spl.needs_more()) spl::keep(decoded(code, out));
}
SPL_WORKLOAD(tokenizer, (int words), spl::values(4000)) {
  const std::string text = source_text(spl, words);
  while (spl.needs_more()) spl::keep(tokenized(text));
}
SPL_WORKLOAD(interpreter, (int bytes), spl::values(3000)) {
  const Bytes program = random_bytes(spl, static_cast<std::size_t>(bytes));
  while (spl.needs_more()) spl::keep(interpreted(program));
}
SPL_WORKLOAD(expression, (int words), spl::values(60)) {
  const std::string text = source_text(spl, words);
  const std::regex pattern("([a-z]+[0-9]*|[0-9.]+|\"[^\"]*\")");
  while (spl.needs_more()) {
    const auto begin = std::sregex_iterator(text.begin(), text.end(), pattern);
    spl::keep(std::distance(begin, std::sregex_iterator()));
  }
}
SPL_WORKLOAD(sort, (int size), spl::values(2000)) {
  std::vector<std::uint32_t> input(static_cast<std::size_t>(size));
  for (auto& one : input) one = static_cast<std::uint32_t>(spl.random()());
  while (spl.needs_more()) {
    std::vector<std::uint32_t> copy = input;
    std::sort(copy.begin(), copy.end());
    spl::keep(copy.data());
  }
}
SPL_WORKLOAD(settled, (int steps), spl::values(10000)) {
  std::uint64_t x = 1;
  while (spl.needs_more()) {
    for (int i = 0; i < steps; ++i) x = x * 6364136223846793005ULL + 1;
    spl::keep(x);
  }
}
