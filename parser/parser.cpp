#include "parser/parser.hpp"

#include <algorithm>
#include <utility>

#include "parser/actions.hpp"
#include "parser/explanation.hpp"
#include "parser/grammar.hpp"
#include "parser/lexeme.hpp"
#include "parser/messages.hpp"

namespace spl::parser {
namespace {

using Kind = Lexeme::Kind;
using Input = pegtl::memory_input<pegtl::tracking_mode::lazy,
                                  pegtl::eol::lf_crlf, const char*>;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Skips white space, comments and empty statements.
std::size_t skip_to_statement(std::string_view text, std::size_t offset) {
  Lexeme lexeme = next_lexeme(text, offset);
  while (lexeme.kind == Kind::kSign && lexeme.text(text) == ";") {
    lexeme = next_lexeme(text, lexeme.end);
  }
  return lexeme.begin;
}

// Whether a statement can start with this lexeme. A line that begins with an
// operator or a closing bracket belongs to the statement before it.
bool starts_statement(std::string_view text, const Lexeme& lexeme) {
  const std::string_view it = lexeme.text(text);
  return !lexeme.is_space() && lexeme.kind != Kind::kEnd && it != ")" &&
         it != "]" && it != "}" && it != "," && it != ":" &&
         !continues_statement(it);
}

// Returns the place to resume after a mistake at `offset`: after the next `;`,
// or at the next line that is not indented. That may be the mistake's own line,
// if its statement began on an earlier one.
std::size_t resume_after(std::string_view text, std::size_t statement,
                         std::size_t offset) {
  Lexeme lexeme = lexeme_at(text, offset);
  if (offset > statement && text[offset - 1] == '\n' &&
      starts_statement(text, lexeme)) {
    return offset;
  }
  while (lexeme.kind != Kind::kEnd) {
    const std::string_view it = lexeme.text(text);
    if (it == ";") return lexeme.end;
    if (it == "//") {  // most likely a comment, which is ignored like ours
      lexeme.end = std::min(text.find('\n', lexeme.end), text.size());
    }
    const Lexeme next = lexeme_at(text, lexeme.end);
    if (lexeme.kind == Kind::kNewline && starts_statement(text, next)) {
      return next.begin;
    }
    lexeme = next;
  }
  return text.size();
}

class Reader {
 public:
  Reader(std::string_view text, TextKind kind)
      : text_(text), kind_(kind), parentheses_(text) {}

  ParsedText read(std::size_t begin) && {
    std::size_t offset = begin;
    if (text_.substr(begin, 3) == kByteOrderMark) {
      offset += kByteOrderMark.size();
    }
    offset = skip_to_statement(text_, offset);
    std::size_t last = offset;
    while (offset < text_.size()) {
      last = offset;
      offset = skip_to_statement(text_, read_statement(offset));
    }
    if (kind_ == TextKind::kSingle) check_ends_with_formula(last);
    return std::move(result_);
  }

 private:
  // Reads a statement and returns the place at which reading goes on.
  std::size_t read_statement(std::size_t begin) {
    Builder builder(text_, parentheses_);
    Input input(text_.data() + begin, text_.data() + text_.size(), "");
    try {
      if (kind_ == TextKind::kFile) {
        pegtl::parse<grammar::file_statement, action, control>(input, builder);
      } else {
        pegtl::parse<grammar::single_statement, action, control>(input,
                                                                 builder);
      }
    } catch (const RuleError& error) {
      const std::size_t place = begin + error.positions().front().byte;
      result_.problems.push_back(
          explain(text_, failure_at(error, begin, place, builder.last_sum())));
      return resume_after(text_, begin, place);
    } catch (const pegtl::parse_error& error) {
      const std::size_t place = begin + error.positions().front().byte;
      result_.problems.push_back(
          explain(text_, {error.message(), begin, place, builder.last_sum()}));
      return resume_after(text_, begin, place);
    }
    const std::size_t end = begin + input.byte();
    result_.document.statements.push_back(builder.take_statement({begin, end}));
    return end;
  }

  // Returns the failure of a rule, with a special message if more is known.
  // After the set of a quantifier, a sum and a colon show that a comma before
  // the sum is missing.
  Failure failure_at(const RuleError& error, std::size_t begin,
                     std::size_t place, logic::Span sum) const {
    using Name = BrokenRule::Name;
    const Name rule = error.rule().name;
    if (rule == Name::kLabelForm && follows_set(begin, sum.begin)) {
      return {kMissingComma, begin, sum.begin, {}, Remedy::kNone};
    }
    const Lexeme found = lexeme_at(text_, place);
    if (rule == Name::kFirstSign && found.kind == Kind::kEnd) {
      return {kComparesNothing, begin, place, sum};
    }
    if (rule == Name::kStatementEnd && found.text(text_) == ",") {
      return {kListsFormulas, begin, place, sum};
    }
    return {error.message(), begin, place, sum, error.rule().remedy};
  }

  // Whether `in` is between `begin` and `end` with no colon, relation or
  // connective after it.
  bool follows_set(std::size_t begin, std::size_t end) const {
    bool in_set = false;
    for (Lexeme it = next_lexeme(text_, begin);
         it.kind != Kind::kEnd && it.begin < end;
         it = next_lexeme(text_, it.end)) {
      const std::string_view word = it.text(text_);
      if (word == "in") in_set = true;
      if (word == ":" || continues_statement(word) || word == "for" ||
          word == "exists" || word == "not") {
        in_set = in_set &&
                 (word == "*" || word == "+" || word == "-" || word == "/");
      }
    }
    return in_set;
  }

  void check_ends_with_formula(std::size_t last) {
    if (!result_.problems.empty()) return;
    const auto& statements = result_.document.statements;
    if (!statements.empty() && std::holds_alternative<logic::LabelledFormula>(
                                   statements.back().node)) {
      return;
    }
    const char* message = statements.empty() ? kEmpty : kEndsWithoutFormula;
    result_.problems.push_back(
        explain(text_, {message, last, text_.size(), {}}));
  }

  std::string_view text_;
  TextKind kind_;
  Parentheses parentheses_;
  ParsedText result_;
};

}  // namespace

ParsedText parse(std::string_view text, TextKind kind, std::size_t begin) {
  return Reader(text, kind).read(begin);
}

}  // namespace spl::parser
