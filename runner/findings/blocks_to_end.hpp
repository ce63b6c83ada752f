#pragma once

#include <cstddef>
#include <optional>

#include "runner/findings/deciding_look.hpp"

namespace spl::runner {

/// Returns the number of blocks whose last look would end the relation, at the
/// level of a plan of so many, if further blocks were like these. The look is
/// that which ends relations while they are measured. Absent if that takes more
/// blocks than anybody has, or if the three parts do not decide. `alpha` is the
/// level of all looks.
[[nodiscard]] std::optional<std::size_t> blocks_to_end(
    const RelationInputs& inputs, double alpha);

}  // namespace spl::runner
