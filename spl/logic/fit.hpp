#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spl/logic/catalogue.hpp"

namespace spl::logic {

/// A method or workload with the generator and the factory that a formula
/// names.
struct Combination {
  const Entry* method;
  const Entry* generator = nullptr;
  const Entry* factory = nullptr;
};

/// Returns the sentence that says why the parts do not fit, with the types on
/// both sides, or nothing if they fit. Arguments of the formula are not
/// checked.
[[nodiscard]] std::optional<std::string> misfit(const Combination& combination);

/// Returns the entries that take the formula's arguments: the generator and the
/// factory, in this order, or the method.
[[nodiscard]] std::vector<const Entry*> takers(const Combination& combination);

/// Returns "no arguments", "1 argument", "2 arguments" and so on.
[[nodiscard]] std::string count_text(std::size_t count);

/// Returns the sentence that says why `count` arguments are too many or too
/// few, or nothing.
[[nodiscard]] std::optional<std::string> wrong_argument_count(
    const Entry& taker, std::size_t count);

/// Returns the sentence that says why the entry's parameter at `position` (from
/// 0) does not take the value, or nothing.
[[nodiscard]] std::optional<std::string> wrong_argument(const Entry& taker,
                                                        std::size_t position,
                                                        const Value& value);

}  // namespace spl::logic
