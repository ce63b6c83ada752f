#pragma once

#include <cstddef>
#include <vector>

#include "spl/logic/quantity.hpp"

namespace spl::logic {

/// Most values that one set may hold.
inline constexpr std::size_t kMostValues = 10'000;

/// The values that the variables of one binding take together: one, or as many
/// as the tuple has.
using Row = std::vector<Value>;

/// Most values and terms, dropped ones included, that the expansion of one
/// formula may look at. It then takes seconds.
inline constexpr std::size_t kMostLookedAt = 10'000'000;

/// The count of values and terms that the expansion of one formula looks at.
class Effort {
 public:
  /// Adds to the count. Throws ExpansionError beyond the limit.
  void spend(std::size_t more, Span place);

 private:
  std::size_t spent_ = 0;
};

/// Returns the rows of a binding's set, in order and without duplicates. Throws
/// ExpansionError if the set is empty or too large, or if a row does not have
/// one value for each variable.
[[nodiscard]] std::vector<Row> rows(const Binding& binding,
                                    const BoundDocument& document,
                                    const Values& values, Effort& effort);

}  // namespace spl::logic
