#pragma once

#include <cstddef>
#include <string>

#include "runner/measuring/group_result.hpp"
#include "spl/logic/relation.hpp"

/// If sides cannot make the same calls, the cost of a call must not depend on
/// how many calls went before.
namespace spl::runner {

/// Returns a sentence if it depends so much that the relation, which is then
/// not decided, would come out otherwise if the sides of its first `blocks`
/// blocks had made equally many calls; else empty. `resolution` is the smallest
/// change that matters, as a fraction of the right side.
[[nodiscard]] std::string lack_of_equal_calls(const logic::Relation& relation,
                                              const GroupResult& result,
                                              std::size_t blocks,
                                              double resolution);

}  // namespace spl::runner
