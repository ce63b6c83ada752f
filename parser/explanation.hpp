#pragma once

#include <cstddef>
#include <string_view>

#include "spl/logic/formula.hpp"

namespace spl::parser {

/// The remedy that follows a message which names what was found.
enum class Remedy {
  kSpelling,  ///< Our spelling of something foreign, if it is known.
  kNone       ///< The message has its own.
};

/// The place at which reading failed, and the part that was read.
struct Failure {
  std::string_view message;   ///< From messages.hpp, with its placeholders.
  std::size_t statement = 0;  ///< The beginning of the statement.
  std::size_t offset = 0;     ///< The first character that does not fit.
  logic::Span last_sum;       ///< The last complete sum, if there was one.
  Remedy remedy = Remedy::kSpelling;
};

/// Returns the failure as a problem: fills `{before}` and `{found}` in and
/// suggests our spelling for one of another language. If the text ends too
/// early, the place is right after its last lexeme.
[[nodiscard]] logic::Problem explain(std::string_view text,
                                     const Failure& failure);

/// Returns a part of a text for a message: with white space folded, and cut if
/// it is long.
[[nodiscard]] std::string abbreviated(std::string_view part);

}  // namespace spl::parser
