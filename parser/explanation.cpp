#include "parser/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "parser/lexeme.hpp"
#include "parser/source.hpp"
#include "parser/suggestion.hpp"

namespace spl::parser {
namespace {

using Kind = Lexeme::Kind;

constexpr std::string_view kBefore = "{before}";
constexpr std::string_view kFound = "{found}";

// Returns the last lexeme of the statement that ends before `offset`.
Lexeme lexeme_before(std::string_view text, std::size_t begin,
                     std::size_t offset) {
  Lexeme last{Kind::kEnd, begin, begin};
  Lexeme lexeme = next_lexeme(text, begin);
  while (lexeme.kind != Kind::kEnd && lexeme.begin < offset) {
    last = lexeme;
    lexeme = next_lexeme(text, lexeme.end);
  }
  // If the offset is inside a lexeme, as in `5x` or after the `@` of `@{`,
  // takes the read part.
  last.end = std::min(last.end, offset);
  return last;
}

std::string quoted(std::string_view part) {
  const std::string shown = abbreviated(part);
  const bool has_quote = shown.find('"') != std::string::npos;
  return has_quote ? '\'' + shown + '\'' : '"' + shown + '"';
}

std::string byte_in_words(char byte) {
  std::array<char, 16> words{};
  std::snprintf(words.data(), words.size(), "the byte 0x%02X",
                static_cast<unsigned>(static_cast<unsigned char>(byte)));
  return words.data();
}

std::string described(std::string_view text, const Lexeme& found) {
  switch (found.kind) {
    case Kind::kEnd:
      return "the end of the text";
    case Kind::kNewline:
      return "the end of the line";
    case Kind::kBlank:
      return "white space";
    case Kind::kComment:
      return "a comment";
    case Kind::kForeign: {
      const bool control = static_cast<unsigned char>(text[found.begin]) < 0x80;
      if (control || code_point_length(text, found.begin) == 0) {
        return byte_in_words(text[found.begin]);
      }
      return quoted(found.text(text));
    }
    case Kind::kWord:
      if (is_reserved(found.text(text))) {
        return "the reserved word " + quoted(found.text(text));
      }
      return quoted(found.text(text));
    default:
      return quoted(found.text(text));
  }
}

// Fills the placeholders of a message in. Inserted text that looks like a
// placeholder stays.
std::string filled(std::string_view message, const std::string& before,
                   const std::string& found) {
  std::string result;
  while (!message.empty()) {
    const bool at_before = message.substr(0, kBefore.size()) == kBefore;
    const bool at_found = message.substr(0, kFound.size()) == kFound;
    if (at_before || at_found) {
      result += at_before ? before : found;
      message.remove_prefix(at_before ? kBefore.size() : kFound.size());
    } else {
      result += message.front();
      message.remove_prefix(1);
    }
  }
  return result;
}

}  // namespace

std::string abbreviated(std::string_view part) {
  constexpr std::size_t kMost = 60;
  constexpr std::size_t kLooked = 4 * kMost;  // white space may fold
  std::string folded = folded_text(part.substr(0, kLooked));
  if (folded.size() <= kMost && part.size() <= kLooked) return folded;
  std::size_t cut = 0;
  for (std::size_t next = 0; next < folded.size() && next <= kMost - 3;) {
    cut = next;
    next += std::max<std::size_t>(code_point_length(folded, next), 1);
  }
  return folded.substr(0, cut) + "...";
}

logic::Problem explain(std::string_view text, const Failure& failure) {
  const Lexeme before = lexeme_before(text, failure.statement, failure.offset);
  Lexeme found = foreign_lexeme(text, lexeme_at(text, failure.offset));
  if (found.kind == Kind::kBlank) found.end = found.begin + 1;
  const bool behind_sum = failure.last_sum.end > failure.last_sum.begin &&
                          failure.last_sum.end == before.end;
  const std::string_view previous =
      behind_sum ? text.substr(failure.last_sum.begin,
                               failure.last_sum.end - failure.last_sum.begin)
                 : before.text(text);
  logic::Problem problem;
  const bool tells_what_was_found =
      failure.message.find(kFound) != std::string::npos;
  problem.message =
      filled(failure.message, quoted(previous), described(text, found));
  if (tells_what_was_found && failure.remedy == Remedy::kSpelling) {
    problem.message += suggestion_for(text, before, found);
  }
  problem.span = {found.begin, found.end};
  if (found.kind == Kind::kEnd) problem.span = {before.end, before.end};
  return problem;
}

}  // namespace spl::parser
