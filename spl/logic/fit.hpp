#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spl/logic/catalogue.hpp"

namespace spl::logic {

/// What a formula puts together: a method or workload, its generator and its
/// factory, where it names them.
struct Combination {
  const Entry* method;
  const Entry* generator = nullptr;
  const Entry* factory = nullptr;
};

/// The sentence that says why the parts do not fit, with the types on both
/// sides; nothing where they do. Arguments of the formula are not looked at.
[[nodiscard]] std::optional<std::string> misfit(const Combination& combination);

/// The entries whose parameters take the formula's arguments; each takes all.
[[nodiscard]] std::vector<const Entry*> takers(const Combination& combination);

/// "no arguments", "1 argument", "2 arguments".
[[nodiscard]] std::string count_text(std::size_t count);

/// The sentence that says why `count` arguments are too many or too few.
[[nodiscard]] std::optional<std::string> wrong_argument_count(
    const Entry& taker, std::size_t count);

/// The sentence that says why the entry's parameter at `position` (from 0)
/// does not take the value.
[[nodiscard]] std::optional<std::string> wrong_argument(const Entry& taker,
                                                        std::size_t position,
                                                        const Value& value);

}  // namespace spl::logic
