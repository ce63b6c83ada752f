#pragma once

#include <cstddef>
#include <string_view>

/// The text cut into words and signs, without any grammar: for looking around
/// (which parenthesis closes where, what is at an error, where reading may
/// resume). What a formula is, only grammar.hpp says.
namespace spl::parser {

struct Lexeme {
  enum class Kind {
    kEnd,       ///< Nothing is left.
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

/// The lexeme that begins at `offset`, which is at most the text's size.
[[nodiscard]] Lexeme lexeme_at(std::string_view text, std::size_t offset);

/// The first lexeme from `offset` on that is no white space and no comment.
[[nodiscard]] Lexeme next_lexeme(std::string_view text, std::size_t offset);

/// Length of the UTF-8 code point at `offset`; 0 if there is no valid one.
[[nodiscard]] std::size_t code_point_length(std::string_view text,
                                            std::size_t offset);

/// A word that no name may begin with (`THIS` among them).
[[nodiscard]] bool is_reserved(std::string_view word);

/// A word or sign with which a line continues the statement before it.
[[nodiscard]] bool continues_statement(std::string_view lexeme);

}  // namespace spl::parser
