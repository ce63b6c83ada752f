#pragma once

#include <cstddef>
#include <string>

#include "runner/measuring/group_result.hpp"
#include "spl/logic/relation.hpp"

/// Where sides cannot make the same calls, what calls cost must not depend on
/// how many went before.
namespace spl::runner {

/// A sentence where it does, so much that a relation would come out otherwise
/// if the sides of its first so many blocks had made equally many calls: it is
/// not decided then. Else empty. `resolution` is the smallest change that
/// matters, as a fraction of the right side.
[[nodiscard]] std::string lack_of_equal_calls(const logic::Relation& relation,
                                              const GroupResult& result,
                                              std::size_t blocks,
                                              double resolution);

}  // namespace spl::runner
