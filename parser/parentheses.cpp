#include "parser/parentheses.hpp"

#include "parser/lexeme.hpp"

namespace spl::parser {
namespace {

constexpr unsigned char kKnown = 1;
constexpr unsigned char kFormula = 2;
constexpr unsigned char kTuple = 4;

unsigned char meaning(const Lexeme& lexeme, std::string_view text) {
  const std::string_view it = lexeme.text(text);
  if (lexeme.kind == Lexeme::Kind::kWord) {
    const bool connects =
        is_reserved(it) && it != "in" && it != "step" && it != "THIS";
    return connects ? kFormula : 0;
  }
  if (lexeme.kind != Lexeme::Kind::kSign) return 0;
  if (it == ",") return kTuple;
  const bool relates = it == "->" || std::string_view("<>=!&|").find(it[0]) !=
                                         std::string_view::npos;
  return relates ? kFormula : 0;
}

}  // namespace

bool Parentheses::hold_formula(std::size_t offset) {
  return (contents(offset) & kFormula) != 0;
}

bool Parentheses::hold_tuple(std::size_t offset) {
  return (contents(offset) & kTuple) != 0;
}

unsigned char Parentheses::contents(std::size_t offset) {
  if (contents_.empty()) contents_.resize(text_.size());
  if (contents_[offset] == 0) scan(offset);
  return contents_[offset];
}

// An unclosed parenthesis is read up to the next `;`. All parentheses in it are
// then known, too, so that a text of only `(` is not read again for each.
void Parentheses::scan(std::size_t offset) {
  open_.clear();
  std::size_t position = offset;
  do {
    const Lexeme lexeme = lexeme_at(text_, position);
    position = lexeme.end;
    work_ += lexeme.end - lexeme.begin;
    const char first =
        lexeme.kind == Lexeme::Kind::kSign ? text_[lexeme.begin] : '\0';
    if (lexeme.kind == Lexeme::Kind::kEnd || first == ';') {
      while (!open_.empty()) close_innermost();
    } else if (first == '(' || first == '[') {
      open_.push_back({lexeme.begin, kKnown});
    } else if (first == ']') {
      if (text_[open_.back().offset] == '[') close_innermost();
    } else if (first == ')') {
      while (text_[open_.back().offset] == '[') close_innermost();
      close_innermost();
    } else {
      open_.back().found |= meaning(lexeme, text_);
    }
  } while (!open_.empty());
}

void Parentheses::close_innermost() {
  const Open closed = open_.back();
  open_.pop_back();
  contents_[closed.offset] = closed.found;
  if (!open_.empty()) open_.back().found |= closed.found & kFormula;
}

}  // namespace spl::parser
