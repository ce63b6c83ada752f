#pragma once

#include <cstddef>
#include <string_view>

#include "spl/logic/formula.hpp"

namespace spl::parser {

/// Where reading stopped, and what it had read.
struct Failure {
  std::string_view message;   ///< Of messages.hpp, with its placeholders.
  std::size_t statement = 0;  ///< Where the statement begins.
  std::size_t offset = 0;     ///< The first character that does not fit.
  logic::Span last_sum;       ///< The last complete sum, if there was one.
};

/// The failure in words: `{before}` and `{found}` of the message filled in, and
/// our spelling suggested for a foreign one. Where the text ends too early, the
/// place is right after what is last in it.
[[nodiscard]] logic::Problem explain(std::string_view text,
                                     const Failure& failure);

/// Part of a text for a message: white space folded, cut if it is long.
[[nodiscard]] std::string abbreviated(std::string_view part);

}  // namespace spl::parser
