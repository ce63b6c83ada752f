#pragma once

#include <cstddef>
#include <string_view>

/// Words and signs of a text, without any grammar, to find matching
/// parentheses, the lexeme at an error, and the place at which reading may
/// resume. Only grammar.hpp defines formulas.
namespace spl::parser {

struct Lexeme {
  enum class Kind {
    kEnd,       ///< The end of the text.
    kBlank,     ///< White space within a line.
    kNewline,   ///< One line feed.
    kComment,   ///< `#` up to the line feed.
    kString,    ///< With its quotes.
    kUnclosed,  ///< A quote that is not closed on its line: the quote alone.
    kWord,      ///< `a`, `a.b::c`, `for`.
    kNumber,    ///< A digit and all letters, digits and decimals after it.
    kRevision,  ///< `@HEAD~1`; before a quoted one `@` is a sign.
    kSign,      ///< The longest run of `<>=!&|`, or `->`, `..`, `::`, `//`...
    kForeign    ///< One non-ASCII code point, invalid byte or control byte.
  };
  Kind kind = Kind::kEnd;
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool is_space() const {
    return kind == Kind::kBlank || kind == Kind::kNewline ||
           kind == Kind::kComment;
  }
  [[nodiscard]] std::string_view text(std::string_view whole) const {
    return whole.substr(begin, end - begin);
  }
};

/// Returns the lexeme that begins at `offset`, which is at most the text's
/// size.
[[nodiscard]] Lexeme lexeme_at(std::string_view text, std::size_t offset);

/// Returns the first lexeme from `offset` on that is no white space and no
/// comment.
[[nodiscard]] Lexeme next_lexeme(std::string_view text, std::size_t offset);

/// Returns the length of the UTF-8 code point at `offset`; 0 if it is not
/// valid.
[[nodiscard]] std::size_t code_point_length(std::string_view text,
                                            std::size_t offset);

/// Whether no name may begin with this word (such as `THIS`).
[[nodiscard]] bool is_reserved(std::string_view word);

/// Whether a line that begins with this word or sign continues the statement
/// before it.
[[nodiscard]] bool continues_statement(std::string_view lexeme);

}  // namespace spl::parser
