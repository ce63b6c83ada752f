#include "parser/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "parser/lexeme.hpp"
#include "parser/source.hpp"

namespace spl::parser {
namespace {

using Kind = Lexeme::Kind;
using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array kForeign = std::to_array<Entry>({
    // Signs of other languages, of mathematics, and slips.
    {"=<", "<="},
    {"<=>", "="},
    {"<==", "<="},
    {">==", ">="},
    {"===", "="},
    {"<>", "!="},
    {"=!", "!="},
    {"!==", "!="},
    {"~", "not"},
    {"==>", "=>"},
    {"-->", "=>"},
    {"&", "and"},
    {"|", "or"},
    {"//", "#"},
    {"/*", "#"},
    {"≤", "<="},
    {"≥", ">="},
    {"≠", "!="},
    {"±", "within"},
    {"−", "-"},
    {"–", "-"},
    {"—", "-"},
    {"×", "*"},
    {"·", "*"},
    {"÷", "/"},
    {"…", ".."},
    {"∧", "and"},
    {"∨", "or"},
    {"¬", "not"},
    {"⇒", "=>"},
    {"→", "=>"},
    {"∀", "for"},
    {"∃", "exists"},
    {"∈", "in"},
    {"µs", "us"},
    {"μs", "us"},
    {"“", "\""},
    {"”", "\""},
    {"‘", "'"},
    {"’", "'"},
    // Words of other languages.
    {"forall", "for"},
    {"foreach", "for"},
    {"xor", "!="},
});

constexpr std::array kUnitNames = std::to_array<Entry>({
    {"nsec", "ns"},
    {"usec", "us"},
    {"msec", "ms"},
    {"sec", "s"},
    {"second", "s"},
    {"seconds", "s"},
    {"percent", "%"},
    {"NS", "ns"},
    {"US", "us"},
    {"MS", "ms"},
    {"S", "s"},
});

// Sentences for lexemes without a spelling of ours.
constexpr std::array kAdvice = std::to_array<Entry>({
    {"..", "a range follows \"in\" or is in braces"},
    {"\u00A0", "this is a no-break space"},
    {"%", "\"%\" is a unit and follows a number"},
    {"min", "the units are ns, us, ms, s and %"},
    {"minutes", "the units are ns, us, ms, s and %"},
    {"h", "the units are ns, us, ms, s and %"},
    {"ps", "the units are ns, us, ms, s and %"},
    {"::", "a name does not begin with \"::\""},
});

template <std::size_t Size>
std::string_view look_up(const std::array<Entry, Size>& table,
                         std::string_view key) {
  const auto entry = std::ranges::find(table, key, &Entry::first);
  return entry == table.end() ? std::string_view{} : entry->second;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Returns our spelling of a word in another case: `AND`, `For`.
std::string reserved_spelling(std::string_view word) {
  if (const auto ours = look_up(kForeign, word); !ours.empty()) {
    return std::string(ours);
  }
  if (word == "this") return "THIS";
  std::string lower = lower_case(word);
  return lower != word && is_reserved(lower) ? lower : std::string{};
}

std::string did_you_mean(std::string_view ours) {
  return "; did you mean " +
         (ours == "\"" ? std::string("'\"'") : '"' + std::string(ours) + '"') +
         '?';
}

// Whether this looks like a product: `1.05 good(n)`, `2 (a + b)`.
bool looks_like_product(std::string_view text, const Lexeme& before,
                        const Lexeme& found) {
  const std::string_view it = found.text(text);
  const bool behind_number =
      before.kind == Kind::kNumber || before.text(text) == "%";
  const bool begins_factor =
      (found.kind == Kind::kWord && !is_reserved(it)) || it == "(";
  return behind_number && begins_factor &&
         (before.end < found.begin || it == "(");
}

std::string suggestion_for_sign(std::string_view text, const Lexeme& before,
                                const Lexeme& found) {
  const bool apart = before.end < found.begin;
  const bool behind_method = before.kind == Kind::kWord ||
                             before.kind == Kind::kString ||
                             before.kind == Kind::kRevision;
  const std::string_view sign = found.text(text);
  if (apart && behind_method && !is_reserved(before.text(text)) &&
      (sign == "(" || sign == "[" || sign[0] == '@')) {
    return "; [...], @... and (...) follow a method without white space";
  }
  const std::string_view last = before.text(text);
  const bool starts_value =
      last == "in" || last == "=" || last == "{" || last == "," || last == "(";
  if (sign == "[" && starts_value) {
    return "; the values of a set are in braces, as in {1, 2}, and after "
           "\"in\" also without";
  }
  if (sign == "{" && last == "/" && !apart) {
    return "; a name with braces is in quotes, with () behind it: "
           "\"BM_copy/{n}\"()";
  }
  return {};
}

/// Returns the lexeme for messages. Text that is one word in the writer's
/// language but several lexemes in ours (`µs`) stays together.
Lexeme foreign_lexeme(std::string_view text, const Lexeme& lexeme) {
  Lexeme whole = lexeme;
  const std::string_view it = lexeme.text(text);
  if (it == "µ" || it == "μ") {
    if (text.substr(lexeme.end, 1) == "s") ++whole.end;
  } else if (it == "-" && text.substr(lexeme.end, 2) == "->") {
    whole.end += 2;
  }
  return whole;
}

/// Returns the end of a message that suggests a replacement of a lexeme that
/// does not fit (`; did you mean "<="?`), or nothing. Knows the spellings of
/// other languages. `before` is the lexeme before it in the same statement.
std::string suggestion_for(std::string_view text, const Lexeme& before,
                           const Lexeme& found) {
  const std::string_view it = found.text(text);
  if (before.kind == Kind::kNumber) {
    const auto unit = look_up(kUnitNames, it);
    if (!unit.empty()) return did_you_mean(unit);
  }
  const std::string ours = reserved_spelling(it);
  if (!ours.empty()) return did_you_mean(ours);
  if (const auto advice = look_up(kAdvice, it); !advice.empty()) {
    return "; " + std::string(advice);
  }
  if (looks_like_product(text, before, found)) {
    return "; to multiply, write \"*\" between them";
  }
  if (found.kind == Kind::kSign || found.kind == Kind::kRevision) {
    return suggestion_for_sign(text, before, found);
  }
  const bool character = found.kind == Kind::kForeign &&
                         static_cast<unsigned char>(it[0]) >= 0x80 &&
                         code_point_length(it, 0) > 0;
  if (character) {
    return "; outside strings and comments the text is ASCII";
  }
  if (before.kind == Kind::kWord && found.kind != Kind::kEnd) {
    const std::string meant = reserved_spelling(before.text(text));
    if (!meant.empty()) {
      return "; did you mean \"" + meant + "\" instead of \"" +
             std::string(before.text(text)) + "\"?";
    }
  }
  return {};
}

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
