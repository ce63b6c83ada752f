// A fifth of the copies; each fifth has another order.
#include "laboratory/copies/copy.hpp"

COPIES_FOUR(print, 4, 5, 6, 7)
COPIES_FOUR(sort, 4, 5, 6, 7)
COPIES_SLOWED(sort)
COPIES_FOUR(sum, 4, 5, 6, 7)
COPIES_SLOWED(sum)
COPIES_FOUR(lookup, 4, 5, 6, 7)
COPIES_FOUR(search, 4, 5, 6, 7)
COPIES_FOUR(walk, 4, 5, 6, 7)
COPIES_FOUR(count, 4, 5, 6, 7)
COPIES_FOUR(fill, 4, 5, 6, 7)
COPIES_FOUR(mix, 4, 5, 6, 7)
COPIES_FOUR(interpret, 4, 5, 6, 7)
