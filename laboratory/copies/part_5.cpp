// A fifth of the copies; each fifth has another order.
#include "laboratory/copies/copy.hpp"

COPIES_FOUR(count, 16, 17, 18, 19)
COPIES_FOUR(print, 16, 17, 18, 19)
COPIES_FOUR(fill, 16, 17, 18, 19)
COPIES_SLOWED(fill)
COPIES_FOUR(interpret, 16, 17, 18, 19)
COPIES_SLOWED(interpret)
COPIES_FOUR(mix, 16, 17, 18, 19)
COPIES_FOUR(lookup, 16, 17, 18, 19)
COPIES_FOUR(search, 16, 17, 18, 19)
COPIES_FOUR(walk, 16, 17, 18, 19)
COPIES_FOUR(sort, 16, 17, 18, 19)
COPIES_FOUR(sum, 16, 17, 18, 19)
