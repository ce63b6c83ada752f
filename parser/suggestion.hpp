#pragma once

#include <string>
#include <string_view>

#include "parser/lexeme.hpp"

namespace spl::parser {

/// Returns the end of a message that suggests a replacement of a lexeme that
/// does not fit (`; did you mean "<="?`), or nothing. Knows the spellings of
/// other languages. `before` is the lexeme before it in the same statement.
[[nodiscard]] std::string suggestion_for(std::string_view text,
                                         const Lexeme& before,
                                         const Lexeme& found);

/// Returns the lexeme for messages. Text that is one word in the writer's
/// language but several lexemes in ours (`µs`) stays together.
[[nodiscard]] Lexeme foreign_lexeme(std::string_view text,
                                    const Lexeme& lexeme);

}  // namespace spl::parser
