// A fifth of the copies; each fifth has another order.
#include "laboratory/copies/copy.hpp"

COPIES_FOUR(interpret, 0, 1, 2, 3)
COPIES_FOUR(lookup, 0, 1, 2, 3)
COPIES_SLOWED(lookup)
COPIES_FOUR(sort, 0, 1, 2, 3)
COPIES_FOUR(mix, 0, 1, 2, 3)
COPIES_FOUR(search, 0, 1, 2, 3)
COPIES_FOUR(print, 0, 1, 2, 3)
COPIES_FOUR(fill, 0, 1, 2, 3)
COPIES_FOUR(sum, 0, 1, 2, 3)
COPIES_FOUR(walk, 0, 1, 2, 3)
COPIES_FOUR(count, 0, 1, 2, 3)
COPIES_SLOWED(count)
