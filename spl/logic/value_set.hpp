#pragma once

#include <cstddef>
#include <vector>

#include "spl/logic/quantity.hpp"

namespace spl::logic {

/// Values that one set may hold.
inline constexpr std::size_t kMostValues = 10'000;

/// What the variables of one binding take together: one value, or as many as
/// the tuple has.
using Row = std::vector<Value>;

/// Values and terms that the expansion of one formula may look at, those that
/// are dropped again, too: seconds.
inline constexpr std::size_t kMostLookedAt = 10'000'000;

/// Counts what the expansion of one formula looks at.
class Effort {
 public:
  /// Throws ExpansionError beyond the limit.
  void spend(std::size_t more, Span place);

 private:
  std::size_t spent_ = 0;
};

/// The rows of a binding's set, in order, duplicates counted once. Throws
/// ExpansionError where the set is empty, too large, or its rows do not have
/// one value for each variable.
[[nodiscard]] std::vector<Row> rows(const Binding& binding,
                                    const BoundDocument& document,
                                    const Values& values, Effort& effort);

}  // namespace spl::logic
