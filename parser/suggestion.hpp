#pragma once

#include <string>
#include <string_view>

#include "parser/lexeme.hpp"

namespace spl::parser {

/// What to write instead of a lexeme that does not fit, as an ending for a
/// message (`; did you mean "<="?`), or nothing. Knows the spellings of other
/// languages. `before` is the lexeme in front of it in the same statement.
[[nodiscard]] std::string suggestion_for(std::string_view text,
                                         const Lexeme& before,
                                         const Lexeme& found);

/// The lexeme for messages: what is cut apart in our language but is one word
/// in that of the writer (`µs`) stays together.
[[nodiscard]] Lexeme foreign_lexeme(std::string_view text,
                                    const Lexeme& lexeme);

}  // namespace spl::parser
