#include "parser/cpp_lexer.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace spl::parser {
namespace {

using Kind = CppToken::Kind;

enum class Class : unsigned char { kOther, kSpace, kNewline, kWord, kDigit };

constexpr std::array<Class, 256> classes() {
  std::array<Class, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || c == '_' || c == '$' || c >= 0x80) table[c] = Class::kWord;
    if (c >= '0' && c <= '9') table[c] = Class::kDigit;
  }
  for (const char c : {' ', '\t', '\r', '\v', '\f'}) {
    table[static_cast<unsigned char>(c)] = Class::kSpace;
  }
  table['\n'] = Class::kNewline;
  return table;
}

constexpr std::array<Class, 256> kClasses = classes();

Class class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }

bool is_word_part(char c) {
  return class_of(c) == Class::kWord || class_of(c) == Class::kDigit;
}

bool is_prefix(std::string_view word) {
  return word == "u8" || word == "u" || word == "U" || word == "L";
}

bool is_raw_prefix(std::string_view word) {
  if (word.empty() || word.back() != 'R') return false;
  word.remove_suffix(1);
  return word.empty() || is_prefix(word);
}

// The words of a directive: `if`, and the rest without comments.
struct Directive {
  std::string_view name;
  std::string_view condition;
};

Directive directive_of(std::string_view line) {
  const auto trim = [&] {
    const std::size_t first = line.find_first_not_of(" \t\r\v\f\n");
    line.remove_prefix(std::min(first, line.size()));
  };
  line.remove_prefix(1);  // #
  trim();
  std::size_t end = 0;
  while (end < line.size() && is_word_part(line[end])) ++end;
  const std::string_view name = line.substr(0, end);
  line.remove_prefix(end);
  trim();
  line = line.substr(0, std::min(line.find("//"), line.find("/*")));
  const std::size_t last = line.find_last_not_of(" \t\r\v\f\n");
  return {name, line.substr(0, last == line.npos ? 0 : last + 1)};
}

bool is_never(std::string_view condition) {
  return condition == "0" || condition == "(0)" || condition == "false" ||
         condition.substr(0, 4) == "0 &&";
}

bool is_always(std::string_view condition) {
  return condition == "1" || condition == "(1)" || condition == "true";
}

}  // namespace

CppToken CppLexer::next() {
  for (;;) {
    CppToken token = raw_token();
    if (token.kind == Kind::kEnd) return token;
    if (token.kind == Kind::kIf) {
      if (follow_directive(token)) return token;
    } else if (branches_.empty() || branches_.back() != Branch::kDisabled) {
      return token;
    }
  }
}

bool CppLexer::follow_directive(CppToken& token) {
  const auto [name, condition] = directive_of(token.text(text_));
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    if (!branches_.empty() && branches_.back() == Branch::kDisabled) {
      skip_conditional();
      return false;
    }
    Branch branch = Branch::kOpen;
    if (name == "if" && is_never(condition)) branch = Branch::kDisabled;
    if (name == "if" && is_always(condition)) branch = Branch::kTaken;
    branches_.push_back(branch);
    return true;
  }
  if (branches_.empty()) return false;
  if (name == "else" || name.substr(0, 4) == "elif") {
    token.kind = Kind::kElse;
    if (branches_.back() == Branch::kTaken) {
      token = skip_conditional();
      branches_.pop_back();
    } else {
      const bool never = name == "elif" && is_never(condition);
      branches_.back() = never ? Branch::kDisabled : Branch::kOpen;
    }
    return true;
  }
  if (name != "endif") return false;
  branches_.pop_back();
  token.kind = Kind::kEndIf;
  return true;
}

CppToken CppLexer::skip_conditional() {
  std::size_t depth = 1;
  for (;;) {
    CppToken token = raw_token();
    if (token.kind == Kind::kEnd) return token;
    if (token.kind != Kind::kIf) continue;
    const std::string_view name = directive_of(token.text(text_)).name;
    if (name.substr(0, 2) == "if") ++depth;
    if (name == "endif" && --depth == 0) {
      token.kind = Kind::kEndIf;
      return token;
    }
  }
}

CppToken CppLexer::raw_token() {
  for (;;) {
    if (at_ >= text_.size()) return {Kind::kEnd, text_.size(), text_.size()};
    const std::size_t begin = at_;
    const char c = text_[begin];
    switch (class_of(c)) {
      case Class::kNewline:
        line_begins_ = true;
        [[fallthrough]];
      case Class::kSpace:
        ++at_;
        continue;
      case Class::kWord:
        return word(begin);
      case Class::kDigit:
        return take(Kind::kNumber, number_end(begin));
      case Class::kOther:
        break;
    }
    const char following = character(begin + 1);
    if (c == '/' && (following == '/' || following == '*')) {
      at_ = comment_end(begin);
      continue;
    }
    if (const std::size_t length = splice_length(begin); length > 0) {
      at_ += length;
      continue;
    }
    if (c == '#' && line_begins_) {
      CppToken token = take(Kind::kIf, directive_end(begin));
      line_begins_ = true;
      return token;
    }
    if (c == '"') return take(Kind::kString, quoted_end(begin));
    if (c == '\'') return take(Kind::kCharacter, quoted_end(begin));
    if (c == '.' && class_of(following) == Class::kDigit) {
      return take(Kind::kNumber, number_end(begin));
    }
    const bool pair =
        (c == ':' && following == ':') || (c == '-' && following == '>');
    return take(Kind::kSign, begin + (pair ? 2 : 1));
  }
}

CppToken CppLexer::take(Kind kind, std::size_t end) {
  const CppToken token{kind, at_, end};
  at_ = end;
  line_begins_ = false;
  return token;
}

CppToken CppLexer::word(std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < text_.size() && is_word_part(text_[end])) ++end;
  const char following = character(end);
  if (following == '"' || following == '\'') {
    const std::string_view it = text_.substr(begin, end - begin);
    if (following == '"' && is_raw_prefix(it)) {
      const std::size_t raw_end = raw_string_end(end);
      if (raw_end > 0) return take(Kind::kString, raw_end);
    } else if (is_prefix(it)) {
      return take(following == '"' ? Kind::kString : Kind::kCharacter,
                  quoted_end(end));
    }
  }
  return take(Kind::kWord, end);
}

std::size_t CppLexer::comment_end(std::size_t begin) const {
  if (text_[begin + 1] == '*') {
    const std::size_t end = text_.find("*/", begin + 2);
    return end == text_.npos ? text_.size() : end + 2;
  }
  // A spliced line goes on.
  for (std::size_t at = begin;; ++at) {
    at = text_.find('\n', at);
    if (at == text_.npos) return text_.size();
    const bool carriage_return = text_[at - 1] == '\r';
    if (text_[at - (carriage_return ? 2 : 1)] != '\\') return at;
  }
}

std::size_t CppLexer::number_end(std::size_t begin) const {
  std::size_t end = begin + 1;
  for (; end < text_.size(); ++end) {
    const char c = text_[end];
    if (is_word_part(c) || c == '.') continue;
    if (c == '\'' && is_word_part(character(end + 1))) continue;
    const char before = text_[end - 1];
    const bool exponent =
        before == 'e' || before == 'E' || before == 'p' || before == 'P';
    if (exponent && (c == '+' || c == '-')) continue;
    break;
  }
  return end;
}

std::size_t CppLexer::quoted_end(std::size_t quote) const {
  std::size_t at = quote + 1;
  while (at < text_.size() && text_[at] != text_[quote]) {
    if (text_[at] == '\n') return at;  // not closed on its line
    if (text_[at] == '\\') {
      at += std::max<std::size_t>(splice_length(at), 2);
    } else {
      ++at;
    }
  }
  return std::min(at + 1, text_.size());
}

std::size_t CppLexer::raw_string_end(std::size_t quote) const {
  constexpr std::size_t kMostDelimiter = 16;
  const std::string_view behind = text_.substr(quote + 1, kMostDelimiter + 1);
  const std::size_t length = behind.find_first_of("( )\\\t\n");
  if (length == behind.npos || behind[length] != '(') return 0;
  const std::string closing = ')' + std::string(behind.substr(0, length)) + '"';
  const std::size_t close = text_.find(closing, quote + 1 + length + 1);
  return close == text_.npos ? text_.size() : close + closing.size();
}

std::size_t CppLexer::directive_end(std::size_t begin) const {
  std::size_t at = begin;
  while (at < text_.size() && text_[at] != '\n') {
    const char c = text_[at];
    if (c == '/' && (character(at + 1) == '/' || character(at + 1) == '*')) {
      at = comment_end(at);
    } else if (c == '"') {
      const bool raw = text_[at - 1] == 'R' && !is_word_part(text_[at - 2]);
      const std::size_t raw_end = raw ? raw_string_end(at) : 0;
      at = raw_end > 0 ? raw_end : quoted_end(at);
    } else {
      at += std::max<std::size_t>(splice_length(at), 1);
    }
  }
  return at;
}

std::size_t CppLexer::splice_length(std::size_t at) const {
  if (text_[at] != '\\') return 0;
  if (character(at + 1) == '\n') return 2;
  return character(at + 1) == '\r' && character(at + 2) == '\n' ? 3 : 0;
}

}  // namespace spl::parser
